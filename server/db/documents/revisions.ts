/** Raise a table's number together with a change of what its documents show. */
export const DOCUMENT_REVISIONS = {
  categories: 1,
  products: 2,
  customers: 3,
  orders: 3,
  stock_movements: 1,
  price_tables: 1,
  promotions: 2,
  coupons: 1,
} as const;

export type DocumentTable = keyof typeof DOCUMENT_REVISIONS;
