import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { insertTenant } from '../../../server/accounts/tenants/store.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { buyer, stocked } from '../../support/shop.ts';

const environment = sharedEnvironment();

/** A tenant with an order of one product, and statements about it. */
async function orderedShop() {
  const { tp, tenantId } = await environment().tenant();
  const product = await stocked(tp, 5);
  const order = await tp.orders.create({
    customer_id: (await buyer(tp)).id,
    items: [{ product_id: product.id, quantity: 1 }],
  });
  const run = (sql: string, id: number) => environment().context.db.query(sql, [tenantId, id]);
  return { tp, tenantId, product, order, run };
}

const LINES = 'DELETE FROM order_lines WHERE tenant_id = $1 AND order_id = $2';
const ORDER = 'DELETE FROM orders WHERE tenant_id = $1 AND id = $2';
const MOVEMENTS = 'DELETE FROM stock_movements WHERE tenant_id = $1 AND order_id = $2';
const BALANCE = 'DELETE FROM stock_balances WHERE tenant_id = $1 AND product_id = $2';
const PRODUCT = 'DELETE FROM products WHERE tenant_id = $1 AND id = $2';
const refusal = (table: string) => ({
  code: '23503',
  message: expect.stringMatching(new RegExp(`: ${table} has rows of it$`)),
});

it('lets nobody delete an order while lines or movements have its id', async () => {
  const { order, run } = await orderedShop();
  await expect(run(ORDER, order.id)).rejects.toMatchObject(refusal('order_lines'));
  await run(LINES, order.id);
  await expect(run(ORDER, order.id)).rejects.toMatchObject(refusal('stock_movements'));
  const rows = await run(
    `WITH m AS (${MOVEMENTS} RETURNING 1), o AS (${ORDER} RETURNING 1)
    SELECT (SELECT count(*)::int FROM m) AS movements, (SELECT count(*)::int FROM o) AS orders`,
    order.id,
  );
  expect(rows).toEqual([{ movements: 1, orders: 1 }]);
});

it('lets nobody delete a product while movements have its id, also without a balance', async () => {
  const { product, run } = await orderedShop();
  await expect(run(PRODUCT, product.id)).rejects.toMatchObject({ code: '23503' });
  await run(BALANCE, product.id);
  await expect(run(PRODUCT, product.id)).rejects.toMatchObject(refusal('stock_movements'));
});

describe('a tenant', () => {
  const TENANT = 'DELETE FROM tenants WHERE tenant_id = $1';

  it.each(['products', 'customers', 'idempotency_keys'])(
    'is deleted by nobody while it has %s',
    async (table) => {
      const { db } = environment().context;
      const { tenantId: other } = await orderedShop();
      const id = await insertTenant(db, 'Of one row', 'Basic');
      const run = (sql: string) => db.query(sql, [id]);
      await db.query(
        `INSERT INTO ${table} SELECT copy.* FROM ${table} other,
           json_populate_record(other, json_build_object('tenant_id', $1::int)) copy WHERE other.tenant_id = $2 LIMIT 1`,
        [id, other],
      );
      await expect(run(TENANT)).rejects.toMatchObject(refusal(table));
      await run(`DELETE FROM ${table} WHERE tenant_id = $1`);
      await run(TENANT);
    },
  );

  // A lock for each new row is a write to the tenant's row, which everyone waits for in turn.
  it('is neither written nor locked when it gets rows', async () => {
    const { tp, tenantId } = await environment().tenant();
    const { db } = environment().context;
    const touched = () => db.query('SELECT ctid, xmax FROM tenants WHERE tenant_id = $1', [tenantId]);
    const before = await touched();
    const [product, customer] = [await stocked(tp, 5), await buyer(tp)];
    const items = [{ product_id: product.id, quantity: 1 }];
    await tp.orders.create({ customer_id: customer.id, items }, { idempotencyKey: randomUUID() });
    expect(await touched()).toEqual(before);
  });
});

it('keeps the rows of what the API deletes, so that movements and lines still have theirs', async () => {
  const { tp, product, order, run } = await orderedShop();
  await tp.orders.setStatus(order.id, { status: 'Canceled' });
  await tp.products.delete(product.id);
  const missing = await run(
    `SELECT m.id FROM stock_movements m LEFT JOIN products p ON p.tenant_id = m.tenant_id AND p.id = m.product_id
       LEFT JOIN orders o ON o.tenant_id = m.tenant_id AND o.id = m.order_id
     WHERE m.tenant_id = $1 AND (p.id IS NULL OR (m.order_id IS NOT NULL AND o.id IS NULL)) AND $2::int > 0
     UNION ALL SELECT l.line FROM order_lines l LEFT JOIN orders o ON o.tenant_id = l.tenant_id AND o.id = l.order_id
     WHERE l.tenant_id = $1 AND o.id IS NULL`,
    product.id,
  );
  expect(missing).toEqual([]);
  expect((await tp.stock.movements({ product_id: product.id })).data.length).toBeGreaterThan(1);
});
