import { type Migration, oldestProgramSql, type Step, stepsOf } from '../migrations/migration.ts';
import type { PgClient } from '../wire/pg-client.ts';
import { LOCK_TIMEOUT_MS, type LockRetryOptions, untilUnlocked } from './lock-retries.ts';

/** As much of a connection as migrations need. */
export type MigrationClient = Pick<PgClient, 'query'>;

/** Runs a migration, or what an interrupted start has left of it, and records it. */
export async function runMigration(
  client: MigrationClient,
  migration: Migration,
  options: LockRetryOptions,
): Promise<void> {
  const { name, oldestProgram } = migration;
  const steps = stepsOf(migration);
  const begin = async (): Promise<number> => {
    if (oldestProgram !== undefined) await client.query(oldestProgramSql(oldestProgram));
    return stepsDone(client, name);
  };
  const done = await untilUnlocked(`Migration ${name}`, () => inTransaction(client, begin), options);
  for (let number = done + 1; number <= steps.length; number += 1) {
    const record = (): Promise<unknown> =>
      number === steps.length ? recordMigration(client, name) : recordStep(client, name, number);
    const what = steps.length === 1 ? `Migration ${name}` : `Step ${number} of migration ${name}`;
    await untilUnlocked(what, () => runStep(client, steps[number - 1]!, record, options), options);
  }
}

async function stepsDone(client: MigrationClient, name: string): Promise<number> {
  const { rows } = await client.query<{ step: number }>(
    'SELECT coalesce(max(step), 0) AS step FROM schema_migration_steps WHERE name = $1',
    [name],
  );
  return rows[0]!.step;
}

async function runStep(
  client: MigrationClient,
  step: Step,
  record: () => Promise<unknown>,
  { signal }: LockRetryOptions,
): Promise<void> {
  if (typeof step === 'string')
    return inTransaction(client, async () => {
      await client.query(step);
      await record();
    });
  if ('slices' in step) while ((await runSlice(client, step.slices)) > 0) signal?.throwIfAborted();
  else if ('index' in step) await createIndex(client, step);
  else await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${step.dropIndex}`);
  await record();
}

/** The rows that it has changed. */
async function runSlice(client: MigrationClient, sql: string): Promise<number> {
  let rows = 0;
  await inTransaction(client, async () => {
    rows = (await client.query(sql)).rowCount ?? 0;
  });
  return rows;
}

/** With a lock timeout: use it in untilUnlocked. */
export async function inTransaction<T>(client: MigrationClient, work: () => Promise<T>): Promise<T> {
  await client.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** Without a lock timeout: it waits for transactions, but nothing waits for it. */
async function createIndex(
  client: MigrationClient,
  { index, create }: { readonly index: string; readonly create: string },
): Promise<void> {
  const { rows } = await client.query<{ indisvalid: boolean }>(
    'SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)',
    [index],
  );
  if (rows[0]?.indisvalid) return;
  if (rows[0]) await client.query(`DROP INDEX CONCURRENTLY ${index}`);
  await client.query(create);
}

const recordStep = (client: MigrationClient, name: string, step: number): Promise<unknown> =>
  client.query('INSERT INTO schema_migration_steps (name, step) VALUES ($1, $2)', [name, step]);

async function recordMigration(client: MigrationClient, name: string): Promise<void> {
  await client.query('DELETE FROM schema_migration_steps WHERE name = $1', [name]);
  await client.query(
    `INSERT INTO schema_migrations (name, batch, migration_time)
     SELECT $1, coalesce(max(batch), 0) + 1, now() FROM schema_migrations`,
    [name],
  );
}
