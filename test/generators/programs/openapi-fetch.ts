// openapi-typescript with its default flags, and openapi-fetch.
import createClient from 'openapi-fetch';
import type { paths } from '../generated/typescript/openapi-fetch/schema.ts';

const { TRADEPOST_URL, TRADEPOST_KEY } = process.env;
const api = createClient<paths>({
  baseUrl: `${TRADEPOST_URL}/api/v1`,
  headers: { Authorization: `Bearer ${TRADEPOST_KEY}` },
});

function must<T>({ data, error }: { data?: T; error?: { detail: string } }): T {
  if (data === undefined) throw new Error(error?.detail);
  return data;
}

const customer = must(await api.POST('/customers', { body: { type: 'person', name: 'Maria Souza' } }));
const product = must(await api.POST('/products', { body: { name: 'Café', sku: 'CAF-500', price: 39.9 } }));
must(
  await api.POST('/stock/{product_id}/adjustments', {
    params: { path: { product_id: product.id } },
    body: { mode: 'set', quantity: 10, reason: 'initial' },
  }),
);
const { id, total } = must(
  await api.POST('/orders', {
    params: { header: { 'Idempotency-Key': 'order-1' } },
    body: { customer_id: customer.id, items: [{ sku: product.sku, quantity: 3 }] },
  }),
);
const params = { path: { order_id: id } };
must(await api.POST('/orders/{order_id}/payments', { params, body: { amount: total, method: 'pix' } }));
must(await api.POST('/orders/{order_id}/status', { params, body: { status: 'In_Transit' } }));
must(await api.POST('/orders/{order_id}/delivery-attempts', { params, body: { outcome: 'delivered' } }));

const page = must(await api.GET('/orders', { params: { query: { status: ['Delivered'], limit: 10 } } }));
// @ts-expect-error A list is a page and nothing else.
page satisfies string;
const orders = page.data.map((order) => ({
  total: order.total,
  status: order.status,
  paid: order.paid_total,
}));
const csv = must(await api.GET('/exports/orders', { params: { query: { format: 'csv' } }, parseAs: 'text' }));
console.log(
  JSON.stringify({ orders, more: page.page.has_more, csvLines: csv.trimEnd().split('\r\n').length }),
);
