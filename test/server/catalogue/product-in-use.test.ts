import { expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';
import { openShop, outcomes, type RequestRefused, refusal } from '../../support/trade.ts';

/** A tenant gets a quarter of the pool, here 3 connections: three of its transactions run at once. */
const environment = sharedEnvironment({ env: { DATABASE_POOL_SIZE: '12' } });

/** A shop with 10 units of a product, and functions that buy and delete it. */
async function soldShop() {
  const shop = await openShop(environment());
  const product = await stocked(shop.tp, 10);
  const buy = (quantity: number) => shop.order({ items: [{ product_id: product.id, quantity }] });
  return { ...shop, product, buy, remove: () => shop.tp.products.delete(product.id) };
}

it('refuses to delete a product while orders have some of it reserved', async () => {
  const { tp, product, buy, move, remove } = await soldShop();
  const [canceled, shipped] = [await buy(2), await buy(1.5)];
  await expect(remove()).rejects.toMatchObject({
    ...refusal(409, 'in_use'),
    ...{ problem: { in_use_by: ['orders'], reserved: 3.5 }, errors: [] },
  });
  await move(canceled.id, 'Canceled');
  await expect(remove()).rejects.toMatchObject({ ...refusal(409, 'in_use'), problem: { reserved: 1.5 } });
  expect((await tp.products.get(product.id)).deleted_at).toBeNull();
  await move(shipped.id, 'In_Transit');
  await remove();
  await expect(buy(1)).rejects.toMatchObject(refusal(422, 'invalid_reference', '#/items/0/product_id'));
});

it("keeps a deleted product's balance and ledger readable", async () => {
  const { tp, product, buy, move, remove } = await soldShop();
  const other = await stocked(tp, 1);
  const { id } = await buy(4);
  await move(id, 'In_Transit');
  const before = (await tp.stock.list({ product_id: product.id })).data[0]!;
  await remove();
  const listed = async (query: object) => (await tp.stock.list(query)).data.map((row) => row.product_id);
  expect(await listed({})).toEqual([other.id]);
  for (const query of [{ product_id: product.id }, { sku: product.sku }])
    expect(await listed(query)).toEqual([]);
  const [deleted] = (await tp.stock.list({ include_deleted: true, sku: product.sku })).data;
  expect(deleted).toEqual({
    ...{ product_id: product.id, product_external_id: null, sku: product.sku },
    ...{ on_hand: 6, reserved: 0, available: 6 },
    ...{ updated_at: deleted!.deleted_at, deleted_at: expect.any(String) },
  });
  expect(await listed({ include_deleted: true, updated_since: deleted!.deleted_at })).toContain(product.id);
  expect(deleted!.updated_at > before.updated_at).toBe(true);
  const again = await stocked(tp, 3, { sku: product.sku });
  expect(await listed({ sku: product.sku })).toEqual([again.id]);
  expect(await listed({ sku: product.sku, include_deleted: true })).toEqual([product.id, again.id]);

  await move(id, 'Canceled', { reason: 'x', restock: true });
  const ledger = (await tp.stock.movements({ product_id: product.id })).data;
  expect(ledger.map(({ type, on_hand_after }) => [type, on_hand_after])).toEqual([
    ['adjustment', 10],
    ['reservation', 10],
    ['shipment', 6],
    ['return', 10],
  ]);
  expect((await tp.stock.list({ include_deleted: true, product_id: product.id })).data[0]).toMatchObject({
    ...{ on_hand: 10, reserved: 0 },
  });
  const adjustment = { mode: 'set', quantity: 0, reason: 'count' } as const;
  await expect(tp.products.adjustStock(product.id, adjustment)).rejects.toMatchObject({ status: 404 });
});

const WAITING = `SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** Sends the requests in order, each once those before it wait for the lock on the product's balance. */
async function queuedFor(productId: number, requests: readonly (() => Promise<unknown>)[]) {
  const { db } = environment().context;
  const sent: Promise<unknown>[] = [];
  await db.transaction(async (tx) => {
    await tx.query('SELECT FROM stock_balances WHERE product_id = $1 FOR UPDATE', [productId]);
    for (const request of requests) {
      sent.push(request().catch(({ status, code }: RequestRefused) => `${status} ${code}`));
      while ((await db.query<{ count: number }>(WAITING, []))[0]!.count < sent.length);
    }
  });
  return Promise.all(sent);
}

it('refuses an order and an adjustment that waited while their product was deleted', async () => {
  const { tp, product, buy, remove } = await soldShop();
  const adjust = () => tp.products.adjustStock(product.id, { mode: 'delta', quantity: 1, reason: 'count' });
  expect(await queuedFor(product.id, [remove, () => buy(1), adjust])).toEqual([
    undefined,
    '422 invalid_reference',
    '404 not_found',
  ]);
});

it('refuses to delete a product that was ordered while the request waited', async () => {
  const { product, buy, remove } = await soldShop();
  expect(await queuedFor(product.id, [() => buy(1), remove])).toEqual([
    expect.objectContaining({ status: 'Pending' }),
    '409 in_use',
  ]);
});

it('either deletes a product or sells it when both are requested at once', async () => {
  const { tp, product, buy, remove } = await soldShop();
  const removed = remove().then(
    () => true,
    () => false,
  );
  const { done, refused } = await outcomes(Array.from({ length: 10 }, () => buy(1)));
  const [balance] = (await tp.stock.list({ include_deleted: true, product_id: product.id })).data;
  const want = (await removed) ? [0, ['422 invalid_reference'], 0] : [10, [], 10];
  expect([done, refused, balance!.reserved]).toEqual(want);
});
