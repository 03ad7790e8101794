import type { Order, Tradepost } from '@tradepost/sdk';
import type { FileOrder } from './day-file.ts';

/** Records the payments and refunds that the order doesn't have yet. They are known by their references. */
export async function recordMoney(tp: Tradepost, order: Order, file: FileOrder): Promise<Order> {
  let current = order;
  for (const { id, amount, method } of missing(file.payments, order.payments))
    current = await tp.orders.addPayment(
      order.id,
      { amount, method, reference: id },
      { idempotencyKey: `payment-${id}` },
    );
  for (const { id, amount, reason } of missing(file.refunds, order.refunds))
    current = await tp.orders.refund(
      order.id,
      { amount, reason, reference: id },
      { idempotencyKey: `refund-${id}` },
    );
  return current;
}

/** The rows of the file that nothing recorded refers to. */
export function missing<Row extends { readonly id: string }>(
  rows: readonly Row[],
  recorded: readonly { readonly reference: string | null }[],
): Row[] {
  const references = new Set(recorded.map(({ reference }) => reference));
  return rows.filter(({ id }) => !references.has(id));
}
