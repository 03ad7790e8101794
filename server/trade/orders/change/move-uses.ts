import { RetryTransactionError } from '../../../db/pool/retry-transaction-error.ts';
import type { Transaction } from '../../../db/querier.ts';
import { statement } from '../../../db/sql/statement.ts';
import type { NewOrder } from '../place/new-order.ts';
import type { Holdings } from './lock-change.ts';

const lock = statement(
  'lock promotions of a changed order',
  // Those that can run out are locked already.
  `SELECT 1 FROM promotions WHERE tenant_id = :tenant_id AND id = ANY (:promotion_ids::int[])
   ORDER BY id FOR NO KEY UPDATE`,
);

const move = statement(
  'move uses of a changed order',
  `WITH released_redemption AS (
     UPDATE coupon_redemptions SET released_at = statement_timestamp()
     WHERE tenant_id = :tenant_id AND order_id = :order_id AND released_at IS NULL
       AND coupon_id IS DISTINCT FROM :coupon_id::int RETURNING coupon_id
   ), released_coupon AS (
     UPDATE coupons c SET times_used = c.times_used - 1 FROM released_redemption r
     WHERE c.tenant_id = :tenant_id AND c.id = r.coupon_id
   ), taken_coupon AS (
     UPDATE coupons SET times_used = times_used + 1
     WHERE tenant_id = :tenant_id AND id = ANY (:taken_coupon_ids::int[])
       AND (usage_limit IS NULL OR times_used < usage_limit) RETURNING id
   ), redemption AS (
     -- The order may have had the coupon before, or keep it with another discount or for another customer.
     INSERT INTO coupon_redemptions AS r (tenant_id, coupon_id, order_id, customer_id, discount)
     SELECT :tenant_id, :coupon_id, :order_id, :customer_id::int, :coupon_discount::numeric WHERE :coupon_id IS NOT NULL
     ON CONFLICT (tenant_id, coupon_id, order_id) DO UPDATE SET customer_id = excluded.customer_id,
       discount = excluded.discount, released_at = NULL,
       created_at = CASE WHEN r.released_at IS NULL THEN r.created_at ELSE excluded.created_at END
   ), released_use AS (
     UPDATE promotion_uses SET released_at = statement_timestamp()
     WHERE tenant_id = :tenant_id AND order_id = :order_id AND released_at IS NULL
       AND promotion_id <> ALL (:promotion_ids::int[]) RETURNING promotion_id
   ), released_promotion AS (
     UPDATE promotions p SET times_used = p.times_used - 1 FROM released_use u
     WHERE p.tenant_id = :tenant_id AND p.id = u.promotion_id
   ), taken_promotion AS (
     UPDATE promotions SET times_used = times_used + 1
     WHERE tenant_id = :tenant_id AND id = ANY (:taken_promotion_ids::int[])
       AND (usage_limit IS NULL OR times_used < usage_limit) RETURNING id
   ), use AS (
     INSERT INTO promotion_uses (tenant_id, promotion_id, order_id, customer_id)
     SELECT :tenant_id, id, :order_id, :customer_id FROM unnest(:promotion_ids) id
     ON CONFLICT (tenant_id, promotion_id, order_id) DO UPDATE SET customer_id = excluded.customer_id, released_at = NULL
   )
   SELECT (SELECT count(*) FROM taken_coupon) + (SELECT count(*) FROM taken_promotion) AS taken`,
);

type Uses = Pick<NewOrder, 'tenant_id' | 'customer_id' | 'coupon_id' | 'coupon_discount' | 'promotion_ids'>;

/** Gives back the coupon and the promotions that a changed order no longer uses, and takes those that are new. */
export async function moveUses(
  tx: Transaction,
  orderId: number,
  { tenant_id, customer_id, coupon_id, coupon_discount, promotion_ids }: Uses,
  held: Holdings,
): Promise<void> {
  const couponIds = coupon_id === null ? [] : [coupon_id];
  const taken_coupon_ids = without(couponIds, held.couponIds);
  const taken_promotion_ids = without(promotion_ids, held.promotionIds);
  if ([...couponIds, ...held.couponIds, ...promotion_ids, ...held.promotionIds].length === 0) return;
  const moving = [...taken_promotion_ids, ...without(held.promotionIds, promotion_ids)];
  await lock(tx, { tenant_id, promotion_ids: moving });
  const [moved] = await move<{ taken: number }>(tx, {
    order_id: orderId,
    promotion_ids: [...new Set(promotion_ids)],
    ...{ tenant_id, customer_id, coupon_id, coupon_discount, taken_coupon_ids, taken_promotion_ids },
  });
  if (moved!.taken !== taken_coupon_ids.length + taken_promotion_ids.length)
    throw new RetryTransactionError('A promotion got a usage limit while the order was computed.');
}

/** The ids that aren't among the others, each once. */
const without = (ids: readonly number[], others: readonly number[]): number[] =>
  [...new Set(ids)].filter((id) => !others.includes(id));
