import pg from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { LOCK_TIMEOUT_MS } from '../../../server/db/migrate/lock-retries.ts';
import { migrate } from '../../../server/db/migrate/migrate.ts';
import { migrations } from '../../../server/db/migrations/index.ts';
import type { Migration } from '../../../server/db/migrations/migration.ts';
import { runCommand } from '../../support/command.ts';
import { ownDatabase } from '../../support/databases.ts';

async function database(): Promise<{ url: string; connect(): Promise<pg.Client>; db: pg.Client }> {
  const { url, drop } = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  onTestFinished(drop);
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    return client;
  };
  return { url, connect, db: await connect() };
}

const withNext = (next: Omit<Migration, 'name'>): readonly Migration[] => [
  ...migrations,
  { name: '999-next', ...next },
];
const last = migrations.at(-1)!.name;

const rowsOf = async (db: pg.Client, sql: string): Promise<unknown[]> => (await db.query(sql)).rows;

const pidOf = async (client: pg.Client): Promise<number> =>
  (await client.query('SELECT pg_backend_pid() AS pid')).rows[0].pid;

/** Until a statement of the migration waits for a lock. */
const waits = (db: pg.Client, type = 'relation') =>
  expect
    .poll(
      () =>
        rowsOf(
          db,
          `SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid)
         WHERE NOT granted AND locktype = '${type}' AND application_name = 'tradepost migrate'`,
        ),
      { interval: 10 },
    )
    .toHaveLength(1);

/** PostgreSQL creates no index concurrently on a divided table. */
const itOnWholeTables = it.skipIf(process.env.TRADEPOST_PARTITIONED);

describe('a migration that meets a transaction with a lock', () => {
  it('lets writers pass within the lock timeout, and runs once the transaction has ended', async () => {
    const { url, db, connect } = await database();
    const holder = await connect();
    await holder.query('BEGIN; LOCK TABLE categories IN ROW EXCLUSIVE MODE');
    const said: string[] = [];
    const migrated = migrate(url, {
      migrations: withNext({ sql: 'ALTER TABLE categories ADD note text' }),
      log: (message) => said.push(message),
    });
    await waits(db);
    const waited = [];
    for (let write = 0; write < 4; write += 1) {
      const start = performance.now();
      // The time after the lock was granted is the statement's own, which is short.
      await db.query('UPDATE categories SET position = position');
      waited.push(performance.now() - start);
      await waits(db);
    }
    // PostgreSQL's own timer; the rest is for a machine that is busy.
    expect(Math.max(...waited)).toBeLessThan(LOCK_TIMEOUT_MS * 3);
    const holds = `PostgreSQL's process ${await pidOf(holder)} (127.0.0.1, idle in transaction, in a transaction for `;
    await expect
      .poll(() => said.at(-1))
      .toContain(`Migration 999-next waits for transactions that hold a lock: ${holds}`);
    expect(said.length).toBeLessThan(3);
    await holder.query('COMMIT');
    expect(await migrated).toEqual(['999-next']);
  });

  it('gives up with a sentence after a limit, and leaves nothing half done', async () => {
    const { url, db, connect } = await database();
    const holder = await connect();
    await holder.query('BEGIN; LOCK TABLE categories IN ROW EXCLUSIVE MODE');
    const next = withNext({ sql: 'CREATE TABLE left_over (id int); ALTER TABLE categories ADD note text' });
    await expect(migrate(url, { migrations: next, giveUpMs: 3_000 })).rejects.toThrow(
      new RegExp(
        `^Migration 999-next got no lock in 3 s. It waits for PostgreSQL's process ${await pidOf(holder)} \\(.*\\). End that with SELECT pg_terminate_backend\\(PID\\), and start again.$`,
      ),
    );
    expect(await rowsOf(db, `SELECT to_regclass('left_over') AS name`)).toEqual([{ name: null }]);
  });

  itOnWholeTables(
    'says who keeps an index from being built, and who holds schema_migrations, which is waited for with a limit',
    async () => {
      const { url, connect } = await database();
      const holder = await connect();
      const pid = await pidOf(holder);
      await holder.query('BEGIN; LOCK TABLE categories IN ROW EXCLUSIVE MODE');
      const said: string[] = [];
      const create = 'CREATE INDEX CONCURRENTLY categories_note ON categories (tenant_id, name)';
      const migrated = migrate(url, {
        migrations: withNext({ steps: [{ index: 'categories_note', create }] }),
        log: (message) => said.push(message),
      });
      await expect
        .poll(() => said)
        .toEqual([
          expect.stringContaining(
            `The migrations wait for transactions that hold a lock: PostgreSQL's process ${pid} (`,
          ),
        ]);
      await holder.query('COMMIT');
      await migrated;
      await holder.query('BEGIN; LOCK TABLE schema_migrations IN ACCESS EXCLUSIVE MODE');
      await expect(migrate(url, { idleLimitMs: 600 })).rejects.toThrow(
        `Reading schema_migrations got no lock in 0.6 s. It waits for PostgreSQL's process ${pid} (`,
      );
    },
  );

  itOnWholeTables(
    'builds an index while others write, and ends when the transactions from before have',
    async () => {
      const { url, db, connect } = await database();
      const holder = await connect();
      await holder.query('BEGIN; LOCK TABLE categories IN ROW EXCLUSIVE MODE');
      const create = 'CREATE INDEX CONCURRENTLY categories_note ON categories (tenant_id, name)';
      const migrated = migrate(url, {
        migrations: withNext({ steps: [{ index: 'categories_note', create }] }),
      });
      await waits(db, 'virtualxid');
      await db.query('UPDATE categories SET position = position');
      // A second process that starts now must not be a transaction that the index waits for.
      const second = migrate(url, {
        migrations: withNext({ steps: [{ index: 'categories_note', create }] }),
      });
      await holder.query('COMMIT');
      expect((await Promise.all([migrated, second])).flat()).toEqual(['999-next']);
      expect(
        await rowsOf(db, `SELECT indisvalid FROM pg_index WHERE indexrelid = 'categories_note'::regclass`),
      ).toEqual([{ indisvalid: true }]);
    },
  );
});

it('each migration commits by itself, and is reported at once: one that fails keeps those before it', async () => {
  const { url, db } = await database();
  const next = [
    ...migrations,
    { name: '998-good', sql: 'CREATE TABLE good (id int)' },
    { name: '999-bad', sql: 'CREATE TABLE bad (id int); SELECT 1 / 0' },
  ];
  const done: string[] = [];
  const onDone = (name: string) => void done.push(name);
  await expect(migrate(url, { migrations: next, onDone })).rejects.toThrow('division by zero');
  expect(done).toEqual(['998-good']);
  expect(await rowsOf(db, `SELECT to_regclass('good')::text AS good, to_regclass('bad') AS bad`)).toEqual([
    { good: 'good', bad: null },
  ]);
  const names = await rowsOf(db, 'SELECT name FROM schema_migrations ORDER BY id DESC LIMIT 1');
  expect(names).toEqual([{ name: '998-good' }]);
});

it('goes on with the step at which it was interrupted, and fills in slices', async () => {
  const { url, db } = await database();
  await db.query('CREATE TABLE filled (id int, note text); INSERT INTO filled SELECT generate_series(1, 25)');
  await db.query('CREATE TABLE slices (rows int)');
  const fill = `WITH slice AS (UPDATE filled SET note = 'x' WHERE ctid = ANY (ARRAY(SELECT ctid FROM filled WHERE note IS NULL LIMIT 10)) RETURNING 1)
    INSERT INTO slices SELECT count(*) FROM slice HAVING count(*) > 0`;
  const steps = ['ALTER TABLE filled ADD other text', { slices: fill }, 'SELECT 1 / 0'];
  await expect(migrate(url, { migrations: withNext({ steps }) })).rejects.toThrow('division by zero');
  expect(await rowsOf(db, 'SELECT rows FROM slices')).toEqual([{ rows: 10 }, { rows: 10 }, { rows: 5 }]);
  await migrate(url, { migrations: withNext({ steps: [...steps.slice(0, 2), 'SELECT 1'] }) });
  expect(await rowsOf(db, `SELECT count(*)::int FROM schema_migrations WHERE name = '999-next'`)).toEqual([
    { count: 1 },
  ]);
  expect(await rowsOf(db, 'SELECT * FROM schema_migration_steps')).toEqual([]);
});

describe('after a newer release has migrated', () => {
  it('a program goes on that the newer release can live with', async () => {
    const { url } = await database();
    const sql = 'ALTER TABLE categories ADD note text';
    await migrate(url, { migrations: withNext({ sql, oldestProgram: last }) });
    expect(await migrate(url)).toEqual([]);
  });

  it('a program that is too old says so, and changes nothing', async () => {
    const { url, db } = await database();
    const next = [
      ...withNext({ sql: 'CREATE TABLE notes (id int)' }),
      { name: '999-z', sql: 'ALTER TABLE categories DROP position', oldestProgram: '999-next' },
    ];
    await migrate(url, { migrations: next });
    const before = await rowsOf(db, 'SELECT * FROM schema_migrations');
    const { code, stdout, stderr } = await runCommand(['serve', '--json'], {
      DATABASE_URL: url,
      TRADEPOST_SECRET_KEY: 's'.repeat(64),
      PORT: '0',
    });
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr: `The database is newer than this program: it needs one with migration 999-next, and this one ends with ${last}. Start the newer release, or restore a backup from before its migrations.\n`,
    });
    expect(await rowsOf(db, 'SELECT * FROM schema_migrations')).toEqual(before);
  });
});
