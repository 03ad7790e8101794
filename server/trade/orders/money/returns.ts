import type { NoFields, Schemas } from '../../../base/contract.ts';
import { microText, toMicro } from '../../../base/money.ts';
import { problemAt } from '../../../base/problems/api-problem.ts';
import type { Transaction } from '../../../db/querier.ts';
import { moveStock } from '../change/move-stock.ts';
import { insufficientOnHand } from '../change/transition-order.ts';
import { requireRoom } from '../rules/order-entries.ts';
import { quantitiesByProduct } from '../rules/returned-quantities.ts';
import type { StoredOrder } from '../store.ts';
import { type RefundRequest, refundOrder } from './refunds.ts';
import { writeReturn } from './return-store.ts';
import { requireReturnable, requireRoomForItems } from './returnable-lines.ts';

type Order = Schemas['Order'];

export interface ReturnRequest extends Omit<RefundRequest, 'body' | 'pointer'> {
  readonly body: Schemas['ReturnCreate'];
}

/** Records goods that came back, restocks them and pays them back, as far as the request says so. */
export async function returnOrder(tx: Transaction, request: ReturnRequest): Promise<StoredOrder> {
  const { tenantId, order, body, actor } = request;
  const { items, restock, reason, refund, ...unread } = body;
  unread satisfies NoFields;
  requireShipped(order);
  requireReturnable(order, items);
  requireRoom('return', order.returns);
  requireRoomForItems(order, items);
  const returned = items.map((item) => toReturnItem(order, item));
  if (restock) await restockGoods(tx, request, returned);
  const added = { tenantId, id: order.id, returned, restock, reason, actor };
  const refundId = refund ? order.refunds.length + 1 : null;
  const stored = await writeReturn(tx, { ...added, refundId, items: withReturned(order, items) });
  return refund ? refundOrder(tx, { ...request, body: refund, pointer: '/refund' }) : stored;
}

function requireShipped({ status }: Order): void {
  if (status === 'In_Transit' || status === 'Delivered') return;
  const detail =
    status === 'Canceled'
      ? 'The order is Canceled; it has no goods that could come back.'
      : `The order is ${status}; goods can come back once it is In_Transit or Delivered.`;
  throw problemAt('return_not_allowed', '/items', `the order is ${status}`, detail);
}

function toReturnItem(
  order: Order,
  { line, quantity, ...unread }: Schemas['ReturnItemCreate'],
): Schemas['ReturnItem'] {
  unread satisfies NoFields;
  return { line, product_id: order.items[line - 1]!.product_id, quantity };
}

/** As with a cancellation, the stock of a product that was deleted since comes back as well. */
async function restockGoods(
  tx: Transaction,
  { tenantId, order, actor }: ReturnRequest,
  returned: readonly Schemas['ReturnItem'][],
): Promise<void> {
  const quantities = quantitiesByProduct(
    returned.map(({ product_id, quantity }) => ({ productId: product_id, micro: toMicro(quantity) })),
  );
  const refused = await moveStock(tx, { tenantId, id: order.id }, 'return', actor, quantities);
  if (refused.length > 0) throw insufficientOnHand(order, refused, true);
}

/** The order's lines after the return. */
function withReturned(order: Order, items: readonly Schemas['ReturnItemCreate'][]): Order['items'] {
  const added = new Map(items.map(({ line, quantity }) => [line, toMicro(quantity)]));
  return order.items.map((item, index) => ({
    ...item,
    returned_quantity: Number(microText(toMicro(item.returned_quantity) + (added.get(index + 1) ?? 0n))),
  }));
}
