import { expect, it } from 'vitest';
import { onServer } from '../../support/databases.ts';
import { useTestEnvironment } from '../../support/test-environment.ts';
import { insertProducts } from '../bench/seed-products.ts';
import { fillCustomers, fillOrders, TEMPLATE } from './fill-orders.ts';
import { orderRequests } from './order-requests.ts';

/** `npm run program growth orders` does the same with a million, and compares what the requests cost. */
const ORDERS = 600;
const PRODUCTS = 200;

it('fills a shop with copies of an order that was placed, which all the requests find', async () => {
  const { databaseUrl, tenant, context } = await useTestEnvironment();
  const { tenantId, request } = await tenant();
  await onServer(databaseUrl, (client) => insertProducts(client, tenantId, PRODUCTS));
  const shop = { tenantId, products: PRODUCTS, customers: ORDERS, orders: ORDERS };
  await fillCustomers(databaseUrl, shop);
  const placed = await request('POST', '/orders', { body: TEMPLATE });
  const { id } = (await placed.json()) as { id: number };
  await fillOrders(databaseUrl, shop, id, () => {});

  const copies = ORDERS + 1;
  const [rows] = await context.db.query(
    `SELECT (SELECT count(*) FROM orders)::int AS orders, (SELECT count(*) FROM order_lines)::int AS lines,
       (SELECT count(*) FROM stock_movements)::int AS movements, (SELECT count(*) FROM events)::int AS events`,
    [],
  );
  expect(rows).toEqual({ orders: copies, lines: 3 * copies, movements: 3 * copies, events: copies });

  const filled = { products: PRODUCTS, firstOrderId: id + 1, orders: ORDERS, filledAt: new Date() };
  for (const { title, requests } of orderRequests(filled)) {
    const { method, path, body } = requests.at(-1)!;
    const response = await request(method, path.replace('/api/v1', ''), { raw: body?.replaceAll('@', '1') });
    expect(response.ok, title).toBe(true);
    const { data } = (await response.json()) as { data?: readonly object[] };
    if (path.includes('limit=')) expect(data, title).toHaveLength(20);
  }
});
