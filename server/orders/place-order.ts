import { statement, type Transaction } from '../db/querier.ts';
import { MAX_STOCK } from '../stock/level.ts';
import { emit } from '../webhooks/outbox.ts';
import type { StoredOrder } from './store.ts';

/** An order with all that was computed. Amounts are decimal text, items and the like JSON text. */
export interface NewOrder {
  readonly tenantId: number;
  readonly externalId: string | null;
  readonly customerId: number;
  readonly currency: string;
  readonly items: string;
  readonly subtotal: string;
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

const EVENT_DATA = `'{"order_id":' || o.id || ',"customer_id":' || o.customer_id || ',"total":' || o.total || ',"status":'
  || to_json(o.status) || ',"order":' || o.document || '}'`;

/** What the order wants of product p: $13 are the products, $14 the quantities, $15 whether it may be more than there is. */
const wanted = (list: string, product: string): string => `(${list})[array_position($13::int[], ${product})]`;

// One statement: every balance is locked in the order of the ids, so that two orders never wait for each other in a
// ring; when one falls short nothing is written at all. The quantities come by position, since joining an unnest()
// made PostgreSQL guess wrongly (30 ms in place of 1).
const place = statement(
  'orders place',
  `WITH locked AS MATERIALIZED (
     SELECT product_id, on_hand - reserved AS available, reserved FROM stock_balances
     WHERE tenant_id = $1 AND product_id = ANY ($13::int[]) ORDER BY product_id FOR UPDATE
   ), short AS MATERIALIZED (
     SELECT product_id, available FROM locked
     WHERE available < ${wanted('$14::numeric[]', 'product_id')} AND NOT ${wanted('$15::boolean[]', 'product_id')}
       OR reserved + ${wanted('$14::numeric[]', 'product_id')} > ${MAX_STOCK}
   ), reserved AS (
     UPDATE stock_balances b SET reserved = b.reserved + ${wanted('$14::numeric[]', 'b.product_id')},
       updated_at = statement_timestamp()
     WHERE tenant_id = $1 AND product_id = ANY ($13::int[]) AND (SELECT count(*) FROM short) = 0
     RETURNING b.*
   ), o AS (
     INSERT INTO orders (tenant_id, external_id, customer_id, status, currency, items, subtotal, shipping_amount, total,
       shipping, notes, metadata)
     SELECT $1::int, $2::text, $3::int, 'Pending', $4::text, $5::json, $6::numeric, $7::numeric, $8::numeric, $9::json,
       $10::text, $11::json
     WHERE (SELECT count(*) FROM short) = 0
     RETURNING *
   ), ledger AS (
     INSERT INTO stock_movements (tenant_id, product_id, type, quantity, on_hand_after, reserved_after, order_id, actor)
     SELECT $1, r.product_id, 'reservation', ${wanted('$14::numeric[]', 'r.product_id')}, r.on_hand, r.reserved, o.id, $12
     FROM reserved r, o ORDER BY r.product_id
   )
   SELECT o.id, o.version, o.document, ${emit('order.created', EVENT_DATA)} AS event_id, NULL::int AS "productId",
     NULL::numeric AS available FROM o
   UNION ALL
   SELECT NULL, NULL, NULL, NULL, product_id, trim_scale(available) FROM short`,
);

/** Reserves the stock of the whole order, writes it and its event; or tells what is short, with nothing written. */
export async function placeOrder(tx: Transaction, order: NewOrder): Promise<StoredOrder | Shortage[]> {
  const { reservations } = order;
  const rows = await tx.query<StoredOrder & Shortage>(place, [
    order.tenantId,
    order.externalId,
    order.customerId,
    order.currency,
    order.items,
    order.subtotal,
    order.shippingAmount,
    order.total,
    order.shipping,
    order.notes,
    order.metadata,
    order.actor,
    reservations.map(({ productId }) => productId),
    reservations.map(({ quantity }) => quantity),
    reservations.map(({ backorder }) => backorder),
  ]);
  return rows[0] && rows[0].document !== null ? rows[0] : rows;
}
