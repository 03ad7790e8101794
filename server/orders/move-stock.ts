import { statement, type Transaction } from '../db/querier.ts';
import { MAX_STOCK } from '../stock/level.ts';
import type { StockEffect } from './status.ts';

type Move = NonNullable<StockEffect>;

/** What each kind of movement does to what is on hand and to what is reserved. */
const EFFECTS: Readonly<Record<Move, { onHand: number; reserved: number; quantity: number }>> = {
  shipment: { onHand: -1, reserved: -1, quantity: -1 },
  release: { onHand: 0, reserved: -1, quantity: -1 },
  return: { onHand: 1, reserved: 0, quantity: 1 },
};

// The ledger tells what the order reserved: a product whose stock was not kept then is not touched now. Balances are
// locked in the order of the ids, as placing an order does.
//
// New values are computed from the locked rows. The UPDATE itself begins with the row as it was when the statement began,
// and checks the constraints before it reads the row again: computed from that, a shipment failed while stock came in.
const move = statement(
  'orders move stock',
  `WITH reserved AS MATERIALIZED (
     SELECT product_id, sum(quantity) AS quantity FROM stock_movements
     WHERE tenant_id = $1 AND order_id = $2 AND type = 'reservation' GROUP BY product_id
   ), locked AS MATERIALIZED (
     SELECT b.product_id, b.on_hand, r.quantity, b.on_hand + r.quantity * $3::int AS new_on_hand,
       b.reserved + r.quantity * $4::int AS new_reserved
     FROM stock_balances b JOIN reserved r ON r.product_id = b.product_id
     WHERE b.tenant_id = $1 ORDER BY b.product_id FOR UPDATE OF b
   ), refused AS MATERIALIZED (
     SELECT product_id, quantity, on_hand FROM locked WHERE new_on_hand NOT BETWEEN 0 AND ${MAX_STOCK}
   ), moved AS (
     UPDATE stock_balances b SET on_hand = l.new_on_hand, reserved = l.new_reserved, updated_at = statement_timestamp()
     FROM locked l WHERE b.tenant_id = $1 AND b.product_id = l.product_id AND (SELECT count(*) FROM refused) = 0
     RETURNING b.product_id, b.on_hand, b.reserved, l.quantity * $5::int AS quantity
   ), ledger AS (
     INSERT INTO stock_movements (tenant_id, product_id, type, quantity, on_hand_after, reserved_after, order_id, actor)
     SELECT $1, product_id, $6, quantity, on_hand, reserved, $2, $7 FROM moved ORDER BY product_id
   )
   SELECT product_id AS "productId", trim_scale(quantity) AS requested, trim_scale(on_hand) AS "onHand"
   FROM refused ORDER BY product_id`,
);

/** A product that could not be moved. Quantities are decimal text. */
export interface RefusedMove {
  readonly productId: number;
  /** What the order has of it. */
  readonly requested: string;
  readonly onHand: string;
}

/**
 * Moves the stock of an order's lines. Answers the products of which too little is on hand, or of which more would come
 * back than a balance holds; then nothing was moved.
 */
export function moveStock(
  tx: Transaction,
  order: { readonly tenantId: number; readonly id: number },
  kind: Move,
  actor: string,
): Promise<RefusedMove[]> {
  const { onHand, reserved, quantity } = EFFECTS[kind];
  return tx.query<RefusedMove>(move, [order.tenantId, order.id, onHand, reserved, quantity, kind, actor]);
}
