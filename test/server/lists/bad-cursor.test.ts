import { expect, it } from 'vitest';
import { expectRefused, type Refusal } from '../../support/refusal.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import type { TestTenant } from '../../support/test-environment.ts';

const environment = sharedEnvironment();

const refusal: Refusal = {
  status: 400,
  code: 'invalid_cursor',
  issue: { parameter: 'cursor', code: 'invalid_cursor' },
};

/** A tenant with two products and two categories, so a page of one row has a next page. */
async function tenantWithPages(): Promise<TestTenant> {
  const tenant = await environment().tenant();
  for (const n of [1, 2]) {
    await tenant.tp.products.create({ name: `Café ${n}`, sku: `CAF-${n}`, price: 1 });
    await tenant.tp.categories.create({ name: `Cafés ${n}` });
  }
  return tenant;
}

async function cursorOf({ request }: TestTenant, path: string): Promise<string> {
  const response = await request('GET', `${path}${path.includes('?') ? '&' : '?'}limit=1`);
  const { page } = (await response.json()) as { page: { next_cursor: string } };
  return page.next_cursor;
}

const changes: [name: string, change: (cursor: string) => string][] = [
  ['that is made up', () => 'garbage'],
  ['that is a number', () => '1'],
  ['that is only dots', () => '...'],
  ['that lost its last character', (cursor) => cursor.slice(0, -1)],
  ['that lost its first character', (cursor) => cursor.slice(1)],
  ['without its tag', (cursor) => cursor.split('.')[0]!],
  [
    'with a different payload',
    (cursor) => `${Buffer.from('["id",null,"0"]').toString('base64url')}.${cursor.split('.')[1]}`,
  ],
  ['with something appended', (cursor) => `${cursor}.x`],
  ['with a character that base64url does not have', (cursor) => cursor.replace('.', '!.')],
];

it.each(changes)('refuses a cursor %s', async (_name, change) => {
  const tenant = await tenantWithPages();
  const cursor = encodeURIComponent(change(await cursorOf(tenant, '/products')));
  await expectRefused(environment(), tenant, { path: `/api/v1/products?cursor=${cursor}` }, refusal);
});

const elsewhere: [name: string, from: string, to: string][] = [
  ['of a different list', '/categories', '/products'],
  ['of a different sort', '/products?sort=name', '/products?sort=updated_at'],
  ['of the other direction', '/products?sort=name', '/products?sort=-name'],
  ['of the default sort', '/products', '/products?sort=name'],
];

it.each(elsewhere)('refuses a cursor %s', async (_name, from, to) => {
  const tenant = await tenantWithPages();
  const cursor = await cursorOf(tenant, from);
  const path = `/api/v1${to}${to.includes('?') ? '&' : '?'}cursor=${cursor}`;
  await expectRefused(environment(), tenant, { path }, refusal);
});

it('a cursor continues after a name of 200 four-byte characters', async () => {
  const tenant = await environment().tenant();
  for (const n of [1, 2])
    await tenant.tp.products.create({ name: '😀'.repeat(200), sku: `CAF-${n}`, price: 1 });
  const cursor = await cursorOf(tenant, '/products?sort=name');
  const response = await tenant.request('GET', `/products?sort=name&cursor=${cursor}`);
  expect(((await response.json()) as { data: { sku: string }[] }).data.map(({ sku }) => sku)).toEqual([
    'CAF-2',
  ]);
});
