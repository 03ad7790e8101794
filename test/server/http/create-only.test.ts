import { describe, expect, it } from 'vitest';
import { contentsOf } from '../../support/refusal.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import type { TestTenant } from '../../support/test-environment.ts';

const environment = sharedEnvironment();

const resources = [
  ['products', { name: 'Café', sku: 'CAF', price: 1 }],
  ['categories', { name: 'Café' }],
  ['customers', { type: 'person', name: 'Café' }],
  ['price-tables', { name: 'Café', code: 'CAF', kind: 'fixed' }],
  ['promotions', { name: 'Café', discount: { type: 'percentage', percentage: 10 } }],
  ['coupons', { code: 'CAF', discount: { type: 'percentage', percentage: 10 } }],
] as const;

const put = ({ request }: TestTenant, resource: string, body: object, headers: Record<string, string>) =>
  request('PUT', `/${resource}/external/E1`, { body, headers });

describe.each(resources)('PUT /%s/external/{external_id} with If-None-Match', (resource, body) => {
  it('creates a row with *, and does not overwrite an existing one', async () => {
    const tenant = await environment().tenant();
    expect((await put(tenant, resource, body, { 'if-none-match': '*' })).status).toBe(201);
    const before = await contentsOf(environment());
    const second = await put(tenant, resource, body, { 'if-none-match': '*' });
    expect([second.status, await second.json()]).toEqual([
      412,
      expect.objectContaining({
        code: 'version_mismatch',
        detail: 'If-None-Match is *; the current version is "1".',
        errors: [{ header: 'If-None-Match', code: 'version_mismatch', detail: 'is the current version' }],
      }),
    ]);
    expect(await contentsOf(environment())).toEqual(before);
  });
});

it('creates one row from 20 simultaneous requests for the same id, and refuses 19', async () => {
  const tenant = await environment().tenant();
  const body = { name: 'Café', sku: 'CAF', price: 1 };
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      put(tenant, 'products', { ...body, price: n }, { 'if-none-match': '*' }),
    ),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(412)]);
  expect((await tenant.tp.products.list()).data[0]).toMatchObject({ version: 1 });
});

const matching = ['"1"', 'W/"1"', '"7", W/"1"', '"1-5/2"', ' * '];
const others = ['"2"', 'W/"11"', '"x", "y"'];

describe('a write to an existing row', () => {
  const methods = [
    ['PUT', '/categories/external/E1'],
    ['PATCH', '/categories/{id}'],
    ['DELETE', '/categories/{id}'],
  ] as const;

  async function send(method: string, template: string, headers: Record<string, string>): Promise<Response> {
    const { request, tp } = await environment().tenant();
    const { id } = await tp.categories.create({ name: 'Café', external_id: 'E1' });
    const body = method === 'DELETE' ? undefined : { name: 'Chá' };
    return request(method, template.replace('{id}', String(id)), { body, headers });
  }

  it.each(methods)('is refused when If-None-Match names the current version: %s', async (method, path) => {
    for (const tags of matching)
      expect([tags, (await send(method, path, { 'if-none-match': tags })).status]).toEqual([tags, 412]);
  });

  it.each(methods)('goes ahead when If-None-Match names other versions: %s', async (method, path) => {
    for (const tags of others)
      expect([tags, (await send(method, path, { 'if-none-match': tags })).ok]).toEqual([tags, true]);
  });

  it.each(methods)('is refused with 400 when If-None-Match is malformed: %s', async (method, path) => {
    for (const tags of ['1', '"1', 'W/1', '"1" "2"', '*, "1"']) {
      const response = await send(method, path, { 'if-none-match': tags });
      expect([tags, response.status, await response.json()]).toMatchObject([
        tags,
        400,
        { code: 'invalid_request', errors: [{ header: 'If-None-Match', code: 'format' }] },
      ]);
    }
  });

  it('ignores If-Modified-Since and If-Unmodified-Since, since nothing has a Last-Modified', async () => {
    const dates = {
      'if-modified-since': 'Sat, 01 Jan 2050 00:00:00 GMT',
      'if-unmodified-since': 'Sat, 01 Jan 2000 00:00:00 GMT',
    };
    for (const [method, path] of methods) expect((await send(method, path, dates)).ok).toBe(true);
  });
});

it('requires a write to satisfy both If-Match and If-None-Match when both are sent', async () => {
  const tenant = await environment().tenant();
  const body = { name: 'Café', sku: 'CAF', price: 1 };
  const both = { 'if-match': '*', 'if-none-match': '*' };
  expect((await put(tenant, 'products', body, both)).status).toBe(412);
  await put(tenant, 'products', body, {});
  expect((await put(tenant, 'products', body, both)).status).toBe(412);
});

it('names an If-None-Match header that is too long or empty', async () => {
  const tenant = await environment().tenant();
  for (const tags of ['', '"1",'.repeat(67)]) {
    const response = await put(
      tenant,
      'products',
      { name: 'Café', sku: 'CAF', price: 1 },
      { 'if-none-match': tags },
    );
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ errors: [expect.objectContaining({ header: 'If-None-Match' })] }),
    ]);
  }
});

it('lets an SDK user create without overwriting', async () => {
  const { tp } = await environment().tenant();
  const body = { name: 'Café', sku: 'CAF', price: 1 };
  await tp.products.upsert('E1', body, { ifNoneMatch: '*' });
  await expect(tp.products.upsert('E1', { price: 2 }, { ifNoneMatch: '*' })).rejects.toMatchObject({
    code: 'version_mismatch',
  });
  expect((await tp.products.upsert('E1', { price: 2 }, { ifNoneMatch: 9 })).price).toBe(2);
});
