// @hey-api/openapi-ts with its default plugins: types, an SDK, and its client for fetch.
import { client } from '../generated/typescript/hey-api/client.gen.ts';
import {
  addDeliveryAttempt,
  addOrderPayment,
  adjustStock,
  createCustomer,
  createOrder,
  createProduct,
  exportOrders,
  listOrders,
  setOrderStatus,
} from '../generated/typescript/hey-api/sdk.gen.ts';

const { TRADEPOST_URL, TRADEPOST_KEY } = process.env;
client.setConfig({ baseUrl: `${TRADEPOST_URL}/api/v1`, auth: () => TRADEPOST_KEY });
const throwOnError = true;

const { data: customer } = await createCustomer({
  body: { type: 'person', name: 'Maria Souza' },
  throwOnError,
});
const { data: product } = await createProduct({
  body: { name: 'Café', sku: 'CAF-500', price: 39.9 },
  throwOnError,
});
await adjustStock({
  path: { product_id: product.id },
  body: { mode: 'set', quantity: 10, reason: 'initial' },
  throwOnError,
});
const { data: order } = await createOrder({
  headers: { 'Idempotency-Key': 'order-1' },
  body: { customer_id: customer.id, items: [{ sku: product.sku, quantity: 3 }] },
  throwOnError,
});
const path = { order_id: order.id };
await addOrderPayment({ path, body: { amount: order.total, method: 'pix' }, throwOnError });
await setOrderStatus({ path, body: { status: 'In_Transit' }, throwOnError });
await addDeliveryAttempt({ path, body: { outcome: 'delivered' }, throwOnError });

const { data: page } = await listOrders({ query: { status: ['Delivered'], limit: 10 }, throwOnError });
// @ts-expect-error A list is a page and nothing else.
page satisfies string;
const orders = page.data.map(({ total, status, paid_total }) => ({ total, status, paid: paid_total }));
const { data: csv } = await exportOrders({ query: { format: 'csv' }, throwOnError });
console.log(
  JSON.stringify({ orders, more: page.page.has_more, csvLines: csv.trimEnd().split('\r\n').length }),
);
