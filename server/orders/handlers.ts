import type { Context } from '../context.ts';
import { basePath } from '../contract.ts';
import { listPage } from '../db/listing.ts';
import type { Transaction } from '../db/querier.ts';
import { ApiProblem, notFound } from '../errors.ts';
import type { Handler } from '../handler.ts';
import { etagOf } from '../versions.ts';
import { composeOrder } from './compose.ts';
import { type Line, namesIn, resolveLines, unusable } from './lines.ts';
import { placeOrder, type Shortage } from './place-order.ts';
import { findCustomerStatus, findOrder, findSellableProducts, orderList } from './store.ts';

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
  await requireCustomer(tx, caller.tenantId, body.customer_id);
  const lines = resolveLines(
    body.items,
    await findSellableProducts(tx, caller.tenantId, namesIn(body.items)),
  );
  const placed = await placeOrder(tx, composeOrder(caller, body, lines));
  if (Array.isArray(placed)) throw shortOf(lines, placed);
  return reply(201, placed.document, {
    ETag: etagOf(placed.version),
    Location: `${basePath}/orders/${placed.id}`,
  });
};

async function requireCustomer(tx: Transaction, tenantId: number, id: number): Promise<void> {
  const status = await findCustomerStatus(tx, tenantId, id);
  if (status === 'active') return;
  const detail = status === undefined ? 'no customer has this id' : 'the customer is not active';
  throw unusable([{ pointer: '#/customer_id', code: 'invalid_reference', detail }]);
}

/** One fault for each line of a product that falls short, with what is available of it. */
function shortOf(lines: readonly Line[], shortages: readonly Shortage[]): ApiProblem {
  const available = new Map(shortages.map((shortage) => [shortage.productId, shortage.available]));
  const errors = lines.flatMap(({ product }, index) =>
    available.has(product.id)
      ? [
          {
            pointer: `#/items/${index}/quantity`,
            code: 'insufficient_stock',
            detail: `${available.get(product.id)} available of ${product.sku}`,
          },
        ]
      : [],
  );
  return new ApiProblem('insufficient_stock', `${shortages.length} of the products fall short; see errors.`, {
    errors,
  });
}
