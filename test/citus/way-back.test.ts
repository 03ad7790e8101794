import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { distribute } from '../../server/db/migrate/distribute.ts';
import { migrate } from '../../server/db/migrate/migrate.ts';
import { onServer } from '../support/databases.ts';
import { postgresFolder, removeFolder, runProgram } from '../support/postgres-cluster.ts';
import { buyer, stocked } from '../support/shop.ts';
import { useTestEnvironment } from '../support/test-environment.ts';
import { databaseOf } from './cluster.ts';
import { fillWithDemo, hasCluster, useClusterDatabase } from './cluster-database.ts';

/** As deploy/README.md says. */
const NOT_DUMPED = ['schema_migration*', 'log_partitions'];
const DUMP = [
  '--data-only',
  '--disable-triggers',
  '--load-via-partition-root',
  ...NOT_DUMPED.map((table) => `--exclude-table=${table}`),
];
const NUMBERS = `SELECT setval(pg_get_serial_sequence('events', 'position'), max(position)) FROM events;
  SELECT setval(pg_get_serial_sequence('stock_movements', 'id'), max(id)) FROM stock_movements`;
const TABLES = `
  SELECT c.oid::regclass::text AS name FROM pg_class c
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace::regnamespace::text = ANY ('{public,panel,rate_limit}')
    AND c.relname NOT IN ('schema_migrations', 'log_partitions') ORDER BY 1`;

/** What each table has, in an order that doesn't depend on where it lies. */
const contentsOf = (url: string) =>
  onServer(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(TABLES);
    const contents = new Map<string, string>();
    for (const { name } of rows) {
      const sql = `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, ' ' ORDER BY t::text)), '') AS digest FROM ${name} t`;
      contents.set(name, (await client.query<{ digest: string }>(sql)).rows[0]!.digest);
    }
    return contents;
  });

async function createEmpty(name: string): Promise<string> {
  const server = inject('serverUrl');
  await onServer(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE template0`));
  onTestFinished(() =>
    onServer(server, async (client) => void (await client.query(`DROP DATABASE ${name} WITH (FORCE)`))),
  );
  const url = databaseOf(server, name);
  await migrate(url);
  return url;
}

it.skipIf(!hasCluster)('comes back to one PostgreSQL with every row', async () => {
  const cluster = await useClusterDatabase();
  await distribute(cluster);
  await fillWithDemo(cluster);
  const one = await createEmpty(`test_${randomBytes(6).toString('hex')}`);
  const folder = await postgresFolder();
  onTestFinished(() => removeFolder(folder));
  const dump = path.join(folder, 'rows.sql');
  await runProgram('pg_dump', [...DUMP, '-f', dump, '-d', cluster]);
  await runProgram('psql', ['-q', '-v', 'ON_ERROR_STOP=1', '-f', dump, '-d', one]);
  await onServer(one, (client) => client.query(NUMBERS));
  expect(await contentsOf(one)).toEqual(await contentsOf(cluster));
  const environment = await useTestEnvironment({ database: { url: one, drop: async () => {} } });
  const { tp } = await environment.tenant();
  const [{ id }, { sku }] = [await buyer(tp), await stocked(tp, 1)];
  await tp.orders.create({ customer_id: id, items: [{ sku, quantity: 1 }] });
});
