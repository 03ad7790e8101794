import { expect } from 'vitest';
import { FIRST_IDS } from '../../server/main/commands/demo-data.ts';
import { holdLocks } from '../support/locked-rows.ts';
import { buyer, stocked } from '../support/shop.ts';
import type { TestEnvironment, TestTenant } from '../support/test-environment.ts';

const { categories, products, customers, price_tables, orders } = FIRST_IDS;

const item = { product_id: products, quantity: 1 };
const order = { customer_id: customers, items: [item] };
const discount = { type: 'percentage', percentage: 5 };
/** More new names than a batch locks one by one. */
const manyProducts = (prefix: string): object[] =>
  Array.from({ length: 40 }, (_, n) => ({
    ...{ external_id: `${prefix}-${n}`, sku: `${prefix}-${n}`, name: 'Café', price: 1 },
  }));
/** Two batches, of which the second changes the row that the first created, and creates another. */
const inBatches = (path: string, row: (name: string) => object): (typeof REQUESTS)[number][] => {
  const [first, second] = ['X', 'Y'].map((name) => ({ external_id: name, ...row(name) }));
  const changed = { external_id: 'X', metadata: { a: 'b' } };
  return [[first], [changed, second]].map((items) => ['POST', `${path}/batch`, { items }, 200] as const);
};
const ofCategory = {
  ...{ name: 'Cafés', discount, target: { type: 'categories', category_ids: [categories] } },
};

/** What the contract's examples don't have: the rest of the statements run only then. In this order, on the demo tenant. */
const REQUESTS: readonly (readonly [method: string, path: string, body: object, status: number])[] = [
  ['POST', '/orders/quote', { customer_tax_id: '529.982.247-25', items: [item] }, 200],
  ['POST', '/customers', { type: 'person', name: 'Ana', price_table_id: price_tables }, 201],
  ['POST', '/categories', { name: 'Grãos', parent_id: categories }, 201],
  ...inBatches('/categories', (name) => ({ name, slug: name.toLowerCase() })),
  ...inBatches('/customers', (name) => ({ type: 'person', name })),
  ...inBatches('/price-tables', (name) => ({ name, code: name, kind: 'fixed' })),
  ...inBatches('/promotions', (name) => ({ name, discount })),
  ...inBatches('/coupons', (code) => ({ code, discount })),
  ['POST', '/products/batch', { items: manyProducts('B') }, 200],
  ['POST', '/products/batch', { items: manyProducts('B') }, 200],
  // With a row that is refused, the others aren't written by one statement that locks, too.
  ['POST', '/products/batch', { items: [...manyProducts('C'), {}] }, 200],
  ['POST', '/coupons/validate', { ...order, coupon_code: 'VOLTE5' }, 200],
  ['POST', '/promotions', ofCategory, 201],
  ['POST', '/coupons', { code: 'DA-PROMO', promotion_external_id: 'nobody' }, 422],
  // Taken values, whose rows are named.
  ['POST', '/categories', { external_id: 'X', name: 'X', slug: 'x-2' }, 409],
  ['POST', '/promotions', { external_id: 'X', name: 'X', discount }, 409],
  ['POST', '/orders', { ...order, external_id: 'TAKEN' }, 201],
  ['POST', '/orders', { ...order, external_id: 'TAKEN' }, 409],
  ['POST', '/price-tables', { name: 'Padrão', code: 'PADRAO', kind: 'fixed', is_default: true }, 201],
  [
    'PUT',
    `/price-table-entries/${price_tables}`,
    { entries: [{ product_id: products + 1, price: 70 }] },
    200,
  ],
  ['PATCH', `/orders/${orders + 1}`, { items: [item], coupon_code: 'BEMVINDO10' }, 200],
  ['PATCH', `/orders/${orders + 1}`, { price_table_id: price_tables }, 200],
  ['PATCH', `/orders/${orders + 1}`, { price_table_external_id: 'nobody' }, 422],
  ['PATCH', `/orders/${orders + 2}`, { customer_external_id: 'nobody' }, 409],
  // So that their lists have two rows.
  ['POST', `/orders/${orders + 7}/refunds`, { amount: 1, reason: 'r' }, 201],
  [
    'POST',
    `/orders/${orders + 7}/returns`,
    { items: [{ line: 1, quantity: 1 }], restock: false, reason: 'r' },
    201,
  ],
  ['POST', `/orders/${orders + 7}/delivery-attempts`, { outcome: 'failed', reason: 'r' }, 201],
  ['POST', '/customer-erasures', { customer_external_id: 'Y', reason: 'r' }, 202],
  ['POST', '/customer-erasures', { customer_tax_id: '111.444.777-35', reason: 'r' }, 422],
];

export async function sendRare({ request }: TestTenant): Promise<void> {
  for (const [method, path, body, status] of REQUESTS) {
    const response = await request(method, path, { body });
    if (response.status !== status)
      throw new Error(
        `${method} ${path}: ${response.status} in place of ${status}: ${await response.text()}`,
      );
  }
}

/** What a tenant may have of the connections for transactions: further orders wait, and are written together. */
const ALONE = 2;
const AT_ONCE = 6 * ALONE;
const MOST_BURSTS = 20;
const LOCK_BALANCES = 'SELECT 1 FROM stock_balances WHERE tenant_id = $1 FOR UPDATE';
const TOGETHER = { plain: 'insert several orders', withKey: 'insert several orders once' };

/**
 * Orders that come at the same moment are one statement, if the tenant has no promotions, and another one with an Idempotency-Key. On a
 * slow machine they may come so late that each is written alone, so they are sent until `ran` has the statement.
 */
export async function orderTogether(
  { request, tp, tenantId }: TestTenant,
  { databaseUrl }: TestEnvironment,
  ran: () => ReadonlySet<string>,
): Promise<void> {
  const [product, customer] = [await stocked(tp, 2 * MOST_BURSTS * AT_ONCE), await buyer(tp)];
  const body = { customer_id: customer.id, items: [{ product_id: product.id, quantity: 1 }] };
  const order = (key?: string) =>
    request('POST', '/orders', { body, ...(key && { headers: { 'Idempotency-Key': key } }) });
  const burst = async (keyOf: (n: number) => string | undefined): Promise<void> => {
    const locked = await holdLocks(databaseUrl, LOCK_BALANCES, [tenantId]);
    const sent = Array.from({ length: AT_ONCE }, (_, n) => order(keyOf(n)));
    await expect.poll(locked.waiting).toBe(ALONE);
    await locked.release();
    for (const response of await Promise.all(sent)) expect(response.status).toBe(201);
  };
  for (let n = 0; n < MOST_BURSTS && !ran().has(TOGETHER.plain); n += 1) await burst(() => undefined);
  for (let n = 0; n < MOST_BURSTS && !ran().has(TOGETHER.withKey); n += 1)
    await burst((each) => `together-${n}-${each}`);
}

const MAKE_LARGE = "metadata = jsonb_build_object('x', repeat('x', 1000000))";

/** Lists with a row that is too large to be read with others. The contract allows none so large, so the responses aren't checked. */
export async function sendLarge(
  { key, tenantId }: TestTenant,
  { baseUrl, context: { db } }: TestEnvironment,
): Promise<void> {
  const read = async (list: string): Promise<void> => {
    const response = await fetch(`${baseUrl}/api/v1/${list}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    if (!response.ok) throw new Error(`${list}: ${response.status} ${await response.text()}`);
    await response.text();
  };
  for (const [table, id] of Object.entries(FIRST_IDS)) {
    await db.query(`UPDATE ${table} SET ${MAKE_LARGE} WHERE tenant_id = $1 AND id = $2`, [tenantId, id]);
    for (const sort of ['id', '-updated_at']) await read(`${table.replace('_', '-')}?limit=200&sort=${sort}`);
  }
  await db.query(
    `UPDATE events SET body = body || repeat(' ', 1000000) WHERE tenant_id = $1 AND feed_position = 1`,
    [tenantId],
  );
  await read('events?limit=200');
  await db.query(
    `UPDATE order_entries SET entry = '{"id":1,"x":"' || repeat('x', 1000000) || '"}' WHERE tenant_id = $1`,
    [tenantId],
  );
  for (const list of ['payments', 'refunds', 'returns', 'delivery-attempts'])
    for (const sort of ['order_id', '-updated_at']) await read(`${list}?limit=200&sort=${sort}`);
}
