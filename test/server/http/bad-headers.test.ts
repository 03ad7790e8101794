import { expect, it } from 'vitest';
import { rawRequest } from '../../support/raw-request.ts';
import { expectRefused, invalid, type Refusal } from '../../support/refusal.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();

const body = '{"name":"Café","sku":"CAF","price":1}';
const json = { 'content-type': 'application/json' };
const create = { method: 'POST', path: '/api/v1/products', body };
const unsupported = (header: string): Refusal => ({
  status: 415,
  code: 'unsupported_media_type',
  issue: { header, code: 'unsupported_media_type' },
});

const types = [
  undefined,
  '',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'text/json',
  'application/json; charset=latin1',
  'application/json; charset=utf-16',
  'application/json; charset=utf-7',
  'application/json;',
  'application/json, text/plain',
  'application/jsonp',
  'application/problem+json',
  '*/*',
  'application/json; profile="x"',
  '{}',
  '__proto__',
  ';;;=',
  'x'.repeat(5_000),
];

it.each(types)('refuses a body with Content-Type %s', async (type) => {
  const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
  await expectRefused(
    environment(),
    await environment().tenant(),
    { ...create, headers },
    unsupported('Content-Type'),
  );
});

it('refuses 800 spellings of a Content-Type in the same way', async () => {
  const tenant = await environment().tenant();
  const headers = (n: number) => ({
    authorization: `Bearer ${tenant.key}`,
    'content-type': `application/json; v=${n}`,
  });
  for (let n = 0; n < 800; n += 1) {
    const response = await rawRequest(environment().baseUrl, { ...create, headers: headers(n) });
    expect(response).toMatchObject({ status: 415, problem: { code: 'unsupported_media_type' } });
  }
});

it.each(['gzip', 'br', 'deflate', 'gzip, identity', 'x'])(
  'refuses a body with Content-Encoding %s',
  async (encoding) => {
    const headers = { ...json, 'content-encoding': encoding };
    await expectRefused(
      environment(),
      await environment().tenant(),
      { ...create, headers },
      unsupported('Content-Encoding'),
    );
  },
);

it.each([
  'application/json',
  'APPLICATION/JSON',
  'application/json; charset=UTF-8',
  'application/json;charset="utf-8"',
])('accepts a body with Content-Type %s', async (type) => {
  const { request } = await environment().tenant();
  expect((await request('POST', '/products', { raw: body, headers: { 'content-type': type } })).status).toBe(
    201,
  );
});

it.each(['GET', 'DELETE'])('ignores the body of a %s request, whatever its type', async (method) => {
  const { key, tp } = await environment().tenant();
  const { id } = await tp.products.create({ name: 'Café', sku: 'CAF', price: 1 });
  for (const type of ['application/json', 'text/html; v=1', 'garbage', '']) {
    const headers = { authorization: `Bearer ${key}`, 'content-type': type };
    const { status } = await rawRequest(environment().baseUrl, {
      method,
      path: `/api/v1/products/${id}`,
      headers,
      body: '{"x":',
    });
    expect([200, 204, 404]).toContain(status);
  }
});

const texts: [header: string, value: string, code: string][] = [
  ['Idempotency-Key', 'k'.repeat(256), 'max_length'],
  ['Idempotency-Key', 'k'.repeat(8_000), 'max_length'],
  ['Idempotency-Key', '', 'min_length'],
  ['Idempotency-Key', 'two words', 'pattern'],
  ['Idempotency-Key', 'caf\xe9', 'pattern'],
];

it.each(texts)('refuses an invalid %s: %s', async (header, value, code) => {
  const headers = { ...json, [header.toLowerCase()]: value };
  await expectRefused(
    environment(),
    await environment().tenant(),
    { ...create, headers },
    invalid({ header, code }),
  );
});

it.each(['"1",'.repeat(67), ''])('refuses an If-Match header that is too long or empty: %s', async (tags) => {
  const tenant = await environment().tenant();
  const { id } = await tenant.tp.products.create({ name: 'Café', sku: 'CAF', price: 1 });
  const given = { path: `/api/v1/products/${id}`, headers: { ...json, 'if-match': tags } };
  const want = invalid({ header: 'If-Match', code: tags === '' ? 'min_length' : 'max_length' });
  await expectRefused(environment(), tenant, { ...given, method: 'PATCH', body: '{"price":2}' }, want);
  await expectRefused(environment(), tenant, { ...given, method: 'DELETE' }, want);
});

it('accepts a DELETE from a client that can read nothing but problems, since it has no other body', async () => {
  const tenant = await environment().tenant();
  const { id } = await tenant.tp.products.create({ name: 'Café', sku: 'CAF', price: 1 });
  const headers = { accept: 'application/problem+json' };
  expect((await tenant.request('DELETE', `/products/${id}`, { headers })).status).toBe(204);
  expect((await tenant.request('DELETE', `/products/${id}`, { headers })).status).toBe(404);
});

it.each(['text/html', 'application/xml', 'application/json;q=0', 'image/*', 'x'])(
  'refuses Accept: %s',
  async (accept) => {
    const tenant = await environment().tenant();
    const want: Refusal = {
      status: 406,
      code: 'not_acceptable',
      issue: { header: 'Accept', code: 'not_acceptable' },
    };
    await expectRefused(environment(), tenant, { path: '/api/v1/products', headers: { accept } }, want);
    await expectRefused(environment(), tenant, { ...create, headers: { ...json, accept } }, want);
  },
);
