import { expect, it } from 'vitest';
import { holdLocks } from '../../support/locked-rows.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';
import { type Discount, openShop } from '../../support/trade.ts';

/** A tenant gets a quarter of the pool, here 3 connections, so two orders can wait at the same time. */
const environment = sharedEnvironment({ env: { DATABASE_POOL_SIZE: '12' } });
const one: Discount = { type: 'fixed_amount', amount: 1 };
const TRIED = 100;

async function shopWithProduct() {
  const shop = await openShop(environment());
  const product = await stocked(shop.tp, 100);
  return { ...shop, product, items: [{ product_id: product.id, quantity: 1 }] };
}

/** Locks rows as another order's transaction would. */
const lock = (table: 'coupons' | 'promotions', ids: readonly number[]) =>
  holdLocks(environment().databaseUrl, `SELECT 1 FROM ${table} WHERE id = ANY ($1) FOR UPDATE`, [ids]);

it('an order waits for the limited promotions that it tries, and for no others', async () => {
  const { order, items, promotions, request } = await shopWithProduct();
  const first = Array.from({ length: TRIED }, (_, i) => ({ name: `P${i}`, priority: 9, discount: one }));
  expect((await request('POST', '/promotions/batch', { body: { items: first } })).status).toBe(200);
  const limited = { discount: one, usage_limit: 10 };
  const late = await promotions.create({ ...limited, name: 'Tarde', priority: 1 });
  const club = await promotions.create({ ...limited, name: 'Clube', requires_coupon: true, priority: 10 });
  await lock('promotions', [late.id, club.id]);
  expect((await order({ items })).discounts).toMatchObject([{ name: 'P0' }]);

  const early = await promotions.create({ ...limited, name: 'Cedo', priority: 10 });
  const locked = await lock('promotions', [early.id]);
  const waiting = order({ items });
  await expect.poll(locked.waiting).toBe(1);
  await locked.release();
  expect((await waiting).discounts).toMatchObject([{ name: 'Cedo' }]);
});

it('enforces the limit of a promotion created while two orders of a customer wait for their locks', async () => {
  const { order, items, coupons, promotions, product } = await shopWithProduct();
  const codes = ['A', 'B'];
  const made = await Promise.all(codes.map((code) => coupons.create({ code, discount: one })));
  const heldCoupons = await lock(
    'coupons',
    made.map(({ id }) => id),
  );
  const orders = codes.map((coupon_code) => order({ items, coupon_code }));
  await expect.poll(heldCoupons.waiting).toBe(2);
  // Created while both orders wait, so neither can have locked it.
  const { id } = await promotions.create({ name: 'Um', discount: one, usage_limit_per_customer: 1 });
  const heldStock = await holdLocks(
    environment().databaseUrl,
    'SELECT 1 FROM stock_balances WHERE product_id = $1 FOR UPDATE',
    [product.id],
  );
  await heldCoupons.release();
  // Once both wait again, at least one has computed its order; the other may be waiting for the promotion.
  const inserting = `SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'WITH counted AS%'`;
  const isInserting = async () => (await environment().context.db.query(inserting, [])).length;
  await expect.poll(isInserting).toBeGreaterThan(0);
  await expect.poll(heldStock.waiting).toBe(2);
  await heldStock.release();
  const totals = (await Promise.all(orders)).map(({ total }) => total);
  expect(totals.toSorted()).toEqual([8, 9]);
  expect((await promotions.get(id)).times_used).toBe(1);
});
