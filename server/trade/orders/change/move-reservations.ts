import { microText, toMicro } from '../../../base/money.ts';
import { RetryTransactionError } from '../../../db/pool/retry-transaction-error.ts';
import type { Transaction } from '../../../db/querier.ts';
import { statement } from '../../../db/sql/statement.ts';
import { MAX_STOCK } from '../../catalogue/stock/level.ts';
import { lockedBalances } from '../../catalogue/stock/lock-balances.ts';
import type { Reservation, Shortage } from '../place/new-order.ts';

// Quantities are read by their position in :product_ids, see reserve-stock-sql.ts.
const change = (product: string) => `(:changes::numeric[])[array_position(:product_ids::int[], ${product})]`;

const move = statement(
  'move reservations of a changed order',
  `WITH locked AS MATERIALIZED (
     ${lockedBalances('b.product_id, b.on_hand - b.reserved AS available, b.reserved', 'true')}
   ), short AS MATERIALIZED (
     -- Giving back is always possible, even if too little is there for what remains.
     SELECT product_id, available FROM locked
     WHERE ${change('product_id')} > 0 AND (reserved + ${change('product_id')} > ${MAX_STOCK}
       OR available < ${change('product_id')} AND NOT (:backorders::boolean[])[array_position(:product_ids, product_id)])
   ), moved AS (
     -- Computed from the locked rows, not from b: move-stock.ts has the reason.
     UPDATE stock_balances b SET reserved = l.reserved + ${change('l.product_id')}, updated_at = statement_timestamp()
     FROM locked l
     WHERE b.tenant_id = :tenant_id AND b.product_id = l.product_id AND (SELECT count(*) FROM short) = 0
     RETURNING b.product_id, b.on_hand, b.reserved
   ), ledger AS (
     INSERT INTO stock_movements (tenant_id, product_id, type, quantity, on_hand_after, reserved_after, order_id, actor)
     SELECT :tenant_id, product_id, CASE WHEN ${change('product_id')} > 0 THEN 'reservation' ELSE 'release' END,
       ${change('product_id')}, on_hand, reserved, :order_id, :actor
     FROM moved ORDER BY product_id
   )
   SELECT (SELECT count(*) FROM locked) AS locked,
     (SELECT json_agg(json_build_array(product_id, available::text)) FROM short) AS short`,
);

interface Row {
  readonly locked: number;
  /** JSON text of `[product_id, available]`; null if there is none. */
  readonly short: string | null;
}

export interface ReservationMove {
  readonly tenantId: number;
  readonly orderId: number;
  readonly actor: string;
  /** What the order has reserved so far, by product. */
  readonly reserved: ReadonlyMap<number, number>;
  readonly wanted: readonly Reservation[];
}

/**
 * Moves an order's reservations to what it wants now, all or nothing. Returns the products with too little stock, each with
 * what the order could have of it: what is available, and what it has reserved itself.
 */
export async function moveReservations(
  tx: Transaction,
  { tenantId, orderId, actor, reserved, wanted }: ReservationMove,
): Promise<Shortage[]> {
  const changes = changesOf(reserved, wanted);
  if (changes.length === 0) return [];
  const [row] = await move<Row>(tx, {
    tenant_id: tenantId,
    order_id: orderId,
    actor,
    product_ids: changes.map(({ productId }) => productId),
    changes: changes.map(({ micro }) => microText(micro)),
    backorders: changes.map(({ allowBackorder }) => allowBackorder),
  });
  if (row!.locked !== changes.length)
    throw new RetryTransactionError('A product was deleted while the order was computed.');
  return (JSON.parse(row!.short ?? '[]') as [number, string][]).map(([productId, available]) => ({
    productId,
    available: microText(toMicro(available) + toMicro(reserved.get(productId) ?? 0)),
  }));
}

interface Change {
  readonly productId: number;
  readonly micro: bigint;
  readonly allowBackorder: boolean;
}

/** By how much each reservation changes, in millionths. */
function changesOf(reserved: ReadonlyMap<number, number>, wanted: readonly Reservation[]): Change[] {
  const given = new Map(reserved);
  const changes = wanted.map(({ productId, quantity, allowBackorder }) => {
    const micro = toMicro(quantity) - toMicro(given.get(productId) ?? 0);
    given.delete(productId);
    return { productId, micro, allowBackorder };
  });
  const released = [...given].map(([productId, quantity]) => ({
    ...{ productId, micro: -toMicro(quantity), allowBackorder: false },
  }));
  return [...changes, ...released].filter(({ micro }) => micro !== 0n);
}
