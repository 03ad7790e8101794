import { createdHeaders, type Handler } from '../resources/handler.ts';
import { ofPriceTable, withCustomer, withPriceTable } from './place/order-references.ts';
import { placeOrder } from './place/place-order.ts';
import { type Quote, quoteOf, readContext } from './place/quote.ts';
import { amountsOf, reservationsOf } from './rules/build-order.ts';
import { orderResource } from './store.ts';

const headersOf = createdHeaders(orderResource);

export const createOrder: Handler<'createOrder'> = async (call, reply, tx) => {
  const { caller, body } = call;
  const db = tx.reads ?? tx;
  const order = await withCustomer(db, caller.tenantId, await withPriceTable(db, caller.tenantId, body));
  const placed = await placeOrder(tx, call, order).catch(ofPriceTable(body));
  return reply(201, placed.document, headersOf(placed));
};

export const quoteOrder: Handler<'quoteOrder'> = async (call, reply, tx) => {
  const { caller, body } = call;
  const db = tx.reads ?? tx;
  const order = await withCustomer(db, caller.tenantId, await withPriceTable(db, caller.tenantId, body));
  const context = await readContext(db, caller, order, { withStock: true });
  const quote = await quoteOf(db, call, order, context).catch(ofPriceTable(body));
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
