import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { pgbouncerVersion, startPgBouncer } from '../../support/pgbouncer.ts';
import {
  hasPostgresPrograms,
  initialize,
  postgresFolder,
  removeFolder,
  startPostgres,
} from '../../support/postgres-cluster.ts';

/** Whether a query is answered within a second: PgBouncer lets the first clients wait, and refuses the next. */
async function asks(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1_000, query_timeout: 1_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    void client.end().catch(() => {});
  }
}

it.skipIf(!pgbouncerVersion() || !hasPostgresPrograms())(
  'a restart of PostgreSQL ends sooner behind PgBouncer with server_login_retry = 1 than with its default',
  async () => {
    const data = await postgresFolder();
    onTestFinished(() => removeFolder(data));
    await initialize(data);
    const first = await startPostgres(data);
    // PostgreSQL trusts everybody, and PgBouncer asks for a password.
    const url = first.url.replace('postgres@', 'postgres:secret@');
    const poolers = await Promise.all([startPgBouncer(url, ['server_login_retry = 1']), startPgBouncer(url)]);
    for (const pooler of poolers) onTestFinished(() => pooler.stop());
    const [documented, defaults] = poolers.map((pooler) => pooler.url) as [string, string];
    expect(await Promise.all([asks(documented), asks(defaults)])).toEqual([true, true]);
    await first.stop();
    // Both have asked in vain.
    expect(await Promise.all([asks(documented), asks(defaults)])).toEqual([false, false]);
    const second = await startPostgres(data, {}, first.port);
    onTestFinished(() => second.stop());
    const back = async (pooled: string, name: string): Promise<string> => {
      await expect.poll(() => asks(pooled), { timeout: 60_000 }).toBe(true);
      return name;
    };
    const all = [back(documented, 'documented'), back(defaults, 'default')];
    expect(await Promise.race(all)).toBe('documented');
    await Promise.all(all);
  },
);
