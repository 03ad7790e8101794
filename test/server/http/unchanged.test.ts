import { expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';

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
