import { describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();

const resources: [collection: string, noun: string, body: object, change: object][] = [
  ['products', 'product', { name: 'Café', sku: 'CAF', price: 1 }, { price: 2 }],
  ['categories', 'category', { name: 'Cafés' }, { position: 2 }],
  ['customers', 'customer', { type: 'person', name: 'Maria' }, { name: 'Ana' }],
  ['price-tables', 'price table', { name: 'A', code: 'A', kind: 'fixed' }, { priority: 2 }],
  [
    'promotions',
    'promotion',
    { name: 'P', discount: { type: 'percentage', percentage: 1 } },
    { priority: 2 },
  ],
  [
    'coupons',
    'coupon',
    { code: 'A', discount: { type: 'percentage', percentage: 1 } },
    { status: 'inactive' },
  ],
];

describe.each(resources)('/%s/external/{external_id}', (collection, noun, body, change) => {
  const path = `/${collection}/external/ERP%2F1`;

  it('reads, updates and deletes the row with this external id, as its own id does', async () => {
    const { request } = await environment().tenant();
    const created = await request('PUT', path, { body });
    const { id } = (await created.json()) as { id: number };
    const own = await request('GET', `/${collection}/${id}`);
    const read = await request('GET', path);
    expect([read.status, await read.json()]).toEqual([200, await own.json()]);
    const etag = read.headers.get('ETag')!;
    expect(etag).toBe(own.headers.get('ETag'));
    expect((await request('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(304);

    const changed = await request('PATCH', path, { body: change, headers: { 'if-match': etag } });
    expect([changed.status, await changed.json()]).toEqual([
      200,
      expect.objectContaining({ id, version: 2, ...change }),
    ]);
    for (const method of ['PATCH', 'DELETE'] as const) {
      const stale = { headers: { 'if-match': etag }, ...(method === 'PATCH' && { body: change }) };
      expect((await request(method, path, stale)).status).toBe(412);
    }
    expect((await request('DELETE', path)).status).toBe(204);
    expect((await request('GET', `/${collection}/${id}`)).status).toBe(404);
  });

  it('is 404 with the external id if there is no such row, and creates none', async () => {
    const tenant = await environment().tenant();
    const stranger = await environment().tenant();
    await stranger.request('PUT', path, { body });
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      const missing = await tenant.request(method, path, method === 'PATCH' ? { body: change } : {});
      expect([missing.status, await missing.json()]).toMatchObject([
        404,
        {
          ...{ code: 'not_found', detail: `There is no ${noun} with this external_id.` },
          errors: [{ parameter: 'external_id', code: 'not_found' }],
        },
      ]);
    }
    const list = await tenant.request('GET', `/${collection}`);
    expect(((await list.json()) as { data: object[] }).data).toEqual([]);
  });
});

it('a PATCH may give the row another external id, which a PUT refuses', async () => {
  const { request } = await environment().tenant();
  await request('PUT', '/categories/external/E1', { body: { name: 'Cafés' } });
  const body = { external_id: 'E2' };
  expect((await request('PUT', '/categories/external/E1', { body })).status).toBe(400);
  expect((await request('PATCH', '/categories/external/E1', { body })).status).toBe(200);
  const statuses = ['E1', 'E2'].map(
    async (id) => (await request('GET', `/categories/external/${id}`)).status,
  );
  expect(await Promise.all(statuses)).toEqual([404, 200]);
});

it('an order is found by its external id in the list', async () => {
  const { tp } = await environment().tenant();
  const product = await tp.products.create({ name: 'Café', sku: 'CAF', price: 1, stock: { on_hand: 9 } });
  const { id: customer_id } = await tp.customers.create({ type: 'person', name: 'Maria' });
  const items = [{ product_id: product.id, quantity: 1 }];
  const { id } = await tp.orders.create({ customer_id, items, external_id: 'ERP-O-1' });
  await tp.orders.create({ customer_id, items });
  expect((await tp.orders.list({ external_id: 'ERP-O-1' })).data.map((order) => order.id)).toEqual([id]);
});
