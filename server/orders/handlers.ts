import type { Context } from '../context.ts';
import { basePath } from '../contract.ts';
import { listPage } from '../db/listing.ts';
import { notFound } from '../errors.ts';
import type { Handler } from '../handler.ts';
import { etagOf } from '../preconditions.ts';
import { findAvailable } from '../stock/store.ts';
import { amountsOf, reservationsOf } from './build-order.ts';
import { placeOrder } from './place-order.ts';
import { computeQuote } from './quote.ts';
import { findOrder, orderList } from './store.ts';

export const listOrders =
  ({ cursors }: Context): Handler<'listOrders'> =>
  async ({ caller, query }, reply, db) =>
    reply(200, await listPage(db, { spec: orderList, cursors, tenantId: caller.tenantId, query }));

export const getOrder: Handler<'getOrder'> = async ({ caller, path }, reply, db) => {
  const order = await findOrder(db, caller.tenantId, path.order_id);
  if (!order) throw notFound('order', 'order_id');
  return reply(200, order.document, { ETag: etagOf(order.version) });
};

export const createOrder: Handler<'createOrder'> = async ({ caller, body }, reply, tx) => {
  const placed = await placeOrder(tx, caller, body);
  return reply(201, placed.document, {
    ETag: etagOf(placed.version),
    Location: `${basePath}/orders/${placed.id}`,
  });
};

export const quoteOrder: Handler<'quoteOrder'> = async ({ caller, body }, reply, tx) => {
  const quote = await computeQuote(tx, caller, body);
  const reservations = reservationsOf(quote.lines).filter(({ allowBackorder }) => !allowBackorder);
  const available = await findAvailable(
    tx,
    caller.tenantId,
    reservations.map(({ productId }) => productId),
  );
  const isAvailable = reservations.every(
    ({ productId, quantity }) => Number(available.get(productId) ?? 0) >= Number(quantity),
  );
  return reply(200, { ...amountsOf(caller, body, quote), available: isAvailable });
};
