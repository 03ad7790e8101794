import type { Schemas } from '../contract.ts';
import { type JsonMembers, jsonObject } from '../db/json-object.ts';
import { statement, type Transaction } from '../db/querier.ts';
import { RetryTransactionError } from '../db/retry-transaction-error.ts';
import { MAX_STOCK } from '../stock/level.ts';
import { emit } from '../webhooks/outbox.ts';
import { EVENT_DATA, NOW, PAYMENT_CONFIRMED } from './event-data.ts';
import { allowedTransitions } from './status.ts';
import type { StoredOrder } from './store.ts';

/** An order with all that was computed. Amounts are decimal text, items and the like JSON text. */
export interface NewOrder {
  readonly tenantId: number;
  readonly externalId: string | null;
  readonly customerId: number;
  readonly currency: string;
  readonly priceTableId: number | null;
  /** The coupon to redeem; null when the order names none or it takes nothing off. */
  readonly couponId: number | null;
  readonly couponCode: string | null;
  /** What the redeemed coupon takes off. */
  readonly couponDiscount: string | null;
  readonly promotionIds: readonly number[];
  readonly items: string;
  readonly discounts: string;
  readonly subtotal: string;
  readonly discountTotal: string;
  readonly shippingAmount: string;
  readonly total: string;
  readonly shipping: string | null;
  readonly notes: string | null;
  readonly metadata: string;
  readonly actor: string;
  readonly reservations: readonly Reservation[];
}

/** What one product has to give, over all lines of the order. */
export interface Reservation {
  readonly productId: number;
  readonly quantity: string;
  readonly backorder: boolean;
}

export interface Shortage {
  readonly productId: number;
  readonly available: string;
}

/** What the order wants of a product: $2 are the products, $3 the quantities, $4 whether it may be more than there is. */
const wanted = (product: string): string => `($3::numeric[])[array_position($2::int[], ${product})]`;
const backorder = (product: string): string => `($4::boolean[])[array_position($2::int[], ${product})]`;

/** The order's columns, from $10 on; status, its history and what may follow are the same for each new order. */
const COLUMNS: readonly [string, string][] = [
  ['external_id', 'text'],
  ['currency', 'text'],
  ['price_table_id', 'int'],
  ['coupon_code', 'text'],
  ['items', 'json'],
  ['discounts', 'json'],
  ['subtotal', 'numeric'],
  ['discount_total', 'numeric'],
  ['shipping_amount', 'numeric'],
  ['total', 'numeric'],
  ['shipping', 'json'],
  ['notes', 'text'],
  ['metadata', 'json'],
];
/** The first of the order's columns in the statement's parameters. */
const FIRST_COLUMN = 10;
const TOTAL = `$${COLUMNS.findIndex(([name]) => name === 'total') + FIRST_COLUMN}::numeric`;
const FIRST_STEP = `('[' || ${jsonObject({
  status: `'"Pending"'`,
  reason: `'null'`,
  actor: 'to_json($6::text)',
  at: NOW,
} as const satisfies JsonMembers<Schemas['StatusChange']>)} || ']')::json` as const;
const NOTHING_SHORT = `(SELECT count(*) FROM short) = 0 AND (SELECT count(*) FROM locked) = cardinality($2::int[])`;

// One statement: promotions, then balances, are locked in the order of the ids, so that two orders never wait for each
// other in a ring (uses.ts tells the whole order); when a balance falls short nothing is written at all. The quantities
// come by position, since joining an unnest() made PostgreSQL guess wrongly (30 ms in place of 1). What is reserved is
// computed from the locked balances; stock-moves.ts tells why. One that is not locked is of a product that was deleted
// since the order was computed.
const place = statement(
  'orders place',
  `WITH counted AS MATERIALIZED (
     SELECT id FROM promotions WHERE tenant_id = $1 AND id = ANY ($9::int[]) ORDER BY id FOR NO KEY UPDATE
   ), locked AS MATERIALIZED (
     SELECT product_id, on_hand - reserved AS available, reserved FROM stock_balances
     WHERE tenant_id = $1 AND product_id = ANY ($2::int[]) AND deleted_at IS NULL
       AND (SELECT count(*) FROM counted) >= 0
     ORDER BY product_id FOR UPDATE
   ), short AS MATERIALIZED (
     SELECT product_id, available FROM locked
     WHERE available < ${wanted('product_id')} AND NOT ${backorder('product_id')}
       OR reserved + ${wanted('product_id')} > ${MAX_STOCK}
   ), reserved AS (
     UPDATE stock_balances b SET reserved = l.reserved + ${wanted('l.product_id')}, updated_at = statement_timestamp()
     FROM locked l WHERE b.tenant_id = $1 AND b.product_id = l.product_id AND ${NOTHING_SHORT}
     RETURNING b.*
   ), o AS (
     INSERT INTO orders (tenant_id, customer_id, status, allowed_transitions, status_history, paid_at,
       ${COLUMNS.map(([name]) => name).join(', ')})
     SELECT $1::int, $5::int, 'Pending', '${JSON.stringify(allowedTransitions('Pending'))}', ${FIRST_STEP},
       CASE WHEN ${TOTAL} = 0 THEN statement_timestamp() END,
       ${COLUMNS.map(([, type], index) => `$${index + FIRST_COLUMN}::${type}`).join(', ')}
     WHERE ${NOTHING_SHORT}
     RETURNING *
   ), ledger AS (
     INSERT INTO stock_movements (tenant_id, product_id, type, quantity, on_hand_after, reserved_after, order_id, actor)
     SELECT $1, r.product_id, 'reservation', ${wanted('r.product_id')}, r.on_hand, r.reserved, o.id, $6
     FROM reserved r, o ORDER BY r.product_id
   ), coupon AS (
     UPDATE coupons SET times_used = times_used + 1 WHERE tenant_id = $1 AND id = $7::int AND ${NOTHING_SHORT}
       AND (usage_limit IS NULL OR times_used < usage_limit) RETURNING id
   ), redemption AS (
     INSERT INTO coupon_redemptions (tenant_id, coupon_id, order_id, customer_id, discount)
     SELECT $1, coupon.id, o.id, $5, $8::numeric FROM coupon, o
   ), promotion AS (
     UPDATE promotions SET times_used = times_used + 1 WHERE tenant_id = $1 AND id = ANY ($9::int[]) AND ${NOTHING_SHORT}
       AND (usage_limit IS NULL OR times_used < usage_limit) RETURNING id
   ), use AS (
     INSERT INTO promotion_uses (tenant_id, promotion_id, order_id, customer_id)
     SELECT $1, promotion.id, o.id, $5 FROM promotion, o
   )
   SELECT o.id, o.version, o.document, ${emit('order.created', EVENT_DATA)} AS event_id, ${PAYMENT_CONFIRMED},
     (SELECT count(*) FROM coupon) + (SELECT count(*) FROM promotion) AS uses,
     NULL::int AS "productId", NULL::numeric AS available FROM o
   UNION ALL
   SELECT NULL, NULL, NULL, NULL, NULL, NULL, product_id, trim_scale(available) FROM short`,
);

interface Row extends StoredOrder, Shortage {
  readonly uses: number;
}

/**
 * Reserves the stock of the whole order, counts up its coupon and promotions, and writes it with its event; or tells
 * what is short, with nothing written. What is counted up was locked before it was found to be free.
 */
export async function placeOrder(tx: Transaction, order: NewOrder): Promise<StoredOrder | Shortage[]> {
  const { reservations, promotionIds } = order;
  const rows = await tx.query<Row>(place, [
    order.tenantId,
    reservations.map(({ productId }) => productId),
    reservations.map(({ quantity }) => quantity),
    reservations.map((reservation) => reservation.backorder),
    order.customerId,
    order.actor,
    order.couponId,
    order.couponDiscount,
    promotionIds,
    order.externalId,
    order.currency,
    order.priceTableId,
    order.couponCode,
    order.items,
    order.discounts,
    order.subtotal,
    order.discountTotal,
    order.shippingAmount,
    order.total,
    order.shipping,
    order.notes,
    order.metadata,
  ]);
  const placed = rows[0];
  if (!placed) throw new RetryTransactionError('A product was deleted while the order was computed.');
  if (placed.document === null) return rows;
  if (placed.uses !== new Set(promotionIds).size + (order.couponId === null ? 0 : 1))
    throw new RetryTransactionError('A promotion was given its limit while the order was computed.');
  return placed;
}
