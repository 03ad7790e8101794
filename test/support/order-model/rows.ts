// What the model's shop sells and gives away. Quantities are in half units, money in cents.

export const PRODUCTS = [
  { price: 1000, backorder: false },
  { price: 750, backorder: false },
  { price: 500, backorder: true },
] as const;
export const CUSTOMERS = 2;
/** The initial `on_hand` of each product. */
export const STOCK = 20;
/** A discount on the whole order, less than the price of the cheapest computed line. */
export const PROMOTION = { cents: 100, limit: 4 } as const;
export const COUPONS = [
  { code: 'GERAL', cents: 200, limit: 3, perCustomer: null },
  { code: 'CADA', cents: 50, limit: null, perCustomer: 1 },
  /** More than any order's price, so every order without agreed prices becomes free. */
  { code: 'GRATIS', cents: 1_000_000, limit: null, perCustomer: null },
] as const;
