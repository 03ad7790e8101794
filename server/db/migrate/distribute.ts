import { ConfigError } from '../../base/environment/start-error.ts';
import { urlOfPrimary } from '../connect/hosts.ts';
import type { PgClient } from '../wire/pg-client.ts';
import { CLUSTER_FUNCTIONS } from './cluster-functions.ts';
import { type MigrateOptions, migrate } from './migrate.ts';
import { withMigrationLock } from './migration-lock.ts';
import { inTransaction } from './run-migration.ts';

/** Read before the tenant is known, and small: each machine has a copy. */
const REFERENCE_TABLES = [
  'tenants',
  'stored_bytes',
  'users',
  'user_links',
  'user_second_factors',
  'api_keys',
];
/** The one whose shards those of all other tables lie beside. */
const FIRST = 'products';
/**
 * Triggers write tables of the same tenant, and so do functions that a statement calls: both stay on the tenant's machine and in the same
 * transaction, which Citus can't know and wants to be told. And it makes no partitions in parallel.
 */
export const CITUS_SETTINGS = [
  'citus.enable_unsafe_triggers = on',
  'citus.allow_nested_distributed_execution = on',
  "citus.multi_shard_modify_mode = 'sequential'",
];

/** Without the months of the log, which go with their table. */
const TABLES = `
  SELECT c.oid::regclass::text AS name FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
  LEFT JOIN citus_tables t ON t.table_name = c.oid AND t.citus_table_type <> 'local'
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND t.table_name IS NULL
    AND c.relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = 'schema_migrations'::regclass)
  ORDER BY c.relname <> ALL ($1), c.relname <> '${FIRST}', c.relname`;

/** Those that the tables to distribute have part in: Citus takes none before both of its tables are distributed. */
const SET_ASIDE = [
  `CREATE TABLE IF NOT EXISTS foreign_keys_set_aside (of_table text, name text, definition text, PRIMARY KEY (of_table, name))`,
  `INSERT INTO foreign_keys_set_aside
   SELECT conrelid::regclass, conname, pg_get_constraintdef(oid) FROM pg_constraint
   WHERE contype = 'f' AND conparentid = 0 AND ARRAY[conrelid, confrelid] && $1::regclass[]::oid[]`,
  `DO $$ DECLARE k record; BEGIN
     FOR k IN SELECT f.* FROM foreign_keys_set_aside f JOIN pg_constraint ON conrelid = of_table::regclass AND conname = f.name
     LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', k.of_table, k.name); END LOOP;
   END $$`,
] as const;

/**
 * The feed numbers events in this order. Each machine has a range of its own of a sequence, and a tenant's events are written by its machine
 * or by the coordinator: by the sequence, all of one came before those of the other. So it's the time, in µs.
 */
const ORDERED_BY_TIME =
  'ALTER TABLE events ALTER position SET DEFAULT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint';

/**
 * Shards call them; those that a table names itself would go along, and not those that they call. In any order: without a look at
 * their bodies, which name others.
 */
const WITHOUT_A_LOOK = `SET LOCAL citus.propagate_set_commands = 'local'; SET LOCAL check_function_bodies = off`;
const FUNCTIONS = `
  SELECT count(create_distributed_function(oid::regprocedure)) FROM pg_proc
  WHERE prokind = 'f' AND pronamespace = (SELECT relnamespace FROM pg_class WHERE oid = 'schema_migrations'::regclass)`;

/**
 * Makes the tables of a Citus database reference tables or distributed ones, by tenant. Each in a transaction of its own, so one that was
 * interrupted goes on, and one that is done has nothing to do.
 */
export async function distribute(databaseUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const url = await urlOfPrimary(databaseUrl);
  await migrate(url, { ...options, onDone: undefined });
  return withMigrationLock(url, options, async (client) => {
    await requireCitus(client);
    await allowWhatStaysOnOneShard(client);
    await inTransaction(client, async () => {
      await client.query(WITHOUT_A_LOOK);
      await client.query(ORDERED_BY_TIME);
      for (const sql of CLUSTER_FUNCTIONS) await client.query(sql);
      await client.query(FUNCTIONS);
    });
    const { rows } = await client.query<{ name: string }>(TABLES, [REFERENCE_TABLES]);
    const names = rows.map(({ name }) => name);
    if (names.length > 0) await inTransaction(client, () => setForeignKeysAside(client, names));
    for (const name of names) {
      await distributeTable(client, name);
      options.onDone?.(name);
    }
    await restoreForeignKeys(client, options);
    return names;
  });
}

async function requireCitus(client: PgClient): Promise<void> {
  const { rows } = await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
  if (rows.length === 0)
    throw new ConfigError(
      'The database has no extension citus, so there is nothing to distribute its tables over. docs/scaling.md says when that pays.',
    );
}

/** For the connections of the service, for this one, and, since Citus passes it on, for those of the machines to each other. */
async function allowWhatStaysOnOneShard(client: PgClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>('SELECT quote_ident(current_database()) AS name');
  for (const setting of CITUS_SETTINGS) {
    await client.query(`ALTER DATABASE ${rows[0]!.name} SET ${setting}`);
    await client.query(`SET ${setting}`);
  }
}

async function setForeignKeysAside(client: PgClient, tables: readonly string[]): Promise<void> {
  const [create, insert, drop] = SET_ASIDE;
  await client.query(create);
  await client.query(insert, [tables]);
  await client.query(drop);
}

/** Without its triggers: what they would write of each row that is copied into a shard is in the tables already. */
const distributeTable = (client: PgClient, name: string): Promise<void> =>
  inTransaction(client, async () => {
    await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
    await client.query(...distributionOf(name));
    await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
    // What it had is in its shards, and would stay here unseen.
    await client.query('SELECT truncate_local_data_after_distributing_table($1)', [name]);
  });

function distributionOf(name: string): [sql: string, values: string[]] {
  if (REFERENCE_TABLES.includes(name)) return ['SELECT create_reference_table($1)', [name]];
  const beside = name === FIRST ? 'none' : FIRST;
  return [`SELECT create_distributed_table($1, 'tenant_id', colocate_with := $2)`, [name, beside]];
}

async function restoreForeignKeys(client: PgClient, { onDone }: MigrateOptions): Promise<void> {
  const { rows: aside } = await client.query(
    `SELECT to_regclass('foreign_keys_set_aside') IS NOT NULL AS some`,
  );
  if (!aside[0].some) return;
  const { rows: keys } = await client.query(
    'SELECT of_table, name, definition FROM foreign_keys_set_aside ORDER BY 1, 2',
  );
  for (const { of_table, name, definition } of keys) {
    await inTransaction(client, async () => {
      await client.query(`ALTER TABLE ${of_table} ADD CONSTRAINT "${name}" ${definition}`);
      await client.query('DELETE FROM foreign_keys_set_aside WHERE of_table = $1 AND name = $2', [
        of_table,
        name,
      ]);
    });
  }
  await client.query('DROP TABLE foreign_keys_set_aside');
  onDone?.(`${keys.length} foreign keys`);
}
