import { RetryTransactionError } from '../../../db/pool/retry-transaction-error.ts';
import type { Transaction } from '../../../db/querier.ts';
import { statement } from '../../../db/sql/statement.ts';
import {
  CAN_RUN_OUT,
  CANDIDATE_PROMOTIONS,
  type ChangedOrder,
  type PricingContext,
} from './pricing-context.ts';

// Everyone who changes what orders use up takes locks in this order, so no two transactions wait for each other in a
// circle: the order, if it exists; its coupons, by id; promotions that can run out, by id; other promotions, by id; stock balances, by product id.

const lock = statement(
  'lock usage limits',
  `WITH coupon AS MATERIALIZED (
     SELECT id, promotion_id FROM coupons
     WHERE tenant_id = :tenant_id AND lower(code) = lower(:coupon_code::text) AND deleted_at IS NULL FOR NO KEY UPDATE
   ), candidates AS MATERIALIZED (
     -- At most 101, the same that the quote will try. Thousands of other limited promotions stay unlocked.
     ${CANDIDATE_PROMOTIONS}
   ), promotion AS MATERIALIZED (
     SELECT p.id FROM promotions p
     WHERE p.tenant_id = :tenant_id AND p.id = ANY (ARRAY (SELECT id FROM candidates)) AND ${CAN_RUN_OUT}
     ORDER BY p.id FOR NO KEY UPDATE
   )
   SELECT (SELECT id FROM coupon) AS coupon_id, ARRAY (SELECT id FROM promotion) AS promotion_ids`,
);

/** The rows that an order may use up and has locked. */
export interface LockedLimits {
  readonly coupon_id: number | null;
  readonly promotion_ids: readonly number[];
  /** The order that is changed, and the promotions that it has for the same customer; undefined for a new order. */
  readonly changing?: ChangedOrder & { readonly promotionIds: readonly number[] };
}

/**
 * Locks what an order may use up, until its transaction ends: its coupon, and each promotion that it will try and that
 * has a limit or is for first orders. Orders that compete for the last use run one after the other.
 */
export async function lockUsageLimits(
  tx: Transaction,
  tenantId: number,
  couponCode: string | null,
): Promise<LockedLimits> {
  return (await lock<LockedLimits>(tx, { tenant_id: tenantId, coupon_code: couponCode }))[0]!;
}

/**
 * Retries the transaction if the pricing context has a coupon or a limited promotion that wasn't there to be locked: one
 * that was created, began or got its limit between the two statements. Two orders that both read such a promotion as
 * unused would both take its last use.
 */
export function requireLocked({ coupon, promotions }: PricingContext, locked: LockedLimits): void {
  const held = new Set(locked.promotion_ids);
  const isHeld =
    (coupon?.id ?? null) === locked.coupon_id &&
    promotions.every(({ id, can_run_out }) => !can_run_out || held.has(id));
  if (!isHeld) throw new RetryTransactionError('A coupon or promotion began while its limits were locked.');
}

const lockUses = statement(
  'lock uses of an order',
  `WITH coupon AS MATERIALIZED (
     SELECT 1 FROM coupons WHERE tenant_id = :tenant_id AND id IN (
       SELECT coupon_id FROM coupon_redemptions
       WHERE tenant_id = :tenant_id AND order_id = :order_id AND released_at IS NULL) FOR NO KEY UPDATE
   ), promotion AS MATERIALIZED (
     -- Those that can run out come first, as for a new order.
     SELECT 1 FROM promotions p WHERE tenant_id = :tenant_id AND id IN (
       SELECT promotion_id FROM promotion_uses
       WHERE tenant_id = :tenant_id AND order_id = :order_id AND released_at IS NULL)
     ORDER BY ${CAN_RUN_OUT} DESC, id FOR NO KEY UPDATE
   )
   SELECT (SELECT count(*) FROM coupon) + (SELECT count(*) FROM promotion)`,
);

const release = statement(
  'release uses of an order',
  `WITH redemption AS (
     UPDATE coupon_redemptions SET released_at = statement_timestamp()
     WHERE tenant_id = :tenant_id AND order_id = :order_id AND released_at IS NULL RETURNING coupon_id
   ), coupon AS (
     UPDATE coupons c SET times_used = c.times_used - 1 FROM redemption r
     WHERE c.tenant_id = :tenant_id AND c.id = r.coupon_id
   ), use AS (
     UPDATE promotion_uses SET released_at = statement_timestamp()
     WHERE tenant_id = :tenant_id AND order_id = :order_id AND released_at IS NULL RETURNING promotion_id
   )
   UPDATE promotions p SET times_used = p.times_used - 1 FROM use
   WHERE p.tenant_id = :tenant_id AND p.id = use.promotion_id`,
);

/** Gives back the coupon and the promotions that an order used. */
export async function releaseUses(tx: Transaction, tenantId: number, orderId: number): Promise<void> {
  await lockUses(tx, { tenant_id: tenantId, order_id: orderId });
  await release(tx, { tenant_id: tenantId, order_id: orderId });
}
