import type { Order, Tradepost } from '@tradepost/sdk';
import type { FileOrder } from './day-file.ts';
import { missing } from './payments.ts';

/** Ships an order that has left the warehouse. */
export async function shipGoods(tp: Tradepost, order: Order, { status }: FileOrder): Promise<Order> {
  if (order.status !== 'Pending' || status === 'Pending') return order;
  return tp.orders.setStatus(order.id, { status }, { idempotencyKey: `ship-${order.id}` });
}

/** Records what came back and isn't recorded yet, with its refund, whose reference tells them apart. */
export async function takeGoodsBack(tp: Tradepost, order: Order, { returns }: FileOrder): Promise<Order> {
  let current = order;
  for (const { id, line, quantity, amount, reason } of missing(returns, order.refunds))
    current = await tp.orders.return(
      order.id,
      { items: [{ line, quantity }], restock: true, reason, refund: { amount, reason, reference: id } },
      { idempotencyKey: `return-${id}` },
    );
  return current;
}
