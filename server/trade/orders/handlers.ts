import type { Clock } from '../../base/time/clock.ts';
import type { Handler } from '../resources/handler.ts';
import { createdHeaders } from '../resources/resource.ts';
import { orderDetails } from './place/order-details.ts';
import { placeOrder } from './place/place-order.ts';
import { type Quote, quoteOf, readContext } from './place/quote.ts';
import { withCustomer } from './place/with-customer.ts';
import { amountsOf, reservationsOf } from './rules/build-order.ts';
import { orderResource } from './store.ts';

export const createOrder =
  ({ nowMs }: Clock): Handler<'createOrder'> =>
  async ({ caller, body }, reply, tx) => {
    const placed = await placeOrder(
      tx,
      caller,
      await withCustomer(tx.reads ?? tx, caller.tenantId, body),
      nowMs(),
    );
    return reply(201, placed.document, createdHeaders(orderResource, placed));
  };

export const quoteOrder =
  ({ nowMs }: Clock): Handler<'quoteOrder'> =>
  async ({ caller, body }, reply, tx) => {
    // An order with these details would be refused, so its quote is, too.
    orderDetails(body, nowMs());
    const db = tx.reads ?? tx;
    const order = await withCustomer(db, caller.tenantId, body);
    const context = await readContext(db, caller, order, { withStock: true });
    const quote = await quoteOf(db, caller, order, context);
    return reply(200, Object.assign(amountsOf(caller, order, quote), { in_stock: isInStock(quote) }));
  };

/** Whether an order with these lines would find enough stock now. Its context was read with the stock. */
function isInStock({ lines }: Quote): boolean {
  const available = new Map(lines.map(({ product }) => [product.id, product.available]));
  return reservationsOf(lines).every(
    ({ productId, quantity, allowBackorder }) =>
      allowBackorder || Number(available.get(productId) ?? 0) >= Number(quantity),
  );
}
