import type { Context } from '../context.ts';
import type { Handler } from '../handler.ts';
import { createdHeaders } from '../resources/resource.ts';
import { findAvailable } from '../stock/store.ts';
import { amountsOf, reservationsOf } from './build-order.ts';
import { orderDetails } from './order-details.ts';
import { placeOrder } from './place-order.ts';
import { computeQuote } from './quote.ts';
import { orderResource } from './store.ts';
import { withCustomer } from './with-customer.ts';

export const createOrder =
  ({ nowMs }: Context): Handler<'createOrder'> =>
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
  ({ nowMs }: Context): Handler<'quoteOrder'> =>
  async ({ caller, body }, reply, tx) => {
    // An order with these details would be refused, so its quote is, too.
    orderDetails(body, nowMs());
    const db = tx.reads ?? tx;
    const order = await withCustomer(db, caller.tenantId, body);
    const quote = await computeQuote(db, caller, order);
    const reservations = reservationsOf(quote.lines).filter(({ allowBackorder }) => !allowBackorder);
    const available = await findAvailable(
      db,
      caller.tenantId,
      reservations.map(({ productId }) => productId),
    );
    const isAvailable = reservations.every(
      ({ productId, quantity }) => Number(available.get(productId) ?? 0) >= Number(quantity),
    );
    return reply(200, { ...amountsOf(caller, order, quote), available: isAvailable });
  };
