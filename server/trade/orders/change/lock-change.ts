import type { Transaction } from '../../../db/querier.ts';
import { statement } from '../../../db/sql/statement.ts';
import { CAN_RUN_OUT, CANDIDATE_PROMOTIONS } from '../place/pricing-context.ts';
import type { LockedLimits } from '../place/usage-limits.ts';

// The locks are those of a new order and in the same sequence, see usage-limits.ts. What the order has used so far is locked
// with it: two coupons by id, and a limited promotion in its place among the candidates. Promotions without a limit come later,
// in move-uses.ts, when it's known which ones the order gets.
const lock = statement(
  'lock limits of a changed order',
  `WITH used AS MATERIALIZED (
     SELECT ARRAY (SELECT coupon_id FROM coupon_redemptions
         WHERE tenant_id = :tenant_id AND order_id = :order_id AND released_at IS NULL) AS coupon_ids,
       ARRAY (SELECT promotion_id FROM promotion_uses
         WHERE tenant_id = :tenant_id AND order_id = :order_id AND released_at IS NULL) AS promotion_ids
   ), held AS MATERIALIZED (
     SELECT id, promotion_id, lower(code) = lower(:coupon_code::text) AND deleted_at IS NULL AS is_named FROM coupons
     WHERE tenant_id = :tenant_id AND (id = ANY ((SELECT coupon_ids FROM used)::int[])
       OR lower(code) = lower(:coupon_code::text) AND deleted_at IS NULL)
     ORDER BY id FOR NO KEY UPDATE
   ), coupon AS (
     SELECT id, promotion_id FROM held WHERE is_named
   ), candidates AS MATERIALIZED (
     ${CANDIDATE_PROMOTIONS}
   ), promotion AS MATERIALIZED (
     SELECT p.id FROM promotions p
     WHERE p.tenant_id = :tenant_id AND (SELECT count(*) FROM held) >= 0 AND ${CAN_RUN_OUT}
       AND p.id = ANY (ARRAY (SELECT id FROM candidates UNION SELECT unnest(promotion_ids) FROM used))
     ORDER BY p.id FOR NO KEY UPDATE
   ), reserved AS (
     -- The ledger knows what the order has reserved, see move-stock.ts.
     SELECT product_id, sum(quantity) AS quantity FROM stock_movements
     WHERE tenant_id = :tenant_id AND order_id = :order_id AND type IN ('reservation', 'release')
     GROUP BY product_id HAVING sum(quantity) > 0
   )
   SELECT (SELECT id FROM coupon) AS coupon_id, ARRAY (SELECT id FROM promotion) AS promotion_ids,
     (SELECT skips_stock FROM orders WHERE tenant_id = :tenant_id AND id = :order_id) AS skips_stock,
     used.coupon_ids AS used_coupon_ids, used.promotion_ids AS used_promotion_ids,
     (SELECT json_agg(json_build_array(product_id, quantity)) FROM reserved) AS reserved
   FROM used`,
);

interface Row extends LockedLimits {
  readonly skips_stock: boolean | null;
  readonly used_coupon_ids: readonly number[];
  readonly used_promotion_ids: readonly number[];
  /** JSON text of `[product_id, quantity]`; null if there is none. */
  readonly reserved: string | null;
}

/** What a Pending order has used up and reserved so far. */
export interface Holdings {
  readonly couponIds: readonly number[];
  readonly promotionIds: readonly number[];
  /** Whether it was imported without moving stock, and never will. */
  readonly skipsStock: boolean;
  /** Quantities by product, as JSON numbers. */
  readonly reserved: ReadonlyMap<number, number>;
}

/** Locks what a changed order may use up and what it gives back, and reads what it holds. */
export async function lockChange(
  tx: Transaction,
  tenantId: number,
  orderId: number,
  couponCode: string | null,
): Promise<{ locked: LockedLimits; held: Holdings }> {
  const [row] = await lock<Row>(tx, { tenant_id: tenantId, order_id: orderId, coupon_code: couponCode });
  const { coupon_id, promotion_ids, skips_stock, used_coupon_ids, used_promotion_ids, reserved } = row!;
  return {
    locked: { coupon_id, promotion_ids },
    held: {
      couponIds: used_coupon_ids,
      promotionIds: used_promotion_ids,
      skipsStock: skips_stock === true,
      reserved: new Map(JSON.parse(reserved ?? '[]') as [number, number][]),
    },
  };
}
