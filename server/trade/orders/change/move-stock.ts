import type { Transaction } from '../../../db/querier.ts';
import { statement } from '../../../db/sql/statement.ts';
import { MAX_STOCK } from '../../catalogue/stock/level.ts';
import type { StockEffect } from '../rules/status.ts';

type Move = NonNullable<StockEffect>;

/** By how much of the order's quantity each kind of movement changes the balance, and the quantity in the ledger. */
const EFFECTS: Readonly<Record<Move, { on_hand: number; reserved: number; quantity: number }>> = {
  shipment: { on_hand: -1, reserved: -1, quantity: -1 },
  release: { on_hand: 0, reserved: -1, quantity: -1 },
  return: { on_hand: 1, reserved: 0, quantity: 1 },
};

const move = statement(
  'move stock of an order',
  `WITH reserved AS MATERIALIZED (
     -- The ledger knows what the order reserved, and what it released when it was changed. A product whose stock wasn't
     -- tracked then stays untouched now. A return says how much of which products comes back; the others move all.
     SELECT product_id, coalesce(
       (:quantities::numeric[])[array_position(:product_ids::int[], product_id)], sum(quantity)) AS quantity
     FROM stock_movements
     WHERE tenant_id = :tenant_id AND order_id = :order_id AND type IN ('reservation', 'release')
       AND (:product_ids::int[] IS NULL OR product_id = ANY (:product_ids::int[]))
     GROUP BY product_id HAVING sum(quantity) > 0
   ), locked AS MATERIALIZED (
     -- Balances are locked by product id, as when an order is placed.
     SELECT b.product_id, b.on_hand, r.quantity, b.on_hand + r.quantity * :on_hand::int AS new_on_hand,
       b.reserved + r.quantity * :reserved::int AS new_reserved
     FROM (SELECT * FROM reserved ORDER BY product_id) r CROSS JOIN LATERAL (
       SELECT product_id, on_hand, reserved FROM stock_balances
       WHERE tenant_id = :tenant_id AND product_id = r.product_id FOR UPDATE
     ) b
   ), refused AS MATERIALIZED (
     SELECT product_id, quantity, on_hand FROM locked WHERE new_on_hand NOT BETWEEN 0 AND ${MAX_STOCK}
   ), moved AS (
     -- New values come from the locked rows. An UPDATE that waited starts with the row as it was when the statement
     -- began, and checks constraints on that before it reads the row again: a shipment failed while stock came in.
     UPDATE stock_balances b SET on_hand = l.new_on_hand, reserved = l.new_reserved, updated_at = statement_timestamp()
     FROM locked l
     WHERE b.tenant_id = :tenant_id AND b.product_id = l.product_id AND (SELECT count(*) FROM refused) = 0
     RETURNING b.product_id, b.on_hand, b.reserved, l.quantity * :quantity::int AS quantity
   ), ledger AS (
     INSERT INTO stock_movements (tenant_id, product_id, type, quantity, on_hand_after, reserved_after, order_id, actor)
     SELECT :tenant_id, product_id, :type, quantity, on_hand, reserved, :order_id, :actor FROM moved ORDER BY product_id
   )
   SELECT product_id AS "productId", trim_scale(quantity) AS requested, trim_scale(on_hand) AS "onHand"
   FROM refused ORDER BY product_id`,
);

/** A product that could not be moved. Quantities are decimal text. */
export interface RefusedMove {
  readonly productId: number;
  /** The order's quantity of the product. */
  readonly requested: string;
  readonly onHand: string;
}

/** How much comes back, by product; see `quantitiesByProduct`. */
export type ReturnedQuantities = ReadonlyMap<number, string>;

/**
 * Moves the stock of an order's lines, all or nothing; of a return only what comes back. Returns the products that stopped
 * it: too little is on hand to ship, or more would come back than a balance can hold.
 */
export function moveStock(
  tx: Transaction,
  order: { readonly tenantId: number; readonly id: number },
  type: Move,
  actor: string,
  returned: ReturnedQuantities | null = null,
): Promise<RefusedMove[]> {
  return move<RefusedMove>(tx, {
    product_ids: returned && [...returned.keys()],
    quantities: returned && [...returned.values()],
    tenant_id: order.tenantId,
    order_id: order.id,
    type,
    actor,
    ...EFFECTS[type],
  });
}
