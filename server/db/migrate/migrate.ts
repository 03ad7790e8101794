import { ConfigError } from '../../base/environment/start-error.ts';
import { urlOfPrimary } from '../connect/hosts.ts';
import { migrations } from '../migrations/index.ts';
import type { Migration } from '../migrations/migration.ts';
import type { PgClient } from '../wire/pg-client.ts';
import { documentFunctions, type UpdateOptions, updateDocuments } from './document-functions.ts';
import { untilUnlocked } from './lock-retries.ts';
import { LockWatch } from './lock-watch.ts';
import { type MigrationLockOptions, withMigrationLock } from './migration-lock.ts';
import { inTransaction, runMigration } from './run-migration.ts';

export interface MigrateOptions extends UpdateOptions, MigrationLockOptions {
  readonly migrations?: readonly Migration[];
}

/** Brings the schema up to date and returns the names of what ran. Several processes may call it at once. */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const url = await urlOfPrimary(databaseUrl);
  return withMigrationLock(url, options, async (client) => {
    const locks = new LockWatch(url, options.log ?? (() => {}));
    try {
      return await bringUpToDate(client, { ...options, lockHolders: () => locks.holders });
    } finally {
      await locks.stop();
    }
  });
}

async function bringUpToDate(client: PgClient, options: MigrateOptions): Promise<string[]> {
  const ran = await runMigrations(client, options.migrations ?? migrations, options);
  await makePartitions(client, options);
  return [...ran, ...(await updateDocuments(client, documentFunctions(), options))];
}

/** A program that has not run for months finds them before its first event. Its jobs make the later ones. */
async function makePartitions(client: PgClient, options: MigrateOptions): Promise<void> {
  const make = 'make_log_partitions(timestamptz)';
  const { rows } = await client.query('SELECT to_regprocedure($1) IS NOT NULL AS exists', [make]);
  if (!rows[0].exists) return;
  const work = () =>
    inTransaction(client, () => client.query('SELECT make_log_partitions(clock_timestamp())'));
  await untilUnlocked('Making partitions', work, options);
}

/** schema_migrations is knex's, which ran the migrations until 029: databases of that time have it. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS schema_migrations (
    id serial PRIMARY KEY, name varchar(255), batch integer, migration_time timestamptz
  );
  CREATE TABLE IF NOT EXISTS schema_migration_steps (name text, step integer, PRIMARY KEY (name, step));`;

async function runMigrations(
  client: PgClient,
  all: readonly Migration[],
  options: MigrateOptions,
): Promise<string[]> {
  const done = await readDone(client, options);
  await refuseNewerSchema(client, all, done);
  const pending = all.filter(({ name }) => !done.includes(name));
  for (const migration of pending) {
    await runMigration(client, migration, options);
    options.onDone?.(migration.name);
  }
  return pending.map(({ name }) => name);
}

/** Each start reads this, so somebody else's lock on the table is waited for like a database that is away. */
async function readDone(client: PgClient, options: MigrateOptions): Promise<string[]> {
  const { idleLimitMs, giveUpMs } = options;
  const limits = { ...options, giveUpMs: giveUpMs ?? idleLimitMs };
  // As a warning, PostgreSQL would say that the tables exist.
  await client.query('SET client_min_messages = warning');
  const read = async (): Promise<string[]> => {
    await client.query(TABLES);
    const { rows } = await client.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY id');
    return rows.map(({ name }) => name);
  };
  return untilUnlocked('Reading schema_migrations', () => inTransaction(client, read), limits);
}

/** A newer release may have been here: this program works on its schema unless one of its migrations says otherwise. */
async function refuseNewerSchema(
  client: PgClient,
  all: readonly Migration[],
  done: readonly string[],
): Promise<void> {
  const known = all.map(({ name }) => name);
  if (done.every((name) => known.includes(name))) return;
  const { rows } = await client.query(`SELECT obj_description('schema_migrations'::regclass) AS comment`);
  const [, oldest] = /^oldest program: (.+)$/.exec(rows[0].comment ?? '') ?? [];
  if (oldest !== undefined && !known.includes(oldest))
    throw new ConfigError(
      `The database is newer than this program: it needs one with migration ${oldest}, and this one ends with ${known.at(-1)}. Start the newer release, or restore a backup from before its migrations.`,
    );
}
