import knex, { type Knex } from 'knex';
import pg from 'pg';
import { migrations } from './migrations/index.ts';

/** Any number that no other program on this database takes: it keeps two starting processes from migrating at once. */
const MIGRATION_LOCK = 7_403_201;

// By itself knex writes to standard output, which belongs to the JSON of `serve --json`.
const say = (...words: unknown[]): void => console.error(...words);
const toStandardError: Knex.Logger = { warn: say, error: say, deprecate: say, debug: say };

const source: Knex.MigrationSource<(typeof migrations)[number]> = {
  getMigrations: async () => migrations,
  getMigrationName: ({ name }) => name,
  getMigration: async ({ sql }) => ({
    up: async (trx) => void (await trx.raw(sql)),
    down: async () => {
      throw new Error('A released migration is not taken back: write the next one.');
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

/** Brings the schema up to date and answers the names of the migrations that ran. Safe to call from several processes. */
export function migrate(url: string): Promise<string[]> {
  return withMigrationLock(url, async () => {
    const connection = { connectionString: url };
    const db = knex({ client: 'pg', connection, pool: { min: 0, max: 2 }, log: toStandardError });
    try {
      const [, ran] = (await db.migrate.latest({
        migrationSource: source,
        tableName: 'schema_migrations',
      })) as [number, string[]];
      return ran;
    } finally {
      await db.destroy();
    }
  });
}
