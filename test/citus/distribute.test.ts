import { randomBytes } from 'node:crypto';
import { expect, inject, it, onTestFinished } from 'vitest';
import { distribute } from '../../server/db/migrate/distribute.ts';
import { migrate } from '../../server/db/migrate/migrate.ts';
import { seedDemo } from '../../server/main/commands/seed.ts';
import { onServer } from '../support/databases.ts';
import { useTestEnvironment } from '../support/test-environment.ts';
import { createCitusDatabase } from './cluster.ts';

const workers = process.env.TRADEPOST_CITUS_WORKERS?.split(',') ?? [];

const ROWS = `
  SELECT (SELECT count(*) FROM orders) AS orders, (SELECT count(*) FROM order_lines) AS lines,
    (SELECT count(*) FROM order_entries) AS entries, (SELECT count(*) FROM events) AS events,
    (SELECT count(*) FROM stock_movements) AS movements, (SELECT count(*) FROM api_keys) AS keys,
    (SELECT string_agg(document, '' ORDER BY id) FROM orders) AS documents,
    (SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND conparentid = 0
       AND connamespace = 'public'::regnamespace AND conrelid::regclass::text !~ '_\\d{6}$') AS keys_to_others`;

/** A database of the cluster whose tables are still on the coordinator alone, with the demo's rows. */
async function undistributed(): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const servers = [inject('serverUrl'), ...workers] as const;
  const url = await createCitusDatabase(servers, name);
  onTestFinished(async () => {
    for (const server of servers)
      await onServer(server, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
  });
  await migrate(url);
  const { context } = await useTestEnvironment({ database: { url, drop: async () => {} } });
  await seedDemo(context);
  return url;
}

const rowsOf = (url: string) => onServer(url, async (client) => (await client.query(ROWS)).rows);

it.skipIf(workers.length === 0)(
  'goes on after an interruption, keeps every row, and is done then',
  async () => {
    const url = await undistributed();
    const before = await rowsOf(url);
    const interrupted = new Error('interrupted');
    const onDone = (name: string): void => {
      if (name === 'orders') throw interrupted;
    };
    await expect(distribute(url, { onDone })).rejects.toBe(interrupted);
    const rest = await distribute(url);
    expect(rest).not.toContain('orders');
    expect(rest).toContain('webhook_queue');
    expect(await rowsOf(url)).toEqual(before);
    expect(await distribute(url)).toEqual([]);
    // As the next start does: migrations, partitions and documents.
    expect(await migrate(url)).toEqual([]);
    expect(await rowsOf(url)).toEqual(before);
    const made = `SELECT make_log_partitions(now() + interval '60 days') AS made`;
    expect(await onServer(url, async (client) => (await client.query(made)).rows)).toEqual([{ made: 2 }]);
  },
);
