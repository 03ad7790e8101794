import { expect, it } from 'vitest';
import { findDelivery } from '../../../server/webhooks/log/delivery-detail.ts';
import { useEndpoint } from '../../support/test-endpoint.ts';
import { captureLog, emit, subscribed } from '../../support/webhook-fixtures.ts';
import { deliveriesOf, letTimePass } from '../../support/webhooks.ts';

const product = { name: 'Café', sku: 'C-1', price: 10 };

it('keeps the request_id of the API call on the event, and logs it with each attempt until the consumer answers', async () => {
  let status = 500;
  const endpoint = await useEndpoint((res) => void res.writeHead(status).end());
  const { lines, log } = captureLog();
  const { tenant, tenantId, context, worker } = await subscribed(endpoint.url, { overrides: { log } });
  const created = await tenant.request('POST', '/products', { body: product });
  const requestId = created.headers.get('X-Request-Id');
  expect(created.status).toBe(201);
  await worker.tick();
  await letTimePass(context, tenantId);
  status = 200;
  await worker.tick();
  const logged = lines.map((line) => JSON.parse(line)).filter(({ request_id }) => request_id === requestId);
  expect(
    logged.map(({ msg, operation, attempt, response_status }) => [
      msg,
      operation ?? attempt,
      response_status,
    ]),
  ).toEqual([
    ['request', 'createProduct', undefined],
    ['delivery attempt', 1, 500],
    ['delivery attempt', 2, 200],
  ]);
  const [delivery] = await deliveriesOf(context, tenantId);
  expect((await findDelivery(context.db, tenantId, delivery!.id))!.requestId).toBe(requestId);
});

it('does not hand the request_id on to the next transaction on the connection', async () => {
  const { context, tenantId, tenant } = await subscribed('http://127.0.0.1:9/');
  const created = await tenant.request('POST', '/products', { body: product });
  const ids = await emit(context, tenantId, 'product.created', context.db.size);
  const rows = await context.db.query<{ request_id: string | null; n: number }>(
    'SELECT request_id, count(*)::int AS n FROM events WHERE tenant_id = $1 GROUP BY request_id ORDER BY n',
    [tenantId],
  );
  expect(rows).toEqual([
    { request_id: created.headers.get('X-Request-Id'), n: 1 },
    { request_id: null, n: ids.length },
  ]);
});

it.each([
  ['whose statement is a transaction by itself', {}],
  ['with an Idempotency-Key', { 'Idempotency-Key': 'order-1' }],
])('keeps the request_id on the event of an order %s', async (_name, headers) => {
  const { context, tenantId, tenant } = await subscribed('http://127.0.0.1:9/');
  const post = async (path: string, body: object): Promise<{ id: number }> =>
    (await (await tenant.request('POST', path, { body })).json()) as { id: number };
  const customer = await post('/customers', { type: 'person', name: 'Maria' });
  const { id } = await post('/products', { ...product, track_stock: false });
  const body = { customer_id: customer.id, items: [{ product_id: id, quantity: 1 }] };
  const created = await tenant.request('POST', '/orders', { body, headers });
  expect(created.status).toBe(201);
  expect(
    await context.db.query("SELECT request_id FROM events WHERE tenant_id = $1 AND kind = 'order.created'", [
      tenantId,
    ]),
  ).toEqual([{ request_id: created.headers.get('X-Request-Id') }]);
});

it('logs probes at debug, and other requests at info', async () => {
  const { lines, log } = captureLog();
  const { environment } = await subscribed('http://127.0.0.1:9/', { overrides: { log } });
  for (const path of ['/healthz', '/readyz', '/openapi.json']) await fetch(`${environment.baseUrl}${path}`);
  const levels = () =>
    lines
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'request')
      .map(({ level }) => level);
  await expect.poll(levels).toEqual([20, 20, 30]);
});
