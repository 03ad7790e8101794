import type { Expected, Shop } from './shop.ts';

interface UsageCounts {
  readonly id: number;
  readonly times_used: number;
  readonly used_by_customer: number;
}

/** The shop before its first order. */
export const withoutUses = (shop: Shop): Shop => ({
  ...shop,
  promotions: shop.promotions.map((one) => ({ ...one, times_used: 0, used_by_customer: 0 })),
  coupons: shop.coupons.map((one) => ({ ...one, times_used: 0, used_by_customer: 0 })),
  customer: { ...shop.customer, orders: 0 },
});

/** The shop after an order with these amounts was placed (1), or canceled while Pending (-1). */
export function afterOrder(shop: Shop, order: Expected, by: 1 | -1): Shop {
  if ('refused' in order) return shop;
  const taken = order.discounts.filter(({ amount }) => amount > 0);
  const count = <T extends UsageCounts>(rows: readonly T[], ids: readonly (number | null)[]): T[] =>
    rows.map((row) =>
      ids.includes(row.id)
        ? { ...row, times_used: row.times_used + by, used_by_customer: row.used_by_customer + by }
        : row,
    );
  return {
    ...shop,
    promotions: count(
      shop.promotions,
      taken.map(({ promotion_id }) => promotion_id),
    ),
    coupons: count(
      shop.coupons,
      taken.map(({ coupon_id }) => coupon_id),
    ),
    customer: { ...shop.customer, orders: shop.customer.orders + by },
  };
}
