import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { etagOf, requireVersion } from '../../../server/base/preconditions.ts';
import { categories } from '../../../server/trade/catalogue/categories/store.ts';
import { products } from '../../../server/trade/catalogue/products/store.ts';
import { customers } from '../../../server/trade/customers/store.ts';
import { orderResource } from '../../../server/trade/orders/store.ts';
import { coupons } from '../../../server/trade/pricing/coupons/store.ts';
import { priceTables } from '../../../server/trade/pricing/price-tables/store.ts';
import { promotions } from '../../../server/trade/pricing/promotions/store.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import type { TestTenant } from '../../support/test-environment.ts';

const environment = sharedEnvironment();
const tables = [products, categories, customers, priceTables, promotions, coupons, orderResource.table];
const actual = tables.map(({ documentRevision }) => documentRevision);

/** Acts like a release that changes the shape of documents, but not the rows or their versions. */
const release = (documentRevision: number): void => {
  for (const table of tables) Object.assign(table, { documentRevision });
};

const bodies: [collection: string, body: object][] = [
  ['products', { name: 'Café', sku: 'CAF', price: 1 }],
  ['categories', { name: 'Café' }],
  ['customers', { type: 'person', name: 'Maria' }],
  ['price-tables', { name: 'Atacado', code: 'ATACADO', kind: 'fixed' }],
  ['promotions', { name: 'Dez', discount: { type: 'percentage', percentage: 10 } }],
  ['coupons', { code: 'DEZ', discount: { type: 'percentage', percentage: 10 } }],
];

interface Read {
  readonly path: string;
  readonly oldTag: string;
}

/** Creates a row and reads its ETag before the release. */
async function readBefore({ request }: TestTenant, collection: string, body: object): Promise<Read> {
  release(1);
  const created = await request('POST', `/${collection}`, { body });
  const path = `/${collection}/${((await created.json()) as { id: number }).id}`;
  const oldTag = (await request('GET', path)).headers.get('ETag')!;
  release(2);
  return { path, oldTag };
}

// The files of a worker share these modules.
afterAll(() => tables.forEach((table, i) => void Object.assign(table, { documentRevision: actual[i] })));

describe.each(bodies)('after the document of %s has changed its shape', (collection, body) => {
  let tenant: TestTenant;
  beforeAll(async () => {
    tenant = await environment().tenant();
  });
  const named = (name: string): object => ({
    ...body,
    ...('sku' in body && { sku: name }),
    ...('code' in body && { code: name }),
  });

  it('a GET with the old tag gets the new shape, and one with the new tag 304', async () => {
    const { path, oldTag } = await readBefore(tenant, collection, named('A'));
    const read = (tag: string) => tenant.request('GET', path, { headers: { 'if-none-match': tag } });
    const changed = await read(oldTag);
    const newTag = changed.headers.get('ETag')!;
    expect([changed.status, newTag]).toEqual([200, oldTag.replace(/^"1/, '"1.2')]);
    expect((await read(newTag)).status).toBe(304);
  });

  it('a PATCH with the old tag succeeds, because the row itself is unchanged', async () => {
    const { path, oldTag } = await readBefore(tenant, collection, named('B'));
    const change = (tag: string, value: string) =>
      tenant.request('PATCH', path, { body: { metadata: { value } }, headers: { 'if-match': tag } });
    const first = await change(oldTag, 'one');
    expect(first.status).toBe(200);
    const second = await change(first.headers.get('ETag')!, 'two');
    expect(second.status).toBe(200);
    expect((await change(oldTag, 'three')).status).toBe(412);
    const current = second.headers.get('ETag')!;
    expect((await tenant.request('DELETE', path, { headers: { 'if-match': current } })).status).toBe(204);
  });
});

it('shows the new shape of an order to a GET with the old tag', async () => {
  const tenant = await environment().tenant();
  const { id: customer_id } = await tenant.tp.customers.create({ type: 'person', name: 'Maria' });
  const { id: product_id } = await tenant.tp.products.create({
    name: 'Café',
    sku: 'CAF',
    price: 1,
    track_stock: false,
  });
  const items = [{ product_id, quantity: 1 }];
  const { path, oldTag } = await readBefore(tenant, 'orders', { customer_id, items });
  const read = await tenant.request('GET', path, { headers: { 'if-none-match': oldTag } });
  expect([read.status, read.headers.get('ETag')]).toEqual([200, '"1.2"']);
  const moved = await tenant.request('POST', `${path}/status`, { body: { status: 'In_Transit' } });
  expect(moved.headers.get('ETag')).toBe('"2.2"');
});

it('refuses an upsert whose If-None-Match excludes the current version by its old tag', async () => {
  const tenant = await environment().tenant();
  release(1);
  const path = '/categories/external/ERP-1';
  const created = await tenant.request('PUT', path, { body: { name: 'Café' } });
  release(2);
  const headers = { 'if-none-match': created.headers.get('ETag')! };
  const refused = await tenant.request('PUT', path, { body: { name: 'Chá' }, headers });
  expect(refused.status).toBe(412);
});

it('sends no ETag with a list, so a list always shows the current shape', async () => {
  const tenant = await environment().tenant();
  expect((await tenant.request('GET', '/products')).headers.get('ETag')).toBeNull();
});

describe('an ETag', () => {
  const tags: [version: number, documentRevision: number, part: string | undefined, tag: string][] = [
    [7, 1, undefined, '"7"'],
    [7, 2, undefined, '"7.2"'],
    [7, 1, '120/8.5', '"7-120/8.5"'],
    [7, 12, '120/8.5', '"7.12-120/8.5"'],
  ];

  it.each(tags)(
    'of version %i in revision %i with part %s is %s, and satisfies If-Match for that version only',
    (version, documentRevision, part, tag) => {
      expect(etagOf({ version, documentRevision, part })).toBe(tag);
      const ifMatch = { ifMatch: tag, ifNoneMatch: undefined };
      expect(() => requireVersion(ifMatch, version)).not.toThrow();
      expect(() => requireVersion(ifMatch, version + 1)).toThrow('the current version is "8"');
    },
  );

  it.each(['"7."', '"7.x"', '".7"', '"1.7"', '"7.1.1"', '7.2', 'W/"7.2"'])(
    'is refused in If-Match when malformed or not of version 7: %s',
    (ifMatch) => {
      expect(() => requireVersion({ ifMatch, ifNoneMatch: undefined }, 7)).toThrow('If-Match is');
    },
  );
});
