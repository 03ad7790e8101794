import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { ConfigurationError, type Fetch, type OrderImport, Tradepost } from '@tradepost/sdk';
import { describe, expect, it, vi } from 'vitest';
import { failureOf } from './failure-of.ts';
import { API_KEY, json, startServer } from './recording-server.ts';

const product = { name: 'Café', sku: 'CAF-500', price: 39.9 };
const adjustment = { mode: 'delta', quantity: 5, reason: 'receipt' } as const;
const history: OrderImport = {
  items: [
    {
      ...{
        external_id: 'ERP-O-1',
        customer_id: 77,
        placed_at: '2024-05-10T13:20:00.000Z',
        status: 'Pending',
      },
      items: [{ sku: 'CAF-500', quantity: 3, unit_price: 36.5 }],
    },
  ],
};
const order = { customer_id: 77, items: [{ sku: 'CAF-500', quantity: 3 }] };
const customer = { type: 'person', name: 'Maria Souza' } as const;
const priceTable = { name: 'Atacado', code: 'ATACADO', kind: 'fixed' } as const;
const entries = {
  entries: [
    { product_id: 1001, min_quantity: 10, price: 34.9 },
    { product_id: 1002, price: null },
  ],
};
const promotion = { name: 'Café', discount: { type: 'percentage', percentage: 10 } } as const;
const coupon = { code: 'BEMVINDO10', promotion_id: 31 };
const trial = { coupon_code: 'bemvindo10', customer_id: 77, items: order.items };
const cancellation = { status: 'Canceled', reason: 'lost', restock: false } as const;
const payment = { amount: 122.73, method: 'pix' };
const refund = { amount: 22.73, reason: 'One bag was damaged', payment_id: 1 };
const goods = { items: [{ line: 1, quantity: 1 }], restock: true, reason: 'Ordered too many' };
const mistake = { reason: 'Recorded for the wrong order' };
const attempt = { outcome: 'failed', reason: 'Nobody at home' } as const;

/** Of a list, and of others, which nobody looks at. */
const answer = { data: [], page: { next_cursor: null, has_more: false } };

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

describe('an operation', () => {
  const operations: [string, (tp: Tradepost) => PromiseLike<unknown>, string, unknown?][] = [
    ['me', (tp) => tp.me(), 'GET /api/v1/me'],
    ['products.list', (tp) => tp.products.list(), 'GET /api/v1/products'],
    ['products.get', (tp) => tp.products.get(1), 'GET /api/v1/products/1'],
    ['products.create', (tp) => tp.products.create(product), 'POST /api/v1/products', product],
    [
      'products.update',
      (tp) => tp.products.update(1, { price: 2 }),
      'PATCH /api/v1/products/1',
      { price: 2 },
    ],
    [
      'products.upsert',
      (tp) => tp.products.upsert('ERP-1', product),
      'PUT /api/v1/products/external/ERP-1',
      product,
    ],
    [
      'products.batch',
      (tp) => tp.products.batch([product, { price: 2, external_id: 'ERP-1' }]),
      'POST /api/v1/products/batch',
      { items: [product, { price: 2, external_id: 'ERP-1' }] },
    ],
    ['products.delete', (tp) => tp.products.delete(1), 'DELETE /api/v1/products/1'],
    [
      'products.adjustStock',
      (tp) => tp.products.adjustStock(1, adjustment),
      'POST /api/v1/stock/1/adjustments',
      adjustment,
    ],
    ['categories.list', (tp) => tp.categories.list(), 'GET /api/v1/categories'],
    ['categories.get', (tp) => tp.categories.get(7), 'GET /api/v1/categories/7'],
    [
      'categories.create',
      (tp) => tp.categories.create({ name: 'Cafés' }),
      'POST /api/v1/categories',
      { name: 'Cafés' },
    ],
    [
      'categories.update',
      (tp) => tp.categories.update(7, { position: 2 }),
      'PATCH /api/v1/categories/7',
      { position: 2 },
    ],
    [
      'categories.upsert',
      (tp) => tp.categories.upsert('ERP-7', { name: 'Cafés' }),
      'PUT /api/v1/categories/external/ERP-7',
      { name: 'Cafés' },
    ],
    [
      'categories.batch',
      (tp) => tp.categories.batch([{ name: 'Cafés' }]),
      'POST /api/v1/categories/batch',
      { items: [{ name: 'Cafés' }] },
    ],
    ['categories.delete', (tp) => tp.categories.delete(7), 'DELETE /api/v1/categories/7'],
    ['customers.list', (tp) => tp.customers.list(), 'GET /api/v1/customers'],
    ['customers.get', (tp) => tp.customers.get(77), 'GET /api/v1/customers/77'],
    ['customers.create', (tp) => tp.customers.create(customer), 'POST /api/v1/customers', customer],
    [
      'customers.update',
      (tp) => tp.customers.update(77, { email: null }),
      'PATCH /api/v1/customers/77',
      { email: null },
    ],
    [
      'customers.upsert',
      (tp) => tp.customers.upsert('ERP-77', customer),
      'PUT /api/v1/customers/external/ERP-77',
      customer,
    ],
    [
      'customers.batch',
      (tp) => tp.customers.batch([customer]),
      'POST /api/v1/customers/batch',
      { items: [customer] },
    ],
    ['customers.delete', (tp) => tp.customers.delete(77), 'DELETE /api/v1/customers/77'],
    [
      'customers.erase',
      (tp) => tp.customers.erase({ customer_id: 77, reason: 'asked for' }),
      'POST /api/v1/customer-erasures',
      { customer_id: 77, reason: 'asked for' },
    ],
    ['customers.getErasure', (tp) => tp.customers.getErasure(12), 'GET /api/v1/customer-erasures/12'],
    [
      'customers.personalData',
      (tp) => tp.customers.personalData(77),
      'GET /api/v1/customer-personal-data/77',
    ],
    ['stock.list', (tp) => tp.stock.list(), 'GET /api/v1/stock'],
    [
      'stock.adjust',
      (tp) => tp.stock.adjust({ sku: 'CAF-500', ...adjustment }),
      'POST /api/v1/stock-adjustments',
      { sku: 'CAF-500', ...adjustment },
    ],
    [
      'stock.batch',
      (tp) => tp.stock.batch([{ external_id: 'ERP-1', ...adjustment }]),
      'POST /api/v1/stock-adjustments/batch',
      { items: [{ external_id: 'ERP-1', ...adjustment }] },
    ],
    ['stock.movements', (tp) => tp.stock.movements(), 'GET /api/v1/stock-movements'],
    ['priceTables.list', (tp) => tp.priceTables.list(), 'GET /api/v1/price-tables'],
    ['priceTables.get', (tp) => tp.priceTables.get(12), 'GET /api/v1/price-tables/12'],
    [
      'priceTables.create',
      (tp) => tp.priceTables.create(priceTable),
      'POST /api/v1/price-tables',
      priceTable,
    ],
    [
      'priceTables.update',
      (tp) => tp.priceTables.update(12, { ends_at: null }),
      'PATCH /api/v1/price-tables/12',
      { ends_at: null },
    ],
    [
      'priceTables.upsert',
      (tp) => tp.priceTables.upsert('ERP-12', priceTable),
      'PUT /api/v1/price-tables/external/ERP-12',
      priceTable,
    ],
    [
      'priceTables.batch',
      (tp) => tp.priceTables.batch([priceTable]),
      'POST /api/v1/price-tables/batch',
      { items: [priceTable] },
    ],
    ['priceTables.delete', (tp) => tp.priceTables.delete(12), 'DELETE /api/v1/price-tables/12'],
    ['priceTables.entries', (tp) => tp.priceTables.entries(12), 'GET /api/v1/price-table-entries/12'],
    [
      'priceTables.setEntries',
      (tp) => tp.priceTables.setEntries(12, entries),
      'PUT /api/v1/price-table-entries/12',
      entries,
    ],
    ['promotions.list', (tp) => tp.promotions.list(), 'GET /api/v1/promotions'],
    ['promotions.get', (tp) => tp.promotions.get(31), 'GET /api/v1/promotions/31'],
    ['promotions.create', (tp) => tp.promotions.create(promotion), 'POST /api/v1/promotions', promotion],
    [
      'promotions.update',
      (tp) => tp.promotions.update(31, { stackable: true }),
      'PATCH /api/v1/promotions/31',
      { stackable: true },
    ],
    [
      'promotions.upsert',
      (tp) => tp.promotions.upsert('ERP-31', promotion),
      'PUT /api/v1/promotions/external/ERP-31',
      promotion,
    ],
    [
      'promotions.batch',
      (tp) => tp.promotions.batch([promotion]),
      'POST /api/v1/promotions/batch',
      { items: [promotion] },
    ],
    ['promotions.delete', (tp) => tp.promotions.delete(31), 'DELETE /api/v1/promotions/31'],
    ['coupons.list', (tp) => tp.coupons.list(), 'GET /api/v1/coupons'],
    ['coupons.get', (tp) => tp.coupons.get(21), 'GET /api/v1/coupons/21'],
    ['coupons.create', (tp) => tp.coupons.create(coupon), 'POST /api/v1/coupons', coupon],
    [
      'coupons.update',
      (tp) => tp.coupons.update(21, { usage_limit: 100 }),
      'PATCH /api/v1/coupons/21',
      { usage_limit: 100 },
    ],
    [
      'coupons.upsert',
      (tp) => tp.coupons.upsert('ERP-21', coupon),
      'PUT /api/v1/coupons/external/ERP-21',
      coupon,
    ],
    ['coupons.batch', (tp) => tp.coupons.batch([coupon]), 'POST /api/v1/coupons/batch', { items: [coupon] }],
    ['coupons.delete', (tp) => tp.coupons.delete(21), 'DELETE /api/v1/coupons/21'],
    ['coupons.validate', (tp) => tp.coupons.validate(trial), 'POST /api/v1/coupons/validate', trial],
    ['coupons.redemptions', (tp) => tp.coupons.redemptions(21), 'GET /api/v1/coupon-redemptions/21'],
    ['orders.list', (tp) => tp.orders.list(), 'GET /api/v1/orders'],
    ['orders.get', (tp) => tp.orders.get(5001), 'GET /api/v1/orders/5001'],
    ['orders.create', (tp) => tp.orders.create(order), 'POST /api/v1/orders', order],
    [
      'orders.update',
      (tp) => tp.orders.update(5001, { notes: null }, { ifMatch: '"3"' }),
      'PATCH /api/v1/orders/5001',
      { notes: null },
    ],
    ['orders.import', (tp) => tp.orders.import(history), 'POST /api/v1/orders/import', history],
    ['orders.quote', (tp) => tp.orders.quote(order), 'POST /api/v1/orders/quote', order],
    [
      'orders.setStatus',
      (tp) => tp.orders.setStatus(5001, cancellation),
      'POST /api/v1/orders/5001/status',
      cancellation,
    ],
    [
      'orders.addPayment',
      (tp) => tp.orders.addPayment(5001, payment),
      'POST /api/v1/orders/5001/payments',
      payment,
    ],
    [
      'orders.voidPayment',
      (tp) => tp.orders.voidPayment(5001, 1, mistake),
      'POST /api/v1/orders/5001/payments/1/void',
      mistake,
    ],
    ['orders.refund', (tp) => tp.orders.refund(5001, refund), 'POST /api/v1/orders/5001/refunds', refund],
    [
      'reports.sales',
      (tp) => tp.reports.sales({ start_date: '2026-02-01', end_date: '2026-02-28', group_by: 'day' }),
      'GET /api/v1/reports/sales?start_date=2026-02-01&end_date=2026-02-28&group_by=day',
    ],
    ['orders.return', (tp) => tp.orders.return(5001, goods), 'POST /api/v1/orders/5001/returns', goods],
    [
      'orders.addDeliveryAttempt',
      (tp) => tp.orders.addDeliveryAttempt(5001, attempt),
      'POST /api/v1/orders/5001/delivery-attempts',
      attempt,
    ],
    [
      'products.getByExternalId',
      (tp) => tp.products.getByExternalId('ERP-1'),
      'GET /api/v1/products/external/ERP-1',
    ],
    [
      'products.updateByExternalId',
      (tp) => tp.products.updateByExternalId('ERP-1', { price: 2 }),
      'PATCH /api/v1/products/external/ERP-1',
      { price: 2 },
    ],
    [
      'products.deleteByExternalId',
      (tp) => tp.products.deleteByExternalId('ERP-1'),
      'DELETE /api/v1/products/external/ERP-1',
    ],
    [
      'categories.getByExternalId',
      (tp) => tp.categories.getByExternalId('ERP-7'),
      'GET /api/v1/categories/external/ERP-7',
    ],
    [
      'categories.updateByExternalId',
      (tp) => tp.categories.updateByExternalId('ERP-7', { position: 2 }),
      'PATCH /api/v1/categories/external/ERP-7',
      { position: 2 },
    ],
    [
      'categories.deleteByExternalId',
      (tp) => tp.categories.deleteByExternalId('ERP-7'),
      'DELETE /api/v1/categories/external/ERP-7',
    ],
    [
      'customers.getByExternalId',
      (tp) => tp.customers.getByExternalId('ERP-77'),
      'GET /api/v1/customers/external/ERP-77',
    ],
    [
      'customers.updateByExternalId',
      (tp) => tp.customers.updateByExternalId('ERP-77', { email: null }),
      'PATCH /api/v1/customers/external/ERP-77',
      { email: null },
    ],
    [
      'customers.deleteByExternalId',
      (tp) => tp.customers.deleteByExternalId('ERP-77'),
      'DELETE /api/v1/customers/external/ERP-77',
    ],
    [
      'priceTables.getByExternalId',
      (tp) => tp.priceTables.getByExternalId('ERP-12'),
      'GET /api/v1/price-tables/external/ERP-12',
    ],
    [
      'priceTables.updateByExternalId',
      (tp) => tp.priceTables.updateByExternalId('ERP-12', { ends_at: null }),
      'PATCH /api/v1/price-tables/external/ERP-12',
      { ends_at: null },
    ],
    [
      'priceTables.deleteByExternalId',
      (tp) => tp.priceTables.deleteByExternalId('ERP-12'),
      'DELETE /api/v1/price-tables/external/ERP-12',
    ],
    [
      'promotions.getByExternalId',
      (tp) => tp.promotions.getByExternalId('ERP-31'),
      'GET /api/v1/promotions/external/ERP-31',
    ],
    [
      'promotions.updateByExternalId',
      (tp) => tp.promotions.updateByExternalId('ERP-31', { stackable: true }),
      'PATCH /api/v1/promotions/external/ERP-31',
      { stackable: true },
    ],
    [
      'promotions.deleteByExternalId',
      (tp) => tp.promotions.deleteByExternalId('ERP-31'),
      'DELETE /api/v1/promotions/external/ERP-31',
    ],
    [
      'coupons.getByExternalId',
      (tp) => tp.coupons.getByExternalId('ERP-21'),
      'GET /api/v1/coupons/external/ERP-21',
    ],
    [
      'coupons.updateByExternalId',
      (tp) => tp.coupons.updateByExternalId('ERP-21', { usage_limit: 100 }),
      'PATCH /api/v1/coupons/external/ERP-21',
      { usage_limit: 100 },
    ],
    [
      'coupons.deleteByExternalId',
      (tp) => tp.coupons.deleteByExternalId('ERP-21'),
      'DELETE /api/v1/coupons/external/ERP-21',
    ],
    ['stock.getMovement', (tp) => tp.stock.getMovement(90001), 'GET /api/v1/stock-movements/90001'],
    ['orders.getPayment', (tp) => tp.orders.getPayment(5001, 1), 'GET /api/v1/orders/5001/payments/1'],
    ['orders.payments', (tp) => tp.orders.payments({ order_id: 5001 }), 'GET /api/v1/payments?order_id=5001'],
    ['orders.getRefund', (tp) => tp.orders.getRefund(5001, 1), 'GET /api/v1/orders/5001/refunds/1'],
    ['orders.refunds', (tp) => tp.orders.refunds({ order_id: 5001 }), 'GET /api/v1/refunds?order_id=5001'],
    ['orders.getReturn', (tp) => tp.orders.getReturn(5001, 1), 'GET /api/v1/orders/5001/returns/1'],
    ['orders.returns', (tp) => tp.orders.returns({ order_id: 5001 }), 'GET /api/v1/returns?order_id=5001'],
    [
      'orders.getDeliveryAttempt',
      (tp) => tp.orders.getDeliveryAttempt(5001, 1),
      'GET /api/v1/orders/5001/delivery-attempts/1',
    ],
    [
      'orders.deliveryAttempts',
      (tp) => tp.orders.deliveryAttempts({ order_id: 5001 }),
      'GET /api/v1/delivery-attempts?order_id=5001',
    ],
    ['events.list', (tp) => tp.events.list(), 'GET /api/v1/events'],
  ];

  const exports: [string, (tp: Tradepost) => PromiseLike<ReadableStream<Uint8Array>>, string][] = [
    ['products', (tp) => tp.products.export({ format: 'csv', sku: 'A' }), 'products?format=csv&sku=A'],
    ['categories', (tp) => tp.categories.export({ format: 'csv' }), 'categories?format=csv'],
    ['customers', (tp) => tp.customers.export({ format: 'ndjson' }), 'customers?format=ndjson'],
    ['stock', (tp) => tp.stock.export({ format: 'csv' }), 'stock?format=csv'],
    ['movements', (tp) => tp.stock.exportMovements({ format: 'csv' }), 'stock-movements?format=csv'],
    ['priceTables', (tp) => tp.priceTables.export({ format: 'csv' }), 'price-tables?format=csv'],
    [
      'entries',
      (tp) => tp.priceTables.exportEntries(12, { format: 'csv' }),
      'price-table-entries/12?format=csv',
    ],
    ['promotions', (tp) => tp.promotions.export({ format: 'csv' }), 'promotions?format=csv'],
    ['coupons', (tp) => tp.coupons.export({ format: 'csv' }), 'coupons?format=csv'],
    [
      'redemptions',
      (tp) => tp.coupons.exportRedemptions(21, { format: 'csv' }),
      'coupon-redemptions/21?format=csv',
    ],
    ['orders', (tp) => tp.orders.export({ format: 'csv', sort: '-id' }), 'orders?format=csv&sort=-id'],
    [
      'order lines',
      (tp) => tp.orders.exportLines({ format: 'csv', fields: ['sku', 'total'], dialect: 'excel-br' }),
      'order-lines?format=csv&fields=sku,total&dialect=excel-br',
    ],
    ['payments', (tp) => tp.orders.exportPayments({ format: 'csv' }), 'payments?format=csv'],
    ['refunds', (tp) => tp.orders.exportRefunds({ format: 'csv' }), 'refunds?format=csv'],
    ['returns', (tp) => tp.orders.exportReturns({ format: 'csv' }), 'returns?format=csv'],
    [
      'delivery-attempts',
      (tp) => tp.orders.exportDeliveryAttempts({ format: 'csv' }),
      'delivery-attempts?format=csv',
    ],
    ['events', (tp) => tp.events.export({ format: 'ndjson' }), 'events?format=ndjson'],
  ];

  it.each(exports)('exports %s unread, as the contract declares', async (_name, call, target) => {
    const { client, requests } = await startServer((response) =>
      response.writeHead(200, { 'content-type': 'text/csv' }).end('id\r\n1\r\n'),
    );
    expect(await new Response(await call(client())).text()).toBe('id\r\n1\r\n');
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([`GET /api/v1/exports/${target}`]);
    expect(requests[0]?.headers.accept).toBe('text/csv, application/x-ndjson');
  });

  it('is tested here if it is in the contract', () => {
    const bundle = readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8');
    const paths: Record<string, object> = JSON.parse(bundle).paths;
    const inContract = Object.entries(paths).flatMap(([path, item]) =>
      METHODS.filter((method) => method in item).map(
        (method) => `${method.toUpperCase()} /api/v1${path.replaceAll(/\{\w+\}/g, '{id}')}`,
      ),
    );
    const exported = exports.map(([_name, _call, target]) => `GET /api/v1/exports/${target.split('?')[0]}`);
    const inTable = [...operations.map(([_name, _call, line]) => line), ...exported].map((line) =>
      line.replace(/\?.*/, '').replaceAll(/\/(ERP-)?\d+/g, '/{id}'),
    );
    expect(inTable.sort()).toEqual(inContract.sort());
  });

  it.each(operations)('%s sends the request that the contract declares', async (_name, call, line, body) => {
    const { client, requests } = await startServer((response, { method, body }) => {
      const { items = [] } = JSON.parse(body || '{}');
      const results = items.map(() => ({}));
      if (method === 'DELETE') response.writeHead(204).end();
      else json(response, 200, line.endsWith('/batch') ? { results } : answer);
    });

    const data = await call(client());

    if (line.startsWith('DELETE')) expect(data).toBeUndefined();
    else if (line.endsWith('/batch'))
      expect(data).toEqual((body as { items: object[] }).items.map(() => ({})));
    else expect(data).toEqual(answer);
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([line]);
    expect(requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${API_KEY}`,
      accept: 'application/json',
    });
    expect(requests[0]?.headers['content-type']).toBe(body ? 'application/json' : undefined);
    expect(requests[0]?.body).toBe(body ? JSON.stringify(body) : '');
  });

  it('encodes the query', async () => {
    const { client, requests } = await startServer((response) => json(response, 200, answer));
    await client().customers.list({
      tax_id: '12.ABC.345/01DE-35',
      updated_since: '2026-01-31T12:00:00.000Z',
      limit: 5,
    });
    expect(requests[0]?.url).toBe(
      '/api/v1/customers?tax_id=12.ABC.345%2F01DE-35&updated_since=2026-01-31T12%3A00%3A00.000Z&limit=5',
    );
    const tp = client();
    await tp.orders.list({ status: ['Pending', 'In_Transit'] });
    await tp.client.GET('/orders', { params: { query: { status: ['Canceled'] } } });
    expect(requests.slice(1).map(({ url }) => url)).toEqual([
      '/api/v1/orders?status=Pending,In_Transit',
      '/api/v1/orders?status=Canceled',
    ]);
  });

  it('encodes an external id', async () => {
    const { client, requests } = await startServer((response) => json(response, 200, {}));
    await client().products.upsert('Café/500 g?', { price: 2 });
    expect(requests[0]?.url).toBe('/api/v1/products/external/Caf%C3%A9%2F500%20g%3F');
  });

  it('sends the given Idempotency-Key, or generates one for a POST that writes', async () => {
    const { client, requests } = await startServer((response) => json(response, 201, { results: [{}] }));
    const tp = client({ runtime: { uuid: () => 'generated-key' } });
    await tp.orders.create(order, { idempotencyKey: 'order-1' });
    await tp.products.adjustStock(1, adjustment, { idempotencyKey: 'count-1' });
    await tp.coupons.create(coupon, { idempotencyKey: 'coupon-1' });
    await tp.orders.setStatus(1, cancellation, { idempotencyKey: 'cancel-1' });
    await tp.orders.addPayment(1, payment, { idempotencyKey: 'payment-1' });
    await tp.orders.addDeliveryAttempt(1, attempt, { idempotencyKey: 'attempt-1' });
    await tp.customers.batch([customer], { idempotencyKey: 'customers-1' });
    await tp.products.create(product);
    await tp.orders.quote(order);
    await tp.coupons.validate(trial);
    await tp.products.update(1, { price: 2 });
    expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual([
      'order-1',
      'count-1',
      'coupon-1',
      'cancel-1',
      'payment-1',
      'attempt-1',
      'customers-1',
      'generated-key',
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('sends a version number in If-Match as its ETag, and an ETag as it is', async () => {
    const { client, requests } = await startServer((response, { method }) =>
      method === 'DELETE' ? response.writeHead(204).end() : json(response, 200, {}),
    );
    const tp = client();
    await tp.products.update(1, { price: 2 }, { ifMatch: 3 });
    await tp.categories.update(1, { position: 1 }, { ifMatch: '"4"' });
    await tp.customers.delete(1, { ifMatch: 5 });
    await tp.priceTables.setEntries(1, entries, { ifMatch: 6 });
    await tp.promotions.upsert('ERP-31', promotion, { ifMatch: 7 });
    await tp.orders.setStatus(1, { status: 'In_Transit' }, { ifMatch: 8, idempotencyKey: 'k' });
    await tp.customers.delete(1);
    expect(requests.map(({ headers }) => headers['if-match'])).toEqual([
      '"3"',
      '"4"',
      '"5"',
      '"6"',
      '"7"',
      '"8"',
      undefined,
    ]);
  });

  it('sends If-None-Match for an upsert that only creates', async () => {
    const { client, requests } = await startServer((response) => json(response, 201, {}));
    const tp = client();
    await tp.promotions.upsert('ERP-31', promotion, { ifNoneMatch: '*' });
    await tp.promotions.upsert('ERP-31', promotion, { ifNoneMatch: 7 });
    expect(requests.map(({ headers }) => headers['if-none-match'])).toEqual(['*', '"7"']);
  });

  it('uses the fetch from the configuration', async () => {
    const { baseUrl, client, requests } = await startServer((response) => json(response, 200, {}));
    const fetched: string[] = [];
    const tp = client({
      fetch: (url, request) => {
        fetched.push(`${request.method} ${url}`);
        return fetch(url, request);
      },
    });
    await tp.me();
    expect([fetched, requests.length]).toEqual([[`GET ${baseUrl}/api/v1/me`], 1]);
  });
});

describe('a fetch from the configuration', () => {
  const headers = new Headers();
  const read = async () => {
    const response = Response.json({});
    await response.text();
    return response;
  };

  it.each<[string, () => unknown]>([
    ['nothing', () => undefined],
    ['null, later', async () => null],
    ['a text', async () => '{}'],
    ['a body', async () => ({ id: 1 })],
    ['what axios returns', async () => ({ status: 200, headers, data: {} })],
    [
      'a response with headers of another kind',
      async () => ({ ok: true, status: 200, headers: {}, text: read }),
    ],
    ['a response that was read', read],
  ])('that returns %s is a ConfigurationError and is not called again', async (_, returned) => {
    const fetch = vi.fn(returned) as unknown as Fetch;
    const tp = new Tradepost({ apiKey: API_KEY, baseUrl: 'http://localhost:1', fetch });
    for (const call of [
      () => tp.orders.create({ customer_id: 77, items: [] }),
      () => tp.orders.export({ format: 'csv' }),
    ]) {
      expect(await failureOf(call())).toBeInstanceOf(ConfigurationError);
    }
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});

describe('batchAll', () => {
  it('sends an iterable in batches of the largest size, and yields each item with its result', async () => {
    const { client, requests } = await startServer((response, { body }) => {
      const { items } = JSON.parse(body) as { items: { sku: string }[] };
      const results = items.map(({ sku }, index) => ({ index, status: 201, data: { sku }, problem: null }));
      json(response, 200, { results });
    });
    async function* counts() {
      for (let i = 0; i < 2001; i += 1) yield { sku: `S${i}`, ...adjustment };
    }
    const seen: string[] = [];
    for await (const { index, item, data } of client().stock.batchAll(counts())) {
      expect(data?.sku).toBe(item.sku);
      seen.push(`${index} ${item.sku}`);
    }
    expect(seen).toEqual(Array.from({ length: 2001 }, (_, i) => `${i} S${i}`));
    expect(requests.map(({ body }) => JSON.parse(body).items.length)).toEqual([1000, 1000, 1]);
    expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(3);
  });

  it('sends nothing for no items, and nothing before it is iterated', async () => {
    const { client, requests } = await startServer((response) => json(response, 200, { results: [] }));
    client().products.batchAll([product]);
    for await (const _ of client().products.batchAll([]));
    expect(requests).toEqual([]);
  });
});

describe('a batch', () => {
  it('returns the result of each item, and does not throw for one that was refused', async () => {
    const results = [
      { index: 0, status: 201, data: { id: 1 }, problem: null },
      { index: 1, status: 422, data: null, problem: { code: 'invalid_reference' } },
    ];
    const { client } = await startServer((response) => json(response, 200, { results }));
    expect(await client().products.batch([product, { external_id: 'ERP-1', category_id: 9 }])).toEqual(
      results,
    );
  });
});

describe('a list', () => {
  const pages: Record<string, unknown> = {
    first: { data: [{ id: 1 }, { id: 2 }], page: { next_cursor: 'b/2', has_more: true } },
    'b/2': { data: [], page: { next_cursor: 'c', has_more: true } },
    c: { data: [{ id: 3 }], page: { next_cursor: null, has_more: false } },
  };
  const servePages = () =>
    startServer((response, { url }) => {
      const cursor = new URL(url ?? '', 'http://localhost').searchParams.get('cursor');
      json(response, 200, pages[cursor ?? 'first']);
    });

  it('is one page when it is awaited', async () => {
    const { client, requests } = await servePages();
    expect(await client().products.list({ limit: 2 })).toEqual(pages.first);
    expect(requests.length).toBe(1);
  });

  it('yields every row of every page when it is iterated, with the same filters for each page', async () => {
    const { client, requests } = await servePages();
    const ids: number[] = [];
    for await (const row of client().products.list({ limit: 2, status: 'active' })) ids.push(row.id);
    expect(ids).toEqual([1, 2, 3]);
    expect(requests.map(({ url }) => url)).toEqual([
      '/api/v1/products?limit=2&status=active',
      '/api/v1/products?limit=2&status=active&cursor=b%2F2',
      '/api/v1/products?limit=2&status=active&cursor=c',
    ]);
  });

  it('of redemptions or entries is iterated like any other', async () => {
    const { client, requests } = await servePages();
    const tp = client();
    for await (const _row of tp.coupons.redemptions(21, { limit: 2 }));
    for await (const _row of tp.priceTables.entries(12, { product_id: 1001 }));
    expect(requests.map(({ url }) => url)).toEqual([
      '/api/v1/coupon-redemptions/21?limit=2',
      '/api/v1/coupon-redemptions/21?limit=2&cursor=b%2F2',
      '/api/v1/coupon-redemptions/21?limit=2&cursor=c',
      '/api/v1/price-table-entries/12?product_id=1001',
      '/api/v1/price-table-entries/12?product_id=1001&cursor=b%2F2',
      '/api/v1/price-table-entries/12?product_id=1001&cursor=c',
    ]);
  });

  it('requests a page only when the rows before it are used up', async () => {
    const { client, requests } = await servePages();
    const list = client().orders.list();
    expect(requests.length).toBe(0);
    for await (const row of list) if (row.id === 2) break;
    expect(requests.length).toBe(1);
  });

  it('requests its first page once, however often it is awaited and iterated', async () => {
    const { client, requests } = await servePages();
    const list = client().stock.movements();
    await Promise.all([list, list]);
    for await (const _row of list);
    expect(requests.length).toBe(3);
  });

  it('yields whole pages with pages()', async () => {
    const { client, requests } = await servePages();
    const read: unknown[] = [];
    for await (const page of client().products.list().pages()) read.push(page);
    expect(read).toEqual([pages.first, pages['b/2'], pages.c]);
    expect(requests.length).toBe(3);
  });

  it('starts at the given cursor', async () => {
    const { client, requests } = await servePages();
    const ids: number[] = [];
    for await (const row of client().products.list({ cursor: 'c' })) ids.push(row.id);
    expect([ids, requests.length]).toEqual([[3], 1]);
  });

  it('throws when a page fails, after the rows before it', async () => {
    const { client } = await startServer((response, { url }) =>
      url?.includes('cursor') ? response.writeHead(500).end() : json(response, 200, pages.first),
    );
    const ids: number[] = [];
    const read = async () => {
      for await (const row of client().products.list()) ids.push(row.id);
    };
    await expect(read()).rejects.toMatchObject({ status: 500 });
    expect(ids).toEqual([1, 2]);
  });

  it('has catch and finally like any promise', async () => {
    const { client } = await startServer((response) => response.writeHead(500).end());
    const called: string[] = [];
    const list = client().products.list();
    expect(await list.catch((error: Error) => error.name)).toBe('ApiError');
    await list.finally(() => called.push('finally')).catch(() => called.push('catch'));
    expect(called).toEqual(['finally', 'catch']);
  });
});

describe('the event feed', () => {
  // Cursors are positions, and the end has one too.
  const serveFeed = (events: string[]) =>
    startServer((response, { url }) => {
      const after = Number(new URL(url ?? '', 'http://localhost').searchParams.get('cursor') ?? 0);
      const end = Math.min(after + 2, events.length);
      json(response, 200, {
        data: events.slice(after, end).map((event_id) => ({ event_id })),
        page: { next_cursor: String(end), has_more: end < events.length },
      });
    });

  it('ends at the newest event', async () => {
    const { client, requests } = await serveFeed(['a', 'b', 'c']);
    const ids: string[] = [];
    for await (const event of client().events.list({ event_type: 'order.created' })) ids.push(event.event_id);
    expect(ids).toEqual(['a', 'b', 'c']);
    expect(requests.map(({ url }) => url)).toEqual([
      '/api/v1/events?event_type=order.created',
      '/api/v1/events?event_type=order.created&cursor=2',
    ]);
  });

  it('continues from the last cursor with newer events', async () => {
    const events = ['a', 'b', 'c'];
    const { client } = await serveFeed(events);
    const tp = client();
    let cursor: string | undefined;
    const read = async () => {
      const ids: string[] = [];
      for await (const { data, page } of tp.events.list({ cursor }).pages()) {
        ids.push(...data.map(({ event_id }) => event_id));
        cursor = page.next_cursor;
      }
      return ids;
    };
    expect(await read()).toEqual(['a', 'b', 'c']);
    expect(await read()).toEqual([]);
    events.push('d');
    expect(await read()).toEqual(['d']);
  });
});

describe('the configuration', () => {
  const good = { apiKey: API_KEY, baseUrl: 'https://tradepost.example.com' };

  it('accepts an origin with or without a trailing slash', async () => {
    const urls: string[] = [];
    const fetch = async (url: string) => {
      urls.push(url);
      return Response.json({});
    };
    await new Tradepost({ ...good, fetch }).me();
    await new Tradepost({ ...good, baseUrl: `${good.baseUrl}/`, fetch }).me();
    expect(urls).toEqual(Array(2).fill('https://tradepost.example.com/api/v1/me'));
  });

  it.each([
    ['an empty key', { apiKey: '' }],
    ['a key with a line break', { apiKey: `${API_KEY}\n` }],
    ['a key with a letter outside ASCII', { apiKey: `${API_KEY}é` }],
    ['no URL', { baseUrl: '' }],
    ['a URL without a scheme', { baseUrl: 'localhost:3000' }],
    ['the key instead of the URL', { baseUrl: API_KEY }],
    ['a URL with a password', { baseUrl: `https://user:${API_KEY}@tradepost.example.com` }],
    ['a timeout of zero', { timeoutMs: 0 }],
    ['a timeout too long for a timer', { timeoutMs: 2 ** 31 }],
    ['a timeout that is not a number', { timeoutMs: Number.NaN }],
  ])('refuses %s without quoting it', (_name, bad) => {
    const create = () => new Tradepost({ ...good, ...bad });
    expect(create).toThrow(ConfigurationError);
    expect(create).not.toThrow(API_KEY);
  });

  it('says what to pass instead of a URL with a path', () => {
    expect(() => new Tradepost({ ...good, baseUrl: 'http://localhost:3000/api/v1' })).toThrow(
      'Pass just http://localhost:3000',
    );
  });

  it('does not show the key when the client is logged', () => {
    const tp = new Tradepost(good);
    expect(inspect(tp, { depth: 9, showHidden: true }) + JSON.stringify(tp)).not.toContain(API_KEY);
  });
});
