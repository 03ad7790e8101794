import { expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { buyer, stocked } from '../../support/shop.ts';
import { type Discount, openShop, outcomes } from '../../support/trade.ts';

/** A tenant gets a quarter of the pool, here 10 connections, so its transactions run concurrently. */
const environment = sharedEnvironment({ env: { DATABASE_POOL_SIZE: '40' } });
const AT_ONCE = 200;
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const one: Discount = { type: 'fixed_amount', amount: 1 };

/** Balances, with what the ledger and the lines of Pending orders say of them. All three must be equal. */
const RESERVED = `SELECT b.reserved::float,
    (SELECT coalesce(sum(quantity), 0)::float FROM stock_movements m WHERE m.tenant_id = b.tenant_id
      AND m.product_id = b.product_id AND m.type IN ('reservation', 'release', 'shipment')) AS ledger,
    (SELECT coalesce(sum((i ->> 'quantity')::numeric), 0)::float FROM orders o, json_array_elements(o.items) i
      WHERE o.tenant_id = b.tenant_id AND o.status = 'Pending' AND (i ->> 'product_id')::int = b.product_id) AS lines
  FROM stock_balances b WHERE b.tenant_id = $1 ORDER BY b.product_id`;
/** Coupons and promotions, with the live rows that count for them. Both must be equal. */
const USES = `SELECT times_used, (SELECT count(*)::int FROM coupon_redemptions r
    WHERE r.tenant_id = k.tenant_id AND r.coupon_id = k.id AND r.released_at IS NULL) AS live FROM coupons k WHERE tenant_id = $1
  UNION ALL SELECT times_used, (SELECT count(*)::int FROM promotion_uses u
    WHERE u.tenant_id = p.tenant_id AND u.promotion_id = p.id AND u.released_at IS NULL) FROM promotions p WHERE tenant_id = $1`;
/** Deadlocks that PostgreSQL has resolved in this database. */
const DEADLOCKS = 'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()';

async function busyShop(stock = 100_000) {
  const shop = await openShop(environment());
  const products = [
    await stocked(shop.tp, stock),
    await stocked(shop.tp, stock),
    await stocked(shop.tp, stock),
  ];
  const lines = (...quantities: number[]) =>
    quantities.flatMap((quantity, i) => (quantity > 0 ? [{ product_id: products[i]!.id, quantity }] : []));
  const { db } = environment().context;
  const expectConsistent = async () => {
    const balances = await db.query<{ reserved: number; ledger: number; lines: number }>(RESERVED, [
      shop.tenantId,
    ]);
    expect(balances).toEqual(balances.map(({ lines }) => ({ reserved: lines, ledger: lines, lines })));
    const uses = await db.query<{ times_used: number; live: number }>(USES, [shop.tenantId]);
    expect(uses).toEqual(uses.map(({ live }) => ({ times_used: live, live })));
    expect(await db.query(DEADLOCKS, [])).toEqual([{ deadlocks: 0 }]);
  };
  return { ...shop, products, lines, expectConsistent };
}

it('changes hot products, coupons, promotions and customers of 200 orders at once without a deadlock', async () => {
  const { order, change, move, lines, tp, coupons, promotions, expectConsistent } = await busyShop();
  for (const code of ['A', 'B']) await coupons.create({ code, discount: one });
  await coupons.create({ code: 'DEZ', discount: one, usage_limit: 10 });
  for (const [i, limit] of [null, 50, null].entries())
    await promotions.create({
      name: `P${i}`,
      discount: one,
      stackable: true,
      usage_limit: limit,
      conditions: { min_amount: 20 + i * 10 },
    });
  const customers = await Promise.all(times(5, () => buyer(tp)));
  const codes = [null, 'A', 'B'];
  const standing = await Promise.all(
    times(40, (i) => order({ items: lines(1 + (i % 3), 1, i % 2), coupon_code: codes[i % 3] ?? null })),
  );
  const work = times(AT_ONCE, (i): Promise<unknown> => {
    const { id } = standing[i % standing.length]!;
    if (i % 20 === 19) return move(id, i % 40 === 19 ? 'Canceled' : 'In_Transit');
    if (i % 10 === 5) return order({ items: lines(1, 0, 2).toReversed(), coupon_code: 'B' });
    return change(id, {
      items: i % 2 ? lines(i % 5, 1, i % 4) : lines(1 + (i % 4), i % 3, 1).toReversed(),
      coupon_code: [...codes, 'DEZ'][i % 4] ?? null,
      customer_id: customers[i % customers.length]!.id,
    });
  });
  const { refused } = await outcomes(work);
  const allowed = [
    '409 coupon_exhausted',
    '409 order_not_editable',
    '409 invalid_status_transition',
    '400 invalid_request',
  ];
  expect(allowed).toEqual(expect.arrayContaining(refused));
  await expectConsistent();
});

it('sells no more than there is when 200 changes compete for the last units', async () => {
  const { order, change, lines, tp, expectConsistent, products } = await busyShop(100);
  const orders = await Promise.all(times(50, () => order({ items: lines(1, 1) })));
  const changes = times(AT_ONCE, (i) =>
    change(orders[i % 50]!.id, { items: lines(1 + (i % 4), 4 - (i % 4)) }),
  );
  const { refused } = await outcomes(changes);
  expect(['409 insufficient_stock']).toEqual(expect.arrayContaining(refused));
  for (const { id } of products.slice(0, 2))
    expect((await tp.products.get(id)).stock.available).toBeGreaterThanOrEqual(0);
  await expectConsistent();
});

it.each(['In_Transit', 'Canceled'] as const)(
  'either changes the items or refuses them when the order becomes %s at the same time',
  async (status) => {
    const { order, change, move, lines, tp, expectConsistent } = await busyShop();
    const orders = await Promise.all(times(20, () => order({ items: lines(3) })));
    const changes = outcomes(orders.map(({ id }) => change(id, { items: lines(1, 5) })));
    const moves = outcomes(orders.map(({ id }) => move(id, status)));
    expect(await moves).toEqual({ done: 20, refused: [] });
    const { done, refused } = await changes;
    expect(['409 order_not_editable']).toEqual(expect.arrayContaining(refused));
    const after = await Promise.all(orders.map(({ id }) => tp.orders.get(id)));
    expect(after.filter(({ items }) => items.length === 2).length).toBe(done);
    await expectConsistent();
    const shipped = status === 'In_Transit' ? [1, 5] : [0, 0];
    const balances = (await tp.stock.list()).data.map(({ on_hand }) => 100_000 - on_hand);
    expect(balances).toEqual([
      done * shipped[0]! + (status === 'In_Transit' ? 20 - done : 0) * 3,
      done * shipped[1]!,
      0,
    ]);
  },
);

it('lets one of two changes with the same ETag through', async () => {
  const { order, change, lines, expectConsistent, tp } = await busyShop();
  const orders = await Promise.all(times(20, () => order({ items: lines(3) })));
  const changes = orders.flatMap(({ id }) =>
    [4, 5].map((quantity) => change(id, { items: lines(quantity) }, { 'if-match': '"1"' })),
  );
  expect(await outcomes(changes)).toEqual({ done: 20, refused: ['412 version_mismatch'] });
  const versions = (await Promise.all(orders.map(({ id }) => tp.orders.get(id)))).map(
    ({ version }) => version,
  );
  expect(new Set(versions)).toEqual(new Set([2]));
  await expectConsistent();
});
