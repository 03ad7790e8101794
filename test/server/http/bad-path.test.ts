import { expect, it } from 'vitest';
import { expectRefused, invalid, type Refusal } from '../../support/refusal.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();

const ids: [id: string, code: string][] = [
  ['0', 'minimum'],
  ['-1', 'minimum'],
  ['2147483648', 'maximum'],
  ['9007199254740993', 'maximum'],
  ['99999999999999999999', 'type'],
  ['0x10', 'type'],
  ['1e1', 'type'],
  ['1.0', 'type'],
  ['+1', 'type'],
  ['%201', 'type'],
  ['01', 'type'],
  ['abc', 'type'],
  ['null', 'type'],
  ['__proto__', 'type'],
  ['1%00', 'text'],
  ['1;v=2', 'type'],
  ['1,2', 'type'],
  ['1%2F', 'type'],
  ['%', 'type'],
  ['%ff', 'type'],
  ['%ED%A0%80', 'type'],
  ['1%zz', 'type'],
];

it.each(ids)('refuses the product id %s', async (id, code) => {
  const tenant = await environment().tenant();
  const headers = { 'content-type': 'application/json' };
  const path = `/api/v1/products/${id}`;
  const want = invalid({ parameter: 'product_id', code });
  await expectRefused(environment(), tenant, { path }, want);
  await expectRefused(environment(), tenant, { method: 'PATCH', path, headers, body: '{"price":2}' }, want);
  await expectRefused(environment(), tenant, { method: 'DELETE', path }, want);
});

it.each(['%', '%ff', '%ED%A0%80', 'ERP%zz'])('refuses the external id %s', async (id) => {
  const given = {
    method: 'PUT',
    path: `/api/v1/products/external/${id}`,
    headers: { 'content-type': 'application/json' },
    body: '{"name":"Café","sku":"CAF","price":1}',
  };
  const want = invalid({ parameter: 'external_id', code: 'encoding' });
  await expectRefused(environment(), await environment().tenant(), given, want);
});

it('accepts an external id with an encoded percent sign', async () => {
  const { tp } = await environment().tenant();
  const body = { name: 'Café', sku: 'CAF', price: 1 };
  expect(await tp.products.upsert('100%', body)).toMatchObject({ external_id: '100%' });
  expect(await tp.products.upsert('%ff', { price: 2, sku: 'CAF-2', name: 'Chá' })).toMatchObject({
    external_id: '%ff',
  });
});

const nothing: Refusal = { status: 404, code: 'not_found' };
const paths = [
  '/api/v1/Products',
  '/API/v1/products',
  '/api/v1/products/',
  '/api/v1/products//',
  '//api/v1/products',
  '/api/v1',
  '/api/v1//products',
  '/api/v1/./products',
  '/api/v1/me/../products',
  '/api/v1/%2e%2e/v1/products',
  '/api/v1/%70roducts',
  '/api/v1/products%2F1',
  '/api/v1/products/1/',
  '/api/v1/%ff',
  '/%',
  '/docs%ff',
  '/api/v1/products;v=1',
  '/api/v1/products%00',
  '/api/v1/products/1/stock',
  '/api/v2/products',
  '/api/v1\\products',
  '/',
  '/api/v1/constructor',
  '/api/v1/__proto__',
];

it.each(paths)('responds 404 to %s, with a key and without', async (path) => {
  const tenant = await environment().tenant();
  await expectRefused(environment(), tenant, { path }, nothing);
  await expectRefused(environment(), tenant, { path, headers: { authorization: '' } }, nothing);
  await expectRefused(environment(), tenant, { path, method: 'POST', body: '{}' }, nothing);
});

it('treats a request target in absolute form like one in origin form', async () => {
  const tenant = await environment().tenant();
  const given = { path: 'http://example.com/api/v1/products?limit=0' };
  const { status } = await expectRefused(
    environment(),
    tenant,
    given,
    invalid({ parameter: 'limit', code: 'minimum' }),
  );
  expect(status).toBe(400);
});
