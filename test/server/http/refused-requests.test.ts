import { expect, it } from 'vitest';
import { SCOPES } from '../../../server/accounts/api-keys/scopes.ts';
import {
  countRefusedRequests,
  findRefusedRequest,
  type LoggedRefusal,
  listRefusedRequests,
} from '../../../server/accounts/request-log/store.ts';
import type { ProblemCode } from '../../../server/base/problems/api-problem.ts';
import { environmentBehindProxy } from '../../support/environment-behind-proxy.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { sendBytes } from '../../support/raw-socket.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import {
  openTestEnvironment,
  type TestEnvironment,
  type TestTenant,
  useTestEnvironment,
} from '../../support/test-environment.ts';

const environment = sharedEnvironment();

/** What the log has of a response. Rows are written a second later. */
async function loggedAs(
  { context }: TestEnvironment,
  { tenantId }: TestTenant,
  response: { readonly headers: Headers },
): Promise<LoggedRefusal> {
  const id = response.headers.get('X-Request-Id')!;
  let row: LoggedRefusal | undefined;
  await expect
    .poll(async () => {
      row = await findRefusedRequest(context.db, tenantId, id);
      return row?.requestId;
    })
    .toBe(id);
  return row!;
}

type Send = (tenant: TestTenant) => Promise<{ readonly headers: Headers }>;

const raw =
  (method: string, path: string, headers: Readonly<Record<string, string>> = {}): Send =>
  ({ key }) =>
    rawRequest(environment().baseUrl, {
      method,
      path: `/api/v1${path}`,
      headers: { authorization: `Bearer ${key}`, ...headers },
    });

const refusals: [code: ProblemCode, send: Send, want: Partial<LoggedRefusal>][] = [
  [
    'invalid_request',
    ({ request }) => request('POST', '/products', { body: { name: '', preco: 1, 'e-mail@x.com': 1 } }),
    {
      method: 'POST',
      path: '/api/v1/products',
      operation: 'createProduct',
      status: 400,
      places: expect.arrayContaining([
        { pointer: '#/name', code: 'min_length' },
        { pointer: '#/sku', code: 'required' },
        { pointer: '#/preco', code: 'additional_properties' },
      ]),
      issueCount: 5,
    },
  ],
  [
    'not_found',
    ({ request }) => request('GET', '/products/2000000000'),
    { path: '/api/v1/products/2000000000', operation: 'getProduct', status: 404 },
  ],
  [
    'not_found',
    raw('GET', '/product?tax_id=52998224725'),
    { path: '/api/v1/product', operation: null, places: [] },
  ],
  [
    'method_not_allowed',
    raw('DELETE', '/products'),
    { method: 'DELETE', path: '/api/v1/products', operation: null, status: 405 },
  ],
  ['method_not_allowed', raw('HEAD', '/orders/quote'), { method: 'HEAD', operation: null, status: 405 }],
  [
    'not_found',
    raw('HEAD', '/products/2000000000'),
    { method: 'HEAD', operation: 'getProduct', status: 404 },
  ],
  [
    'insufficient_scope',
    async (tenant) => tenant.request('GET', '/orders', { key: (await tenant.addKey(['products.read'])).key }),
    { operation: 'listOrders', status: 403 },
  ],
  [
    'api_key_expired',
    async (tenant) =>
      tenant.request('GET', '/me', { key: (await tenant.addKey(SCOPES, '2020-01-01T00:00:00Z')).key }),
    { path: '/api/v1/me', operation: 'getMe', status: 401 },
  ],
  [
    'unsupported_media_type',
    ({ request }) => request('POST', '/orders', { raw: 'a=1', headers: { 'content-type': 'text/plain' } }),
    { places: [{ header: 'Content-Type', code: 'unsupported_media_type' }] },
  ],
];

it.each(refusals)('logs %s of a request', async (code, send, want) => {
  const tenant = await environment().tenant();
  const row = await loggedAs(environment(), tenant, await send(tenant));
  expect(row).toMatchObject({ code, keyName: 'test', ...want });
  expect(row.keyPrefix).toMatch(/^tp_\w{8}$/);
  expect(Math.abs(Date.parse(row.at) - Date.now())).toBeLessThan(60_000);
  expect(row.durationMs).toBeGreaterThanOrEqual(0);
});

it('logs the 401 of a key that was deactivated, in use or not', async () => {
  const { context, tenant } = environment();
  const shop = await tenant();
  expect((await shop.request('GET', '/me')).status).toBe(200);
  await context.db.query('UPDATE api_keys SET active = false WHERE tenant_id = $1', [shop.tenantId]);
  await expect.poll(async () => (await shop.request('GET', '/me')).status).toBe(401);
  const row = await loggedAs(environment(), shop, await shop.request('GET', '/products'));
  expect(row).toMatchObject({ code: 'api_key_inactive', apiKeyId: shop.keyId, operation: 'listProducts' });
});

it('logs nothing of a request that succeeds, or that has no known key', async () => {
  const { context, tenant } = environment();
  const shop = await tenant();
  await shop.tp.products.create({ name: 'Café', sku: 'CAF', price: 10 });
  await shop.request('GET', '/products', { headers: { 'If-None-Match': '"1"' } });
  await shop.request('GET', '/products', { key: null });
  await shop.request('GET', '/products', { key: 'tp_nobody' });
  await loggedAs(environment(), shop, await shop.request('GET', '/products/7'));
  const rows = await listRefusedRequests(context.db, shop.tenantId, {}, 10);
  expect(rows.map(({ code }) => code)).toEqual(['not_found']);
});

/** Everything about refused requests that is in the database. */
async function contents({ context: { db } }: TestEnvironment): Promise<string> {
  const rows = await db.query<{ row: string }>(
    'SELECT r::text AS row FROM refused_requests r UNION ALL SELECT c::text FROM refused_request_counts c',
    [],
  );
  return rows.map(({ row }) => row).join('\n');
}

it('keeps no value that a client sent', async () => {
  const own = await useTestEnvironment();
  const shop = await own.tenant();
  const { request, key } = shop;
  const secret = 's3cr3t-7f1d';
  const person = {
    type: 'person',
    name: `Maria ${secret}`,
    tax_id: '529.982.247-26',
    email: `${secret}@example.com`,
  };
  await request('POST', '/customers', { body: person });
  await request('POST', '/customers', { body: { ...person, tax_id: 52998224725, nickname: secret } });
  await request('POST', '/customers', { body: { '529.982.247-25': 1, [`${secret}@example.com`]: 1 } });
  await request('POST', '/customers', { body: { ...person, metadata: { [`${secret} 52998224725`]: 1 } } });
  await request('POST', '/customers', {
    raw: `{"name": "${secret}"`,
    headers: { 'Idempotency-Key': secret },
  });
  await request('GET', `/customers?tax_id=52998224725&limit=${secret}&52998224725=1`);
  await request('GET', `/customers?cursor=${secret}`);
  const send = (method: string, path: string) =>
    rawRequest(own.baseUrl, {
      method,
      path: `/api/v1${path}`,
      headers: { authorization: `Bearer ${key}`, 'if-match': `"${secret}"`, accept: secret },
    });
  await send('GET', '/customers/529.982.247-25');
  await send('GET', '/customers/52998224725');
  await send('PUT', '/customers/external/52998224725');
  await send('GET', `/customers/tax-id/52998224725?${secret}`);
  const last = await send('GET', `/${key}`);
  await loggedAs(own, shop, last);
  const found = await contents(own);
  expect(found.split('\n').length).toBeGreaterThan(12);
  expect(found).not.toMatch(/s3cr3t|Maria|52998224725|529\.982/);
  expect(found).not.toContain(key.slice(11));
});

it('writes what is left when the service stops', async () => {
  const own = await useTestEnvironment();
  const database = { url: own.databaseUrl, drop: async () => {} };
  const second = await openTestEnvironment({ database });
  const shop = await second.tenant();
  const response = await shop.request('GET', '/products/7');
  await second.close();
  const id = response.headers.get('X-Request-Id')!;
  expect(await findRefusedRequest(own.context.db, shop.tenantId, id)).toBeDefined();
});

it('a flood of refusals is answered, kept in part and counted in full', async () => {
  const { baseUrl, tenant, context } = environment();
  const shop = await tenant();
  const one = `DELETE /api/v1/products HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${shop.key}\r\n`;
  const pipelined = `${`${one}\r\n`.repeat(799)}${one}Connection: close\r\n\r\n`;
  await sendBytes(baseUrl, pipelined);
  const totals = async (): Promise<[kept: number, all: number]> => {
    const [count] = await countRefusedRequests(context.db, shop.tenantId, '2000-01-01T00:00:00Z');
    return [count?.kept ?? 0, (count?.kept ?? 0) + (count?.dropped ?? 0)];
  };
  await expect.poll(async () => (await totals())[1]).toBe(800);
  expect((await totals())[0]).toBeGreaterThanOrEqual(500);
  expect((await totals())[0]).toBeLessThan(540);
});

it('answers while the database is away, and logs those 503s when it is back', async () => {
  const { environment: own, proxy } = await environmentBehindProxy();
  const shop = await own.tenant();
  expect((await shop.request('GET', '/products')).status).toBe(200);
  await proxy.goAway();
  const response = await shop.request('GET', '/products');
  expect(response.status).toBe(503);
  await proxy.comeBack();
  expect(await loggedAs(own, shop, response)).toMatchObject({ code: 'service_unavailable', status: 503 });
});
