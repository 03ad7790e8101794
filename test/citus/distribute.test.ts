import { expect, it } from 'vitest';
import { distribute } from '../../server/db/migrate/distribute.ts';
import { migrate } from '../../server/db/migrate/migrate.ts';
import { onServer } from '../support/databases.ts';
import { fillWithDemo, hasCluster, useClusterDatabase } from './cluster-database.ts';

const ROWS = `
  SELECT (SELECT count(*) FROM orders) AS orders, (SELECT count(*) FROM order_lines) AS lines,
    (SELECT count(*) FROM order_entries) AS entries, (SELECT count(*) FROM events) AS events,
    (SELECT count(*) FROM stock_movements) AS movements, (SELECT count(*) FROM api_keys) AS keys,
    (SELECT string_agg(document, '' ORDER BY id) FROM orders) AS documents,
    (SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND conparentid = 0
       AND connamespace = 'public'::regnamespace AND conrelid::regclass::text !~ '_\\d{6}$') AS keys_to_others`;

const rowsOf = (url: string) => onServer(url, async (client) => (await client.query(ROWS)).rows);

it.skipIf(!hasCluster)('goes on after an interruption, keeps every row, and is done then', async () => {
  const url = await useClusterDatabase();
  await fillWithDemo(url);
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
});
