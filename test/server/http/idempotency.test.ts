import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openTestEnvironment,
  type TestEnvironment,
  type TestTenant,
} from '../../support/test-environment.ts';

let environment: TestEnvironment;
let other: TestEnvironment;
beforeAll(async () => {
  environment = await openTestEnvironment();
  const database = { url: environment.databaseUrl, drop: async () => {} };
  other = await openTestEnvironment({ database });
});
afterAll(async () => {
  await other.close();
  await environment.close();
});

const body = { name: 'Café', sku: 'CAF', price: 1 };

interface Seen {
  readonly status: number;
  readonly text: string;
  readonly etag: string | null;
  readonly location: string | null;
  readonly replayed: string | null;
  readonly code?: string;
}

async function seen(response: Response): Promise<Seen> {
  const [text, of] = [await response.text(), (name: string) => response.headers.get(name)];
  const { code } = JSON.parse(text) as { code?: string };
  return {
    status: response.status,
    text,
    etag: of('ETag'),
    location: of('Location'),
    replayed: of('Idempotency-Replayed'),
    code,
  };
}

const post = async (
  { request }: TestTenant,
  key: string,
  given: object = body,
  path = '/products',
): Promise<Seen> => seen(await request('POST', path, { body: given, headers: { 'idempotency-key': key } }));

async function count(table: string, { tenantId }: TestTenant): Promise<number> {
  const sql = `SELECT count(*) AS n FROM ${table} WHERE tenant_id = $1`;
  return (await environment.context.db.query<{ n: number }>(sql, [tenantId]))[0]!.n;
}

it('replays status, body and headers when the same request is repeated', async () => {
  const tenant = await environment.tenant();
  const first = await post(tenant, 'k');
  expect(first).toMatchObject({
    status: 201,
    etag: expect.stringMatching(/^"1(\.\d+)?-0\/0"$/),
    location: expect.stringMatching(/products/),
    replayed: null,
  });
  expect(await post(tenant, 'k')).toEqual({ ...first, replayed: 'true' });
  expect([await count('products', tenant), await count('events', tenant)]).toEqual([1, 1]);
});

it('replays the first response even if the row has been changed or deleted since', async () => {
  const tenant = await environment.tenant();
  const first = await post(tenant, 'k');
  await tenant.request('DELETE', `/products/${(JSON.parse(first.text) as { id: number }).id}`);
  expect(await post(tenant, 'k')).toEqual({ ...first, replayed: 'true' });
});

const differing: [name: string, body: object, path: string][] = [
  ['a different value', { ...body, price: 2 }, '/products'],
  ['an additional member', { ...body, brand: null }, '/products'],
  ['a different path', body, '/categories'],
  ['an invalid body', {}, '/products'],
];

it.each(differing)('refuses to reuse the key for %s', async (_name, given, path) => {
  const tenant = await environment.tenant();
  await post(tenant, 'k');
  expect(await post(tenant, 'k', given, path)).toMatchObject({
    status: 422,
    code: 'idempotency_key_reused',
    replayed: null,
  });
  expect([await count('products', tenant), await count('categories', tenant)]).toEqual([1, 0]);
});

it.each([
  ['its members in a different order', '{"price":1,"sku":"CAF","name":"Café"}'],
  ['different white space', '{\r\n  "name" : "Café",\n\t"sku": "CAF", "price": 1 }\n'],
  ['a number and a string written differently', '{"name":"Caf\\u00e9","sku":"\\u0043AF","price":1.00e0}'],
])('replays to a client that sends the same body with %s', async (_name, raw) => {
  const tenant = await environment.tenant();
  const first = await post(tenant, 'k');
  const again = await tenant.request('POST', '/products', { raw, headers: { 'idempotency-key': 'k' } });
  expect(await seen(again)).toEqual({ ...first, replayed: 'true' });
});

it('tells apart arrays in a different order, and a number from the same digits in a string', async () => {
  const tenant = await environment.tenant();
  const items = [body, { ...body, sku: 'CHA' }];
  await post(tenant, 'k', { items }, '/products/batch');
  expect((await post(tenant, 'k', { items: items.toReversed() }, '/products/batch')).status).toBe(422);
  await post(tenant, 'n', { ...body, sku: '1' });
  expect((await post(tenant, 'n', { ...body, sku: 1 })).status).toBe(422);
});

it('recognises a request that an earlier version stored, by the bytes of its body', async () => {
  const tenant = await environment.tenant();
  const first = await post(tenant, 'k');
  const bytes = createHash('sha256').update('POST /api/v1/products\n').update(JSON.stringify(body)).digest();
  const sql = 'UPDATE idempotency_keys SET fingerprint = $2 WHERE tenant_id = $1';
  await environment.context.db.query(sql, [tenant.tenantId, bytes]);
  expect(await post(tenant, 'k')).toEqual({ ...first, replayed: 'true' });
  expect((await post(tenant, 'k', { ...body, price: 2 })).status).toBe(422);
});

it('applies to POST only: PATCH ignores the header, however long it is', async () => {
  const tenant = await environment.tenant();
  const { id } = await tenant.tp.products.create(body);
  const headers = { 'idempotency-key': randomBytes(6_000).toString('base64url') };
  for (const price of [2, 3])
    expect((await tenant.request('PATCH', `/products/${id}`, { body: { price }, headers })).status).toBe(200);
  expect((await tenant.tp.products.get(id)).price).toBe(3);
});

it('tells apart the keys of different tenants, and upper and lower case', async () => {
  const [one, two] = [await environment.tenant(), await environment.tenant()];
  const first = await post(one, 'k');
  expect((await post(two, 'k', { ...body, price: 2 })).status).toBe(201);
  expect((await post(one, 'K', { ...body, sku: 'CHA' })).status).toBe(201);
  expect((await post(one, 'k')).text).toBe(first.text);
});

describe('the response to a refused request is not stored', () => {
  it('after a 409', async () => {
    const tenant = await environment.tenant();
    const { id } = await tenant.tp.products.create(body);
    expect(await post(tenant, 'k')).toMatchObject({ status: 409, code: 'already_exists' });
    await tenant.request('DELETE', `/products/${id}`);
    expect(await post(tenant, 'k')).toMatchObject({ status: 201, replayed: null });
  });

  it('after a 422, so the key may be sent again with a different body', async () => {
    const tenant = await environment.tenant();
    expect(await post(tenant, 'k', { ...body, category_id: 2_000_000_000 })).toMatchObject({
      status: 422,
      code: 'invalid_reference',
    });
    expect(await post(tenant, 'k')).toMatchObject({ status: 201, replayed: null });
    expect(await count('idempotency_keys', tenant)).toBe(1);
  });
});

it('forgets a key after 24 hours', async () => {
  const tenant = await environment.tenant();
  const age = (hours: number) =>
    environment.context.db.query(
      `UPDATE idempotency_keys SET created_at = now() - $2 * interval '1 hour' WHERE tenant_id = $1`,
      [tenant.tenantId, hours],
    );
  const first = await post(tenant, 'k');
  await age(23.9);
  expect(await post(tenant, 'k')).toEqual({ ...first, replayed: 'true' });
  await age(24.1);
  const second = await post(tenant, 'k', { ...body, sku: 'CHA' });
  expect(second).toMatchObject({ status: 201, replayed: null });
  expect(await post(tenant, 'k', { ...body, sku: 'CHA' })).toEqual({ ...second, replayed: 'true' });
});

describe.each([
  ['one process', () => environment],
  ['two processes', () => other],
] as const)('50 requests at once on %s', (_name, second) => {
  it('create one row and one event; each gets the 201, or a 409 with Retry-After and the 201 later', async () => {
    const tenant = await environment.tenant();
    const elsewhere = async (): Promise<Response> =>
      fetch(`${second().baseUrl}/api/v1/products`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: {
          authorization: `Bearer ${tenant.key}`,
          'content-type': 'application/json',
          'idempotency-key': 'k',
        },
      });
    const here = () => tenant.request('POST', '/products', { body, headers: { 'idempotency-key': 'k' } });
    const responses = await Promise.all(Array.from({ length: 50 }, (_, n) => (n % 2 ? here() : elsewhere())));
    const waits = responses.filter(({ status }) => status === 409);
    for (const response of waits) expect(response.headers.get('Retry-After')).toBe('1');
    for (const { code } of await Promise.all(waits.map(seen))) expect(code).toBe('idempotency_in_progress');
    const created = await Promise.all(responses.filter(({ status }) => status !== 409).map(seen));
    expect(created.filter(({ replayed }) => replayed === null)).toHaveLength(1);
    const [first] = created;
    for (const response of [...created, await post(tenant, 'k')])
      expect({ ...response, replayed: '' }).toEqual({ ...first, replayed: '' });
    expect([await count('products', tenant), await count('events', tenant)]).toEqual([1, 1]);
  });
});
