import { randomUUID } from 'node:crypto';
import type { Client } from '../chaos/client.ts';
import type { WriteHistory } from '../chaos/write-history.ts';
import type { ReadRequest } from './reader.ts';

/** As many as a batch takes. */
const PRODUCTS = 100;
const ORDERS = 30;
const DAY_MS = 86_400_000;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * Whole exports and reports read all rows there are, so they take longer the more a shop has sold. A shop that sells nothing more
 * has the same ones for half an hour, in tables that grow.
 */
export async function fillStillShop(client: Client, tenantId: number, history: WriteHistory): Promise<void> {
  const send = <T>(path: string, body: object): Promise<T> =>
    client.send<T>({ method: 'POST', path, body, idempotencyKey: randomUUID() });
  const product = () => ({
    name: 'Café torrado 500 g',
    sku: randomUUID(),
    price: 9.5,
    allow_backorder: true,
  });
  const { results } = await send<{ results: { data: { id: number } }[] }>('/products/batch', {
    items: Array.from({ length: PRODUCTS }, product),
  });
  const products = results.map(({ data }) => data.id);
  for (const id of products) history.add('product.created', tenantId, id);
  const customer = await send<{ id: number }>('/customers', { type: 'person', name: 'Maria' });
  history.add('customer.created', tenantId, customer.id);
  for (let n = 0; n < ORDERS; n += 1) {
    const items = [{ product_id: products[n]!, quantity: 1 }];
    const order = await send<{ id: number }>('/orders', { customer_id: customer.id, items });
    history.add('order.created', tenantId, order.id);
  }
}

/** The days are those of the start, whenever the requests are sent. */
export function stillRequests(now: number): readonly ReadRequest[] {
  const range = `start_date=${dayOf(now - DAY_MS)}&end_date=${dayOf(now + DAY_MS)}&time_zone=UTC`;
  return [
    ['export', '/exports/products?format=csv'],
    ['exported orders', '/exports/orders?format=csv'],
    ['report', `/reports/sales?${range}&group_by=product`],
  ];
}
