import { describe, expect, it } from 'vitest';
import { SCOPES } from '../../../server/accounts/api-keys/scopes.ts';
import { type RawRequest, rawRequest } from '../../support/raw-request.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();

const MEGABYTES_5 = 5_000_000;
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const create = { method: 'POST', path: '/api/v1/products' } as const;

describe('before the body is read, the server refuses', () => {
  const announced = {
    ...create,
    promisedBytes: MEGABYTES_5,
    headers: { 'content-type': 'application/json' },
  };

  it('a request without a key', async () => {
    expect(await rawRequest(environment().baseUrl, announced)).toMatchObject({
      status: 401,
      problem: { code: 'api_key_missing' },
    });
  });

  it('a request whose key lacks the scope', async () => {
    const { key } = await environment().tenant({ scopes: ['products.read'] });
    const headers = { ...announced.headers, ...bearer(key) };
    expect((await rawRequest(environment().baseUrl, { ...announced, headers })).status).toBe(403);
  });

  it('a request over the rate limit', async () => {
    const { key, tenantId } = await environment().tenant({ plan: 'Basic' });
    await environment().context.db.query('UPDATE tenants SET api_rate_limit_rpm = 1 WHERE tenant_id = $1', [
      tenantId,
    ]);
    const headers = { ...announced.headers, ...bearer(key) };
    await rawRequest(environment().baseUrl, { path: '/api/v1/me', headers: bearer(key) });
    expect((await rawRequest(environment().baseUrl, { ...announced, headers })).status).toBe(429);
  });

  it.each(['PUT', 'TRACE'])('a %s request to a path that does not support it', async (method) => {
    expect((await rawRequest(environment().baseUrl, { ...announced, method })).status).toBe(405);
  });

  it('a request to a path that does not exist', async () => {
    expect((await rawRequest(environment().baseUrl, { ...announced, path: '/api/v1/Products' })).status).toBe(
      404,
    );
  });
});

/** Each request also has every error of the requests below it. */
const order: [want: number, given: (keys: { all: string; none: string }) => Partial<RawRequest>][] = [
  [404, () => ({ path: '/api/v1/PRODUCTS?x=1' })],
  [405, () => ({ method: 'PUT', path: '/api/v1/products?x=1' })],
  [401, () => ({})],
  [403, ({ none }) => ({ headers: { ...bearer(none), accept: 'text/html', 'content-type': 'text/plain' } })],
  [406, ({ all }) => ({ headers: { ...bearer(all), accept: 'text/html', 'content-type': 'text/plain' } })],
  [
    415,
    ({ all }) => ({ headers: { ...bearer(all), 'content-type': 'text/plain' }, promisedBytes: MEGABYTES_5 }),
  ],
  [
    413,
    ({ all }) => ({
      headers: { ...bearer(all), 'content-type': 'application/json' },
      promisedBytes: MEGABYTES_5,
    }),
  ],
];

it.each(order)('responds %s when everything that is checked earlier is fine', async (want, given) => {
  const tenant = await environment().tenant();
  const { key: none } = await tenant.addKey([]);
  const request = {
    ...create,
    path: '/api/v1/products?x=1',
    body: '{"name":',
    ...given({ all: tenant.key, none }),
  };
  expect((await rawRequest(environment().baseUrl, request)).status).toBe(want);
});

const methods: [method: string, path: string, allow: string][] = [
  ['PUT', '/products', 'GET, HEAD, POST, OPTIONS'],
  ['PUT', '/products/1', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
  ['DELETE', '/orders/1', 'GET, HEAD, PATCH, OPTIONS'],
  ['TRACE', '/me', 'GET, HEAD, OPTIONS'],
  ['PROPFIND', '/me', 'GET, HEAD, OPTIONS'],
  ['GET', '/stock/1/adjustments', 'POST, OPTIONS'],
  ['HEAD', '/stock/1/adjustments', 'POST, OPTIONS'],
];

it.each(methods)('responds 405 to %s %s and allows %s', async (method, path, allow) => {
  const { key } = await environment().tenant();
  for (const headers of [{}, bearer(key)]) {
    const response = await rawRequest(environment().baseUrl, { method, path: `/api/v1${path}`, headers });
    expect([response.status, response.headers.get('Allow')]).toEqual([405, allow]);
  }
});

it('gives every response its own X-Request-Id and never adopts one from the client', async () => {
  const { key } = await environment().tenant();
  const sent = { 'x-request-id': 'mine', ...bearer(key) };
  const paths = [
    '/api/v1/me',
    '/api/v1/products?limit=0',
    '/api/v1/products/1',
    '/nowhere',
    '/healthz',
    '/readyz',
    '/docs/',
    '/openapi.json',
  ];
  const responses = await Promise.all(
    paths.map((path) => fetch(environment().baseUrl + path, { headers: sent })),
  );
  const ids = responses.map(({ headers }) => headers.get('X-Request-Id'));
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(ids).size).toBe(paths.length);
});

it('says which scopes are required and which are granted', async () => {
  const { request } = await environment().tenant({ scopes: ['products.read', 'orders.write'] });
  const response = await request('POST', '/products', { body: {} });
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({
    code: 'insufficient_scope',
    required_scopes: ['products.write'],
    granted_scopes: ['products.read', 'orders.write'],
  });
});

it('refuses a tenant whose plan has no API access', async () => {
  const { request, tenantId } = await environment().tenant({ scopes: SCOPES });
  await environment().context.db.query('UPDATE tenants SET api_enabled = false WHERE tenant_id = $1', [
    tenantId,
  ]);
  const response = await request('GET', '/me');
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
    403,
    'plan_feature_disabled',
  ]);
});
