// orval with its client for fetch.
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
} from '../generated/typescript/orval/api.ts';

function must<R extends { status: number; data: unknown }, S extends R['status']>(
  response: R,
  status: S,
): Extract<R, { status: S }>['data'] {
  if (response.status !== status) throw new Error(`${response.status}, not ${status}`);
  return response.data as Extract<R, { status: S }>['data'];
}

const customer = must(await createCustomer({ type: 'person', name: 'Maria Souza' }), 201);
const product = must(await createProduct({ name: 'Café', sku: 'CAF-500', price: 39.9 }), 201);
must(await adjustStock(product.id, { mode: 'set', quantity: 10, reason: 'initial' }), 201);
const order = must(
  await createOrder(
    { customer_id: customer.id, items: [{ sku: product.sku, quantity: 3 }] },
    { headers: { 'Idempotency-Key': 'order-1' } },
  ),
  201,
);
must(await addOrderPayment(order.id, { amount: order.total, method: 'pix' }), 201);
must(await setOrderStatus(order.id, { status: 'In_Transit' }), 200);
must(await addDeliveryAttempt(order.id, { outcome: 'delivered' }), 201);

const page = must(await listOrders({ status: ['Delivered'], limit: 10 }), 200);
// @ts-expect-error A list is a page and nothing else.
page satisfies string;
const orders = page.data.map(({ total, status, paid_total }) => ({ total, status, paid: paid_total }));
// As NDJSON, orval's type is a stream, which has no data.
const exported = await exportOrders({ format: 'csv' });
if (!('data' in exported)) throw new Error('CSV is text');
const csv = must(exported, 200);
console.log(
  JSON.stringify({ orders, more: page.page.has_more, csvLines: csv.trimEnd().split('\r\n').length }),
);
