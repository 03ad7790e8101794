import { inject, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../server/db/pool/database.ts';
import type { Querier } from '../../server/db/querier.ts';
import { ownDatabase } from './databases.ts';
import { openSilentProxy, type SilentProxy } from './silent-proxy.ts';

export const QUERY_TIMEOUT_MS = 1_500;

/** Two counters in a new database, behind a proxy that can cut the connections. */
export async function openCounters(size = 4): Promise<{ db: Database; proxy: SilentProxy }> {
  const own = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  const proxy = await openSilentProxy(own.url);
  const db = openDatabase({
    url: proxy.url,
    size,
    preparedStatements: true,
    log: () => {},
    queryTimeoutMs: QUERY_TIMEOUT_MS,
  });
  onTestFinished(async () => {
    await db.close();
    await proxy.close();
    await own.drop();
  });
  await db.query('CREATE TABLE counters (id integer PRIMARY KEY, n integer NOT NULL)', []);
  await db.query('INSERT INTO counters VALUES (1, 0), (2, 0)', []);
  return { db, proxy };
}

export const add = (tx: Querier, id: number) => tx.query('UPDATE counters SET n = n + 1 WHERE id = $1', [id]);
export const counters = async (db: Querier): Promise<number[]> =>
  (await db.query<{ n: number }>('SELECT n FROM counters ORDER BY id', [])).map(({ n }) => n);
export const backend = async (db: Querier): Promise<number> =>
  (await db.query<{ pid: number }>('SELECT pg_backend_pid() AS pid', []))[0]!.pid;
