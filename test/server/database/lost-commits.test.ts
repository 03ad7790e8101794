import { Tradepost } from '@tradepost/sdk';
import { expect, inject, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../server/db/pool/database.ts';
import { COMMIT, useCommitCutter } from '../../support/commit-cutter.ts';
import { onServer, ownDatabase } from '../../support/databases.ts';
import { holdLocks } from '../../support/locked-rows.ts';
import { buyer, stocked } from '../../support/shop.ts';
import { openTestEnvironment } from '../../support/test-environment.ts';

const CATEGORY = { name: 'Cafés' };
const WITH_KEY = { body: CATEGORY, headers: { 'idempotency-key': 'cafes-1' } };

/** A service whose connection breaks at a commit. */
async function useService() {
  const own = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  const cutter = await useCommitCutter(own.url);
  const db = openDatabase({ url: cutter.url, size: 4, preparedStatements: true, log: () => {} });
  const environment = await openTestEnvironment({
    database: { url: cutter.url, drop: async () => {} },
    overrides: { db, close: () => db.close() },
  });
  onTestFinished(async () => {
    await environment.close();
    await own.drop();
  });
  const categories = () =>
    onServer(own.url, async (client) => (await client.query('SELECT 1 FROM categories')).rowCount);
  return { ...(await environment.tenant()), environment, cutAt: cutter.cutAt, categories, url: own.url };
}

const problemOf = async (response: Response) => [
  response.status,
  response.headers.get('retry-after'),
  ((await response.json()) as { code: string }).code,
];

it.each([
  ['reply', 1, 'true'],
  ['before', 0, null],
] as const)(
  'says that the outcome is unknown when the connection breaks at COMMIT (%s), and a repeat finds it out',
  async (cut, written, replayed) => {
    const { request, cutAt, categories } = await useService();
    const { done } = cutAt(COMMIT, cut);
    const lost = await request('POST', '/categories', WITH_KEY);
    expect([done(), await problemOf(lost)]).toEqual([true, [503, '2', 'outcome_unknown']]);
    await expect.poll(categories).toBe(written);
    const repeated = await request('POST', '/categories', WITH_KEY);
    expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([201, replayed]);
    expect(await categories()).toBe(1);
  },
);

it('says so, too, of a statement that is a transaction by itself', async () => {
  const { request, tp, cutAt } = await useService();
  const [{ id: customer_id }, { id: product_id }] = [await buyer(tp), await stocked(tp, 5)];
  const order = { customer_id, items: [{ product_id, quantity: 1 }] };
  const { done } = cutAt('insert order', 'reply');
  const lost = await request('POST', '/orders', { body: order });
  expect([done(), await problemOf(lost)]).toEqual([true, [503, '2', 'outcome_unknown']]);
  expect((await tp.orders.list()).data).toHaveLength(1);
});

it('says so of every order that was written together with others, and their repeats find it out', async () => {
  const { request, tp, tenantId, cutAt, url } = await useService();
  const [{ id: customer_id }, { id: product_id }] = [await buyer(tp), await stocked(tp, 50)];
  const send = (n: number) =>
    request('POST', '/orders', {
      body: { customer_id, items: [{ product_id, quantity: 1 }], external_id: `ERP-${n}` },
      headers: { 'idempotency-key': `order-${n}` },
    });
  const balance = await holdLocks(url, 'SELECT FROM stock_balances WHERE tenant_id = $1 FOR UPDATE', [
    tenantId,
  ]);
  const alone = send(0);
  await expect.poll(balance.waiting).toBe(1);
  const { done } = cutAt('insert several orders', 'reply');
  const together = Promise.all([1, 2, 3, 4, 5].map(send));
  await balance.release();
  const lost = await Promise.all((await together).map(problemOf));
  expect([done(), (await alone).status]).toEqual([true, 201]);
  // One that came late wasn't with them.
  const unknown = lost.filter(([status]) => status !== 201);
  expect(unknown.length).toBeGreaterThan(1);
  expect(new Set(unknown.map(String))).toEqual(new Set(['503,2,outcome_unknown']));
  const repeated = await Promise.all([1, 2, 3, 4, 5].map(send));
  expect(repeated.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  expect((await tp.orders.list()).data).toHaveLength(6);
});

it('says that the service is unavailable when the connection breaks before, which writes nothing', async () => {
  const { request, cutAt, categories } = await useService();
  const { done } = cutAt('INSERT INTO categories', 'reply');
  const lost = await request('POST', '/categories', WITH_KEY);
  expect([done(), await problemOf(lost)]).toEqual([true, [503, '2', 'service_unavailable']]);
  await expect.poll(categories).toBe(0);
});

it('says that the service is unavailable when a read of the feed could not commit the positions it gave out', async () => {
  const { request, tp, cutAt } = await useService();
  await tp.customers.create({ type: 'person', name: 'Maria Souza' });
  const { done } = cutAt(COMMIT, 'before');
  const lost = await request('GET', '/events');
  expect([done(), await problemOf(lost)]).toEqual([true, [503, '2', 'service_unavailable']]);
  expect((await tp.events.list()).data).toHaveLength(1);
});

it('is found out by the SDK, which repeats the request with its key', async () => {
  const { key, environment, cutAt, categories } = await useService();
  const retried: unknown[] = [];
  const hooks = {
    onRetry: ({ error }: { error: Error }) => void retried.push((error as { code?: string }).code),
  };
  const tp = new Tradepost({
    apiKey: key,
    baseUrl: environment.baseUrl,
    hooks,
    runtime: { sleep: async () => {} },
    retryTiming: { minTimeout: 1 },
  });
  cutAt(COMMIT, 'reply');
  await tp.categories.create(CATEGORY);
  expect([retried, await categories()]).toEqual([['outcome_unknown'], 1]);
});
