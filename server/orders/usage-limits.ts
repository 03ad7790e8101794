import { statement, type Transaction } from '../db/querier.ts';
import { isInEffect } from '../validity.ts';

// Whoever changes what orders use up locks in one order, so that none waits for another in a ring: the coupon, then
// promotions that could run out, by id, then the others, by id, then balances of stock, by id.
const CAN_RUN_OUT = `(p.usage_limit IS NOT NULL OR p.usage_limit_per_customer IS NOT NULL
  OR coalesce(p.conditions::jsonb -> 'first_order' = 'true', false))`;

const lock = statement(
  'orders lock terms',
  `WITH coupon AS MATERIALIZED (
     SELECT 1 FROM coupons WHERE tenant_id = $1 AND lower(code) = lower($2::text) AND deleted_at IS NULL FOR NO KEY UPDATE
   ), promotion AS MATERIALIZED (
     SELECT 1 FROM promotions p WHERE tenant_id = $1 AND deleted_at IS NULL AND status = 'active' AND ${CAN_RUN_OUT}
       AND ${isInEffect('p')} ORDER BY id FOR NO KEY UPDATE
   )
   SELECT (SELECT count(*) FROM coupon) + (SELECT count(*) FROM promotion)`,
);

/**
 * Locks what an order may use up, until it is committed: its coupon, and each promotion that has a limit or is for a
 * first order. Orders that could take the last use of one thus come one after the other, and none takes it twice.
 */
export async function lockUsageLimits(
  tx: Transaction,
  tenantId: number,
  couponCode: string | null,
): Promise<void> {
  await tx.query(lock, [tenantId, couponCode]);
}

const lockUsed = statement(
  'orders lock uses',
  `WITH coupon AS MATERIALIZED (
     SELECT 1 FROM coupons WHERE tenant_id = $1 AND id IN (SELECT coupon_id FROM coupon_redemptions
       WHERE tenant_id = $1 AND order_id = $2 AND released_at IS NULL) FOR NO KEY UPDATE
   ), promotion AS MATERIALIZED (
     SELECT 1 FROM promotions p WHERE tenant_id = $1 AND id IN (SELECT promotion_id FROM promotion_uses
       WHERE tenant_id = $1 AND order_id = $2 AND released_at IS NULL) ORDER BY ${CAN_RUN_OUT} DESC, id FOR NO KEY UPDATE
   )
   SELECT (SELECT count(*) FROM coupon) + (SELECT count(*) FROM promotion)`,
);

const release = statement(
  'orders give back uses',
  `WITH redemption AS (
     UPDATE coupon_redemptions SET released_at = statement_timestamp()
     WHERE tenant_id = $1 AND order_id = $2 AND released_at IS NULL RETURNING coupon_id
   ), coupon AS (
     UPDATE coupons c SET times_used = c.times_used - 1 FROM redemption r WHERE c.tenant_id = $1 AND c.id = r.coupon_id
   ), use AS (
     UPDATE promotion_uses SET released_at = statement_timestamp()
     WHERE tenant_id = $1 AND order_id = $2 AND released_at IS NULL RETURNING promotion_id
   )
   UPDATE promotions p SET times_used = p.times_used - 1 FROM use WHERE p.tenant_id = $1 AND p.id = use.promotion_id`,
);

/** Gives back the uses of coupon and promotions that the order took. */
export async function releaseUses(tx: Transaction, tenantId: number, orderId: number): Promise<void> {
  await tx.query(lockUsed, [tenantId, orderId]);
  await tx.query(release, [tenantId, orderId]);
}
