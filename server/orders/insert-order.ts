import type { Schemas } from '../contract.ts';
import { type JsonMembers, jsonObject } from '../db/json-object.ts';
import type { Transaction } from '../db/querier.ts';
import { RetryTransactionError } from '../db/retry-transaction-error.ts';
import { statement } from '../db/statement.ts';
import { MAX_STOCK } from '../stock/level.ts';
import { emit } from '../webhooks/outbox.ts';
import { EVENT_DATA, NOW, paymentConfirmed } from './event-data.ts';
import { allowedTransitions } from './status.ts';
import type { StoredOrder } from './store.ts';

/** A computed order, ready to be written. Amounts are decimal text; items, discounts and the like are JSON text. */
export interface NewOrder {
  readonly tenant_id: number;
  readonly external_id: string | null;
  readonly customer_id: number;
  readonly currency: string;
  readonly price_table_id: number | null;
  /** The coupon to redeem: null if the order has none, or if it takes nothing off. */
  readonly coupon_id: number | null;
  /** The coupon to show, redeemed or not. */
  readonly coupon_code: string | null;
  /** What the redeemed coupon takes off. */
  readonly coupon_discount: string | null;
  /** The promotions to count as used. */
  readonly promotion_ids: readonly number[];
  readonly items: string;
  readonly discounts: string;
  readonly subtotal: string;
  readonly discount_total: string;
  readonly shipping_amount: string;
  readonly total: string;
  readonly shipping: string | null;
  readonly channel: string | null;
  readonly salesperson: string | null;
  readonly fiscal_document: string | null;
  readonly payment_terms: string;
  readonly notes: string | null;
  readonly metadata: string;
  readonly actor: string;
}

/** The stock to reserve of one product, over all lines of the order. */
export interface Reservation {
  readonly productId: number;
  readonly quantity: string;
  readonly allowBackorder: boolean;
}

/** A product with too little stock. */
export interface Shortage {
  readonly productId: number;
  readonly available: string;
}

// Quantities are read by their position in :product_ids. Joining an unnest() of them made PostgreSQL misjudge the number
// of rows: 30 ms instead of 1.
const wanted = <Product extends string>(product: Product) =>
  `(:quantities::numeric[])[array_position(:product_ids::int[], ${product})]` as const;
const allowsBackorder = <Product extends string>(product: Product) =>
  `(:backorders::boolean[])[array_position(:product_ids::int[], ${product})]` as const;

/** A balance is missing from `locked` if its product was deleted after the order was computed. */
const CAN_RESERVE =
  '(SELECT count(*) FROM short) = 0 AND (SELECT count(*) FROM locked) = cardinality(:product_ids::int[])';
const HISTORY = `('[' || ${jsonObject({
  status: `'"Pending"'`,
  reason: `'null'`,
  actor: 'to_json(:actor::text)',
  at: NOW,
} as const satisfies JsonMembers<Schemas['StatusChange']>)} || ']')::json` as const;

const insert = statement(
  'insert order',
  `WITH counted AS MATERIALIZED (
     -- Locks come in one order for everyone, see usage-limits.ts: first the promotions, by id.
     SELECT id FROM promotions WHERE tenant_id = :tenant_id AND id = ANY (:promotion_ids::int[])
     ORDER BY id FOR NO KEY UPDATE
   ), locked AS MATERIALIZED (
     -- Then the stock balances, by product. Reading "counted" keeps this lock after that one.
     SELECT product_id, on_hand - reserved AS available, reserved FROM stock_balances
     WHERE tenant_id = :tenant_id AND product_id = ANY (:product_ids::int[]) AND deleted_at IS NULL
       AND (SELECT count(*) FROM counted) >= 0
     ORDER BY product_id FOR UPDATE
   ), short AS MATERIALIZED (
     -- Products with too little stock, or with more reserved than a balance can hold. One is enough to write nothing.
     SELECT product_id, available FROM locked
     WHERE available < ${wanted('product_id')} AND NOT ${allowsBackorder('product_id')}
       OR reserved + ${wanted('product_id')} > ${MAX_STOCK}
   ), reserved AS (
     -- Computed from the locked rows, not from b: move-stock.ts has the reason.
     UPDATE stock_balances b SET reserved = l.reserved + ${wanted('l.product_id')}, updated_at = statement_timestamp()
     FROM locked l WHERE b.tenant_id = :tenant_id AND b.product_id = l.product_id AND ${CAN_RESERVE}
     RETURNING b.*
   ), o AS (
     -- The order itself. One that costs nothing is paid at once.
     INSERT INTO orders (
       tenant_id, customer_id, external_id, status, allowed_transitions, status_history,
       currency, price_table_id, coupon_code, items, discounts,
       subtotal, discount_total, shipping_amount, total,
       paid_at,
       shipping, channel, salesperson, fiscal_document, payment_terms, notes, metadata)
     SELECT
       :tenant_id::int, :customer_id::int, :external_id::text, 'Pending', :allowed_transitions::json, ${HISTORY},
       :currency::text, :price_table_id::int, :coupon_code::text, :items::json, :discounts::json,
       :subtotal::numeric, :discount_total::numeric, :shipping_amount::numeric, :total::numeric,
       CASE WHEN :total::numeric = 0 THEN statement_timestamp() END,
       :shipping::json, :channel::text, :salesperson::json, :fiscal_document::json, :payment_terms::json,
       :notes::text, :metadata::json
     WHERE ${CAN_RESERVE}
     RETURNING *
   ), ledger AS (
     -- One movement for each product, with the balance after it.
     INSERT INTO stock_movements (tenant_id, product_id, type, quantity, on_hand_after, reserved_after, order_id, actor)
     SELECT :tenant_id, r.product_id, 'reservation', ${wanted('r.product_id')}, r.on_hand, r.reserved, o.id, :actor
     FROM reserved r, o ORDER BY r.product_id
   ), coupon AS (
     -- Counts the coupon. Its row was locked before the order was computed; the limit is checked once more all the same.
     UPDATE coupons SET times_used = times_used + 1
     WHERE tenant_id = :tenant_id AND id = :coupon_id::int AND ${CAN_RESERVE}
       AND (usage_limit IS NULL OR times_used < usage_limit) RETURNING id
   ), redemption AS (
     INSERT INTO coupon_redemptions (tenant_id, coupon_id, order_id, customer_id, discount)
     SELECT :tenant_id, coupon.id, o.id, :customer_id, :coupon_discount::numeric FROM coupon, o
   ), promotion AS (
     -- Counts the promotions. One that got a limit after the order was computed may not count; insertOrder then retries.
     UPDATE promotions SET times_used = times_used + 1
     WHERE tenant_id = :tenant_id AND id = ANY (:promotion_ids::int[]) AND ${CAN_RESERVE}
       AND (usage_limit IS NULL OR times_used < usage_limit) RETURNING id
   ), use AS (
     INSERT INTO promotion_uses (tenant_id, promotion_id, order_id, customer_id)
     SELECT :tenant_id, promotion.id, o.id, :customer_id FROM promotion, o
   )
   -- Either one row with the order, or a row for each product that is short, or nothing if a product is gone.
   SELECT o.id, o.version, o.document, ${emit('order.created', EVENT_DATA, 'o.tenant_id')} AS event_id,
     ${paymentConfirmed('o.paid_at IS NOT NULL')},
     (SELECT count(*) FROM coupon) + (SELECT count(*) FROM promotion) AS uses,
     NULL::int AS "productId", NULL::numeric AS available FROM o
   UNION ALL
   SELECT NULL, NULL, NULL, NULL, NULL, NULL, product_id, trim_scale(available) FROM short`,
);

interface Row extends StoredOrder, Shortage {
  readonly uses: number;
}

/**
 * Reserves the stock of the whole order, counts its coupon and promotions as used, and writes it with its event, all in
 * one statement. If any product is short, nothing is written and the shortages are returned.
 */
export async function insertOrder(
  tx: Transaction,
  order: NewOrder,
  reservations: readonly Reservation[],
): Promise<StoredOrder | Shortage[]> {
  const rows = await insert<Row>(tx, {
    ...order,
    allowed_transitions: JSON.stringify(allowedTransitions('Pending')),
    product_ids: reservations.map(({ productId }) => productId),
    quantities: reservations.map(({ quantity }) => quantity),
    backorders: reservations.map(({ allowBackorder }) => allowBackorder),
  });
  const [inserted] = rows;
  if (!inserted) throw new RetryTransactionError('A product was deleted while the order was computed.');
  if (inserted.document === null) return rows;
  if (inserted.uses !== new Set(order.promotion_ids).size + (order.coupon_id === null ? 0 : 1))
    throw new RetryTransactionError('A promotion got a usage limit while the order was computed.');
  return inserted;
}
