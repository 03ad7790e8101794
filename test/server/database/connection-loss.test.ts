import { expect, it } from 'vitest';
import type { Database } from '../../../server/db/pool/database.ts';
import { statement } from '../../../server/db/sql/statement.ts';
import { add, backend, counters, openCounters, QUERY_TIMEOUT_MS } from '../../support/counters.ts';

/** Opens every connection of the pool; all are idle afterwards. */
const fill = (db: Database, size: number) =>
  Promise.all(Array.from({ length: size }, () => db.query('SELECT pg_sleep(0.05)', [])));

const prepared = statement('test: counters', 'SELECT n FROM counters WHERE id = :id');

const uses: [name: string, use: (db: Database) => Promise<unknown>][] = [
  ['query', (db) => counters(db)],
  ['prepared statement', (db) => prepared(db, { id: 1 })],
  ['transaction', (db) => db.transaction((tx) => add(tx, 1))],
];

it.each(uses)(
  'the pool reuses no silent connection once the first %s has timed out on one of them',
  async (_name, use) => {
    const { db, proxy } = await openCounters(4);
    await fill(db, 4);
    const before = proxy.accepted();
    proxy.silence();
    const startedAt = performance.now();
    await expect(use(db)).rejects.toThrow(/timeout/i);
    expect(performance.now() - startedAt).toBeGreaterThan(QUERY_TIMEOUT_MS * 0.9);
    await Promise.all(Array.from({ length: 8 }, () => use(db)));
    await fill(db, 4);
    expect(proxy.accepted()).toBeGreaterThan(before);
  },
);

it('the pool works again after one timeout when every connection went silent', async () => {
  const { db, proxy } = await openCounters(4);
  await fill(db, 4);
  proxy.silence();
  const failed = await Promise.allSettled(Array.from({ length: 4 }, () => counters(db)));
  expect(failed.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
  expect(await counters(db)).toEqual([0, 0]);
});

it('the pool survives a connection that ends between two queries of a transaction', async () => {
  const { db } = await openCounters();
  const work = db.transaction(async (tx) => {
    await add(tx, 1);
    const pid = await backend(tx);
    await db.query('SELECT pg_terminate_backend($1)', [pid]);
    const sessions = () => db.query('SELECT 1 FROM pg_stat_activity WHERE pid = $1', [pid]);
    await expect.poll(sessions).toEqual([]);
    await add(tx, 2);
  });
  await expect(work).rejects.toThrow();
  expect(await counters(db)).toEqual([0, 0]);
});

it('the pool works again once an unreachable database is back', async () => {
  const { db, proxy } = await openCounters();
  await fill(db, 4);
  await proxy.goAway();
  await expect(counters(db)).rejects.toThrow();
  await proxy.comeBack();
  expect(await counters(db)).toEqual([0, 0]);
});

it('the pool replaces connections that ended while nothing used them', async () => {
  const { db } = await openCounters(4);
  await fill(db, 4);
  const others = 'datname = current_database() AND pid <> pg_backend_pid()';
  await db.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others}`, []);
  await expect.poll(() => db.stats().connections).toBe(1);
  await fill(db, 4);
  expect(db.stats().connections).toBe(4);
});
