import { causeValues } from '../../../db/event-cause.ts';
import { RetryTransactionError } from '../../../db/pool/retry-transaction-error.ts';
import type { Transaction } from '../../../db/querier.ts';
import type { StoredOrder } from '../store.ts';
import { insertWithUses } from './insert-order-sql.ts';
import { orderOnce, plainOrder, stockOf, TRANSITIONS } from './insert-plain-orders.ts';
import type { InsertedRow, NewOrder, Reservation, Shortage } from './new-order.ts';

/**
 * Reserves the stock of the whole order, counts its coupon and promotions as used, and writes it with its event, all in
 * one statement. If any product is short, nothing is written and the shortages are returned.
 */
export async function insertOrder(
  tx: Transaction,
  order: NewOrder,
  reservations: readonly Reservation[],
): Promise<StoredOrder | Shortage[]> {
  const rows = await insert(tx, order, reservations);
  const [inserted] = rows;
  if (!inserted) throw new RetryTransactionError('A product was deleted while the order was computed.');
  return inserted.document === null ? rows : inserted;
}

/** Without uses there is nothing left to undo: the statement writes the whole order or nothing, so it may be the final one. */
async function insert(
  tx: Transaction,
  order: NewOrder,
  reservations: readonly Reservation[],
): Promise<InsertedRow[]> {
  const { coupon_id, coupon_discount, promotion_ids, ...row } = order;
  if (coupon_id !== null || promotion_ids.length > 0) return insertCounted(tx, order, reservations);
  const final = tx.finalOnce ?? tx.final;
  const plain = { row, reservations, cause: causeValues(final?.cause), once: tx.finalOnce };
  const write = plain.once ? orderOnce : plainOrder;
  return (await final?.grouped?.(write, plain)) ?? write.one(final ?? tx, plain);
}

async function insertCounted(
  tx: Transaction,
  order: NewOrder,
  reservations: readonly Reservation[],
): Promise<InsertedRow[]> {
  const values = { allowed_transitions: TRANSITIONS, ...order, ...stockOf(reservations) };
  const rows = await insertWithUses<InsertedRow & { readonly uses: number }>(tx, values);
  const counted = new Set(order.promotion_ids).size + (order.coupon_id === null ? 0 : 1);
  if (rows[0] && rows[0].document !== null && rows[0].uses !== counted)
    throw new RetryTransactionError('A promotion got a usage limit while the order was computed.');
  return rows;
}
