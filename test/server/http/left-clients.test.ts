import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import type { TestTenant } from '../../support/test-environment.ts';

const environment = sharedEnvironment();

/** Than PostgreSQL, which ends a statement after 8 s. */
const SOONER = { timeout: 7_000 };

/** Whatever reads or writes the table waits until the returned function is called. */
async function lock(table: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: environment().databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  return async () => void (await client.query('COMMIT'));
}

/** Statements that wait for a lock. */
async function waiting(): Promise<number> {
  const [row] = await environment().context.db.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    [],
  );
  return row!.count;
}

/** Sends a request. Its client leaves when the returned function is called. */
function send({ key }: TestTenant, method: string, path: string, body?: object): () => void {
  const client = new AbortController();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  fetch(`${environment().baseUrl}/api/v1${path}`, {
    ...{ method, headers, signal: client.signal },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => undefined);
  return () => client.abort();
}

it.each([
  ['a list', '/categories'],
  ['an export', '/exports/categories?format=ndjson'],
])('the statement of %s is canceled when its client leaves', async (_what, path) => {
  const tenant = await environment().tenant();
  const unlock = await lock('categories');
  const leave = send(tenant, 'GET', path);
  await expect.poll(waiting).toBe(1);
  leave();
  await expect.poll(waiting, SOONER).toBe(0);
  await unlock();
  // The cancel hits nothing else.
  for (let n = 0; n < 20; n += 1) expect((await tenant.tp.categories.list()).data).toEqual([]);
});

it('a write goes on when its client leaves', async () => {
  const tenant = await environment().tenant();
  const unlock = await lock('categories');
  const leaving = [
    send(tenant, 'POST', '/categories', { name: 'Chás' }),
    send(tenant, 'GET', '/categories?limit=1'),
  ];
  await expect.poll(waiting).toBe(2);
  for (const leave of leaving) leave();
  await expect.poll(waiting, SOONER).toBe(1);
  await unlock();
  await expect.poll(async () => (await tenant.tp.categories.list()).data).toMatchObject([{ name: 'Chás' }]);
});
