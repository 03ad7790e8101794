import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentsOf } from '../../support/refusal.ts';
import {
  openTestEnvironment,
  type TestEnvironment,
  type TestTenant,
} from '../../support/test-environment.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await openTestEnvironment();
  // Ids so large that any occurrence in a response must be the id itself.
  for (const [index, table] of ['products', 'categories', 'customers', 'orders'].entries())
    await environment.context.db.query(
      `ALTER SEQUENCE ${table}_id_seq RESTART WITH ${(index + 1) * 100_000_000}`,
      [],
    );
});
afterAll(() => environment.close());

interface Rows {
  readonly product: number;
  readonly category: number;
  readonly customer: number;
  readonly order: number;
}

/** Ids that don't exist in any tenant. */
const UNKNOWN = 2_000_000_000;
const NONE: Rows = { product: UNKNOWN, category: UNKNOWN, customer: UNKNOWN, order: UNKNOWN };

/** The rows of any two tenants have the same texts, so they only differ by their ids. */
async function rowsOf({ tp }: TestTenant): Promise<Rows> {
  const category = await tp.categories.create({ name: 'Cafés' });
  const product = await tp.products.create({ name: 'Café', sku: 'THEIRS', external_id: 'THEIRS', price: 1 });
  const customer = await tp.customers.create({ type: 'person', name: 'Maria' });
  await tp.products.adjustStock(product.id, { mode: 'set', quantity: 5, reason: 'count' });
  const order = await tp.orders.create({
    customer_id: customer.id,
    items: [{ product_id: product.id, quantity: 1 }],
  });
  return { product: product.id, category: category.id, customer: customer.id, order: order.id };
}

type Ask = readonly [method: string, path: string, body?: unknown];

/** Requests of a tenant, built from the ids of its own rows and of rows that aren't its own. */
const asks: [name: string, ask: (own: Rows, not: Rows) => Ask][] = [
  ['reading a product', (_own, not) => ['GET', `/products/${not.product}`]],
  ['changing a product', (_own, not) => ['PATCH', `/products/${not.product}`, { price: 2 }]],
  ['deleting a product', (_own, not) => ['DELETE', `/products/${not.product}`]],
  ['reading a category', (_own, not) => ['GET', `/categories/${not.category}`]],
  ['changing a category', (_own, not) => ['PATCH', `/categories/${not.category}`, { name: 'Chás' }]],
  ['deleting a category', (_own, not) => ['DELETE', `/categories/${not.category}`]],
  ['reading a customer', (_own, not) => ['GET', `/customers/${not.customer}`]],
  ['changing a customer', (_own, not) => ['PATCH', `/customers/${not.customer}`, { name: 'Ana' }]],
  ['deleting a customer', (_own, not) => ['DELETE', `/customers/${not.customer}`]],
  ['reading an order', (_own, not) => ['GET', `/orders/${not.order}`]],
  [
    'adjusting stock',
    (_own, not) => [
      'POST',
      `/stock/${not.product}/adjustments`,
      { mode: 'delta', quantity: 1, reason: 'count' },
    ],
  ],
  [
    'creating a product in a category',
    (_own, not) => ['POST', '/products', { name: 'Chá', sku: 'CHA', price: 1, category_id: not.category }],
  ],
  [
    'moving a product to a category',
    (own, not) => ['PATCH', `/products/${own.product}`, { category_id: not.category }],
  ],
  [
    'creating a category below another',
    (_own, not) => ['POST', '/categories', { name: 'Chás', parent_id: not.category }],
  ],
  [
    'moving a category below another',
    (own, not) => ['PATCH', `/categories/${own.category}`, { parent_id: not.category }],
  ],
  [
    'ordering for a customer',
    (own, not) => [
      'POST',
      '/orders',
      { customer_id: not.customer, items: [{ product_id: own.product, quantity: 1 }] },
    ],
  ],
  [
    'ordering a product',
    (own, not) => [
      'POST',
      '/orders',
      { customer_id: own.customer, items: [{ product_id: not.product, quantity: 1 }] },
    ],
  ],
  ['listing by a category', (_own, not) => ['GET', `/products?category_id=${not.category}`]],
  ['listing by a customer', (_own, not) => ['GET', `/orders?customer_id=${not.customer}`]],
  ['listing the stock of a product', (_own, not) => ['GET', `/stock?product_id=${not.product}`]],
  ['listing the movements of an order', (_own, not) => ['GET', `/stock-movements?order_id=${not.order}`]],
];

/** The response with the request id and the ids in question masked. */
async function responseTo({ request }: TestTenant, [method, path, body]: Ask, hidden: Rows): Promise<string> {
  const response = await request(method, path, { body });
  const text = (await response.text()).replace(/"request_id":"[^"]+"/, '"request_id":""');
  return `${response.status} ${Object.values(hidden).reduce((rest, id) => rest.replaceAll(String(id), 'ID'), text)}`;
}

describe("another tenant's row gets the same response, byte for byte, as a row that does not exist", () => {
  it.each(asks)('in %s', async (_name, ask) => {
    const [mine, theirs] = [await environment.tenant(), await environment.tenant()];
    const other = await rowsOf(theirs);
    const own = await rowsOf(mine);
    const before = await contentsOf(environment);
    expect(await responseTo(mine, ask(own, other), other)).toBe(await responseTo(mine, ask(own, NONE), NONE));
    expect(await contentsOf(environment)).toEqual(before);
  });

  it.each(['sku', 'external_id'])('in an order that names a product by %s', async (name) => {
    const [mine, theirs] = [await environment.tenant(), await environment.tenant()];
    await rowsOf(theirs);
    const { id } = await mine.tp.customers.create({ type: 'person', name: 'Maria' });
    const ask = (text: string): Ask => [
      'POST',
      '/orders',
      { customer_id: id, items: [{ [name]: text, quantity: 1 }] },
    ];
    expect(await responseTo(mine, ask('THEIRS'), NONE)).toBe(await responseTo(mine, ask('NOBODYS'), NONE));
  });

  it('in a cursor', async () => {
    const [mine, theirs] = [await environment.tenant(), await environment.tenant()];
    for (const sku of ['A', 'B']) await theirs.tp.products.create({ name: 'Café', sku, price: 1 });
    const { page } = (await (await theirs.request('GET', '/products?limit=1')).json()) as {
      page: { next_cursor: string };
    };
    const ask = (cursor: string): Ask => ['GET', `/products?cursor=${cursor}`];
    expect(await responseTo(mine, ask(page.next_cursor), NONE)).toBe(
      await responseTo(mine, ask('garbage'), NONE),
    );
  });
});
