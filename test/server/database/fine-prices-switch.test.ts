import { expect, inject, it, onTestFinished } from 'vitest';
import { migrate } from '../../../server/db/migrate/migrate.ts';
import { migrations } from '../../../server/db/migrations/index.ts';
import { onServer, ownDatabase } from '../../support/databases.ts';
import { report } from '../../support/in-process-command.ts';
import { stocked } from '../../support/shop.ts';
import { SECRET_KEY, useTestEnvironment } from '../../support/test-environment.ts';
import { openShop, refusal } from '../../support/trade.ts';

const NUMBER = 45;
const earlier = migrations.filter(({ name }) => Number(name.slice(0, 3)) < NUMBER);

/** A database of a release before migration 045, which has a tenant. */
async function olderDatabase() {
  const database = await ownDatabase(inject('serverUrl'), 'template0');
  onTestFinished(() => database.drop());
  await migrate(database.url, { migrations: earlier });
  await onServer(database.url, (client) =>
    client.query(
      `INSERT INTO tenants (name, plan, api_enabled, webhooks_enabled, api_rate_limit_rpm, currency, time_zone)
       VALUES ('Loja', 'Pro', true, true, 300, 'BRL', 'UTC')`,
    ),
  );
  return database;
}

const COMMAND = 'tradepost database allow-fine-prices';
/** The files of tables and indexes: other ones after a row was written anew or an index built. */
const FILES = `SELECT relname, relfilenode FROM pg_class
  WHERE relname ~ '^(products|price_table_entries|stock_balances|stock_movements|order_lines)' ORDER BY 1`;

it('an upgraded installation takes fine prices once its operator allows them, without a restart and without writing a row', async () => {
  const database = await olderDatabase();
  await migrate(database.url);
  const environment = await useTestEnvironment({ database });
  const { tp, order, priceTables, request, placeOrder, customer } = await openShop(environment);
  const product = await stocked(tp, 10, { price: 39.9 });
  const { id: table } = await priceTables.create({ name: 'T', code: 'T', kind: 'fixed' });
  const setEntry = (entry: { price: number; min_quantity?: number }) =>
    priceTables.set(table, { product_id: product.id, ...entry });
  await setEntry({ price: 9.9, min_quantity: 2.5 });
  const placed = await order({ items: [{ product_id: product.id, quantity: 1.125 }] });

  const fineWrites: [pointer: string, write: () => Promise<unknown>][] = [
    ['#/price', () => tp.products.update(product.id, { price: 0.0375 })],
    ['#/cost_price', () => tp.products.update(product.id, { cost_price: 1e-7 })],
    ['#/weight_kg', () => tp.products.update(product.id, { weight_kg: 0.0001 })],
    ['#/stock/on_hand', () => stocked(tp, 0, { stock: { on_hand: 0.0001 } })],
    ['#/entries/0/price', () => setEntry({ price: 0.001 })],
    ['#/entries/0/min_quantity', () => setEntry({ price: 1, min_quantity: 1.0001 })],
    [
      '#/quantity',
      () => tp.products.adjustStock(product.id, { mode: 'set', quantity: 13.0001, reason: 'count' }),
    ],
    [
      '#/items/0/unit_price',
      () => order({ items: [{ product_id: product.id, quantity: 1, unit_price: 7.155 }] }),
    ],
    ['#/items/0/quantity', () => order({ items: [{ product_id: product.id, quantity: 1.2345 }] })],
  ];
  for (const [pointer, write] of fineWrites) {
    const error = await write().then(
      () => undefined,
      (refused: { status: number; errors: { pointer: string; detail: string }[] }) => refused,
    );
    expect(error).toMatchObject(refusal(400, 'invalid_request', pointer));
    expect(error!.errors[0]!.detail).toContain(COMMAND);
  }
  const rows = [39.95, 0.0375].map((price, n) => ({ external_id: `E${n}`, name: 'N', sku: `E${n}`, price }));
  const upsert = async () => {
    const response = await request('POST', '/products/batch', { body: { items: rows } });
    return ((await response.json()) as { results: { status: number; problem: unknown }[] }).results;
  };
  const before = await upsert();
  expect(before.map(({ status }) => status)).toEqual([201, 400]);
  expect(JSON.stringify(before[1]!.problem)).toContain(COMMAND);

  const documents = async () =>
    Promise.all(
      [`/products/${product.id}`, `/orders/${placed.id}`, `/price-table-entries/${table}`].map(async (path) =>
        (await request('GET', path)).text(),
      ),
    );
  const files = () => onServer(database.url, async (client) => (await client.query(FILES)).rows);
  const [texts, filesBefore] = [await documents(), await files()];
  const env = { DATABASE_URL: database.url, TRADEPOST_SECRET_KEY: SECRET_KEY };
  expect(await report(['database', 'allow-fine-prices'], env)).toEqual({ fine_prices: 'allowed' });
  expect(await documents()).toEqual(texts);
  expect(await files()).toEqual(filesBefore);

  for (const [, write] of fineWrites) await write();
  expect((await upsert()).map(({ status }) => status)).toEqual([200, 201]);
  const fine = await placeOrder({
    customer_id: customer.id,
    items: [{ product_id: product.id, quantity: 0.0001, unit_price: 123.4567 }],
  });
  expect(fine.items[0]).toMatchObject({ quantity: 0.0001, unit_price: 123.4567, subtotal: 0.01 });
  expect(await report(['database', 'allow-fine-prices'], env)).toEqual({ fine_prices: 'allowed' });
});

it('a program that does not know fine prices refuses to start where they are allowed', async () => {
  const database = await olderDatabase();
  await migrate(database.url);
  expect(await migrate(database.url, { migrations: earlier })).toEqual([]);
  const env = { DATABASE_URL: database.url, TRADEPOST_SECRET_KEY: SECRET_KEY };
  await report(['database', 'allow-fine-prices'], env);
  await expect(migrate(database.url, { migrations: earlier })).rejects.toThrow('045-fine-prices');
});
