import { Tradepost } from '@tradepost/sdk';
import { expect, inject, it } from 'vitest';
import { ownDatabase } from '../../support/databases.ts';
import { stocked } from '../../support/shop.ts';
import { openTestEnvironment } from '../../support/test-environment.ts';
import { openShop } from '../../support/trade.ts';

/** Enough to hit the race about 10 times if it exists; nightly runs set 1000. */
const SHIPS = Number(process.env.TRADEPOST_SHIPS ?? 150);
const AT_ONCE = 30;
const MS_PER_SHIP = 4_000;
/** More than any order needs: stock is added after each refusal. */
const MAX_TRIES = 50;

const LEDGER = `SELECT sum(quantity) FILTER (WHERE type IN ('adjustment', 'shipment', 'return'))::float AS on_hand,
    sum(quantity) FILTER (WHERE type IN ('reservation', 'release', 'shipment'))::float AS reserved
  FROM stock_movements WHERE tenant_id = $1`;

/** Two servers on one database, like two processes, and a shop whose product is sold on backorder. */
async function twoApis() {
  const database = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  const [one, other] = [await openTestEnvironment({ database }), await openTestEnvironment({ database })];
  const shop = await openShop(one);
  const second = new Tradepost({ apiKey: shop.key, baseUrl: other.baseUrl, maxRetries: 0 });
  const product = await stocked(shop.tp, 0, { allow_backorder: true });
  const close = async () => {
    await Promise.all([one.close(), other.close()]);
    await database.drop();
  };
  return { shop, product, clients: [shop.tp, second], db: one.context.db, close };
}

it('ships every order while stock is counted, received and returned, through two processes', {
  timeout: 60_000 + SHIPS * MS_PER_SHIP,
}, async () => {
  const { shop, product, clients, db, close } = await twoApis();
  const statuses: Record<string, number> = {};
  const counted = async (work: Promise<unknown>): Promise<number> => {
    const status = await work.then(
      () => 200,
      (error: { status?: number }) => error.status ?? 0,
    );
    statuses[status] = (statuses[status] ?? 0) + 1;
    return status;
  };
  let next = 0;
  let shipped = 0;
  const worker = async (index: number): Promise<void> => {
    const tp = clients[index % clients.length]!;
    const adjust = (mode: 'set' | 'delta', quantity: number) =>
      counted(tp.products.adjustStock(product.id, { mode, quantity, reason: 'count' }));
    for (let turn = next++; turn < SHIPS; turn = next++) {
      const { id } = await shop.order({ items: [{ product_id: product.id, quantity: 1 + (turn % 3) }] });
      for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
        const [status] = await Promise.all([
          counted(tp.orders.setStatus(id, { status: 'In_Transit' })),
          // Only once: repeated sets would never leave enough for the last order.
          turn % 4 === 0 && tries === 1 ? adjust('set', turn % 3) : adjust('delta', 2),
        ]);
        if (status === 200) break;
      }
      if ((await tp.orders.get(id)).status === 'In_Transit') shipped += 1;
      if (turn % 5 === 0)
        await counted(tp.orders.setStatus(id, { status: 'Canceled', reason: 'x', restock: true }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => worker(index)));
  const { stock } = await shop.tp.products.get(product.id);
  const ledger = await db.query(LEDGER, [shop.tenantId]);
  await close();
  expect(Object.keys(statuses).filter((status) => status !== '200' && status !== '409')).toEqual([]);
  expect([shipped, stock.reserved]).toEqual([SHIPS, 0]);
  expect(ledger).toEqual([{ on_hand: stock.on_hand, reserved: stock.reserved }]);
});
