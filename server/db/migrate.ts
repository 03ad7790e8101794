import knex, { type Knex } from 'knex';
import pg from 'pg';
import { documentFunctions, updateDocuments } from './document-functions.ts';
import { migrations } from './migrations/index.ts';
import { urlOfPrimary } from './primary.ts';

/** Keeps two starting processes from migrating at once. Any number that no other program on this database uses. */
const MIGRATION_LOCK = 7_403_201;

// By default knex logs to standard output, which is reserved for the JSON of `serve --json`.
const log = (...words: unknown[]): void => console.error(...words);
const stderrLogger: Knex.Logger = { warn: log, error: log, deprecate: log, debug: log };

const source: Knex.MigrationSource<(typeof migrations)[number]> = {
  getMigrations: async () => migrations,
  getMigrationName: ({ name }) => name,
  getMigration: async ({ sql }) => ({
    up: async (trx) => void (await trx.raw(sql)),
    down: async () => {
      throw new Error('A released migration is never rolled back: write the next one.');
    },
  }),
};

async function withMigrationLock(url: string, migrate: () => Promise<string[]>): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'tradepost migrate' });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await migrate();
  } finally {
    await client.end();
  }
}

/** Brings the schema up to date and returns the names of what ran. Several processes may call it at once. */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const url = await urlOfPrimary(databaseUrl);
  return withMigrationLock(url, async () => {
    const connection = { connectionString: url };
    const db = knex({ client: 'pg', connection, pool: { min: 0, max: 2 }, log: stderrLogger });
    try {
      const [, ran] = (await db.migrate.latest({
        migrationSource: source,
        tableName: 'schema_migrations',
      })) as [number, string[]];
      return [...ran, ...(await updateDocuments(db, documentFunctions()))];
    } finally {
      await db.destroy();
    }
  });
}
