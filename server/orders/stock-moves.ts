import { statement, type Transaction } from '../db/querier.ts';
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
const move = statement(
  'orders move stock',
  `WITH reserved AS MATERIALIZED (
     SELECT product_id, sum(quantity) AS quantity FROM stock_movements
     WHERE tenant_id = $1 AND order_id = $2 AND type = 'reservation' GROUP BY product_id
   ), locked AS MATERIALIZED (
     SELECT b.product_id, b.on_hand FROM stock_balances b
     WHERE b.tenant_id = $1 AND b.product_id IN (SELECT product_id FROM reserved) ORDER BY b.product_id FOR UPDATE
   ), short AS MATERIALIZED (
     SELECT l.product_id, l.on_hand FROM locked l JOIN reserved r USING (product_id)
     WHERE l.on_hand + r.quantity * $3::int < 0
   ), moved AS (
     UPDATE stock_balances b SET on_hand = b.on_hand + r.quantity * $3::int, reserved = b.reserved + r.quantity * $4::int,
       updated_at = statement_timestamp()
     FROM reserved r WHERE b.tenant_id = $1 AND b.product_id = r.product_id AND (SELECT count(*) FROM short) = 0
       AND (SELECT count(*) FROM locked) > 0
     RETURNING b.product_id, b.on_hand, b.reserved, r.quantity * $5::int AS quantity
   ), ledger AS (
     INSERT INTO stock_movements (tenant_id, product_id, type, quantity, on_hand_after, reserved_after, order_id, actor)
     SELECT $1, product_id, $6, quantity, on_hand, reserved, $2, $7 FROM moved ORDER BY product_id
   )
   SELECT product_id AS "productId", trim_scale(on_hand) AS "onHand" FROM short ORDER BY product_id`,
);

export interface OnHandShortage {
  readonly productId: number;
  readonly onHand: string;
}

/** Moves the stock of an order's lines. Answers the products of which too little is on hand; then nothing was moved. */
export function moveStock(
  tx: Transaction,
  order: { readonly tenantId: number; readonly id: number },
  kind: Move,
  actor: string,
): Promise<OnHandShortage[]> {
  const { onHand, reserved, quantity } = EFFECTS[kind];
  return tx.query<OnHandShortage>(move, [order.tenantId, order.id, onHand, reserved, quantity, kind, actor]);
}
