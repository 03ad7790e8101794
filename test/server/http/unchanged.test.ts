import { expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';
import { openShop } from '../../support/trade.ts';

const environment = sharedEnvironment();
const discount = { type: 'percentage', percentage: 10 } as const;

it("a second night that has the elements of sets in another order, or a code in another letter case, doesn't write", async () => {
  const { tp } = await environment().tenant();
  const products = await tp.products.batch(
    ['A', 'B', 'C'].map((sku) => ({ sku, external_id: sku, name: sku, price: 1 })),
  );
  const categories = await tp.categories.batch(['A', 'B'].map((name) => ({ external_id: name, name })));
  const ids = products.map(({ data }) => data!.id);
  const night = async (sorted: <T>(set: T[]) => T[], written: (text: string) => string) => [
    ...(await tp.promotions.batch([
      {
        ...{ external_id: 'P', name: 'P', discount, requires_coupon: true },
        target: { type: 'products', external_ids: sorted(['A', 'B', 'C']) },
        conditions: { customer_tags: sorted(['vip', 'loja']) },
      },
      {
        ...{ external_id: 'Q', name: 'Q', discount },
        target: { type: 'categories', category_external_ids: sorted(['A', 'B']) },
      },
    ])),
    ...(await tp.coupons.batch([{ external_id: 'K', code: written('Dez'), discount }])),
    ...(await tp.customers.batch([
      {
        ...{ external_id: 'C', type: 'person', name: 'Ana', tags: sorted(['vip', 'loja']) },
        email: `Ana@${written('Example.com')}`,
      },
    ])),
  ];
  const first = await night(
    (set) => set,
    (text) => text,
  );
  const again = await night(
    (set) => set.reverse(),
    (text) => text.toUpperCase(),
  );
  expect(again.map(({ data }) => data)).toEqual(first.map(({ data }) => data));
  expect(first[0]!.data).toMatchObject({ target: { product_ids: ids } });
  expect(first[1]!.data).toMatchObject({ target: { category_ids: categories.map(({ data }) => data!.id) } });
  const { data: events } = await tp.events.list({ event_type: 'customer.updated' });
  expect(events).toEqual([]);
});

it('writes what differs: a set with another element, a list whose order means something', async () => {
  const { tp } = await environment().tenant();
  const customer = await tp.customers.create({
    type: 'person',
    name: 'Ana',
    tags: ['a', 'b'],
    email: 'ana@x.com',
  });
  expect(await tp.customers.update(customer.id, { tags: ['b', 'c'] })).toMatchObject({ tags: ['b', 'c'] });
  expect(await tp.customers.update(customer.id, { email: 'Ana@x.com' })).toMatchObject({
    email: 'Ana@x.com',
  });
  const image_urls = ['https://example.com/a', 'https://example.com/b'];
  const product = await tp.products.create({ name: 'A', sku: 'A', price: 1, image_urls });
  const turned = await tp.products.update(product.id, { image_urls: image_urls.toReversed() });
  expect(turned).toMatchObject({ version: 2, image_urls: image_urls.toReversed() });
});

it.each([
  ['/coupons', { code: 'A', discount }],
  ['/price-tables', { name: 'Atacado', code: 'AT', kind: 'fixed' }],
  ['/promotions', { name: 'Dez', discount }],
])('of %s: takes another way to write a moment for no change', async (path, body) => {
  const { request } = await environment().tenant();
  const send = async (method: string, to: string, sent: object) =>
    (await request(method, path + to, { body: sent })).json() as Promise<{ id: number }>;
  const sent = { starts_at: '2026-05-01T03:00:00.0009Z', ends_at: '2026-06-01T00:00:00.000-03:00' };
  const kept = { starts_at: '2026-05-01T03:00:00.000Z', ends_at: '2026-06-01T03:00:00.000Z', version: 1 };
  const made = await send('POST', '', { ...body, ...sent, external_id: 'E' });
  expect(made).toMatchObject(kept);
  for (const change of [sent, { starts_at: '2026-05-01T00:00:00-03:00', ends_at: '2026-06-01 03:00Z' }]) {
    expect(await send('PATCH', `/${made.id}`, change)).toEqual(made);
    expect(await send('PUT', '/external/E', { ...body, ...change })).toEqual(made);
    const items = [{ ...body, ...change, external_id: 'E' }];
    expect(await send('POST', '/batch', { items })).toMatchObject({ results: [{ data: made }] });
  }
});

it("an order's payment terms in another order are no change, and one more of them is", async () => {
  const { tp, customer } = await openShop(environment());
  const product = await stocked(tp, 10);
  const items = [{ product_id: product.id, quantity: 1, unit_price: 30 }];
  const term = { due_date: '2026-03-01', amount: 10 };
  const terms = [term, { method: 'pix', due_date: '2026-02-01', amount: 10 }, term];
  const order = await tp.orders.create({ customer_id: customer.id, items, payment_terms: terms });
  const turned = [terms[1]!, term, term];
  expect(await tp.orders.update(order.id, { payment_terms: turned })).toEqual(order);
  const other = [terms[1]!, terms[1]!, term];
  expect(await tp.orders.update(order.id, { payment_terms: other })).toMatchObject({
    version: order.version + 1,
    payment_terms: other,
  });
});
