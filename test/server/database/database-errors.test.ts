import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, inject, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../server/db/pool/database.ts';
import { isDatabaseUnavailable } from '../../../server/db/pool/unavailable.ts';
import type { Querier } from '../../../server/db/querier.ts';
import { statement } from '../../../server/db/sql/statement.ts';
import { onServer, ownDatabase } from '../../support/databases.ts';
import { holdLocks } from '../../support/locked-rows.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { type TestTenant, useTestEnvironment } from '../../support/test-environment.ts';

const lines: string[] = [];
const stream = new Writable({
  write: (chunk, _encoding, done) => {
    lines.push(String(chunk));
    done();
  },
});
const environment = sharedEnvironment({ overrides: { log: pino({ level: 'info' }, stream) } });
const category = { name: 'Cafés' };

/** Expects 503 with Retry-After, and a log line with the SQLSTATE. */
async function expectAway(response: Response, code: string): Promise<void> {
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '2']);
  const problem = (await response.json()) as { code: string; request_id: string };
  expect(problem.code).toBe('service_unavailable');
  const logged = lines
    .map((line) => JSON.parse(line))
    .find(({ msg, request_id }) => msg === 'request failed' && request_id === problem.request_id);
  expect(logged?.err).toMatchObject({ code });
}

const create = ({ request }: TestTenant) => request('POST', '/categories', { body: category });

// A trigger raises the errors that a test can't cause, so they arrive the way PostgreSQL's own do.
it.each([
  ['08006', 'a broken connection between servers'],
  ['40001', 'a conflict that outlasts all retries'],
  ['40P01', 'a deadlock that outlasts all retries'],
  ['53000', 'insufficient resources'],
  ['53100', 'a full disk'],
  ['53200', 'a lack of memory'],
  ['53400', 'a configuration limit'],
  ['55P03', 'a lock that is not available'],
  ['57014', 'a canceled statement'],
  ['58000', 'a system error'],
  ['58030', 'an I/O error'],
])('responds 503 to SQLSTATE %s, %s', async (code) => {
  const tenant = await environment().tenant();
  const { db } = environment().context;
  await db.query(
    `CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${code}'; END $$`,
    [],
  );
  await db.query(
    'CREATE TRIGGER refuse BEFORE INSERT ON categories FOR EACH ROW EXECUTE FUNCTION refuse()',
    [],
  );
  onTestFinished(async () => void (await db.query('DROP TRIGGER IF EXISTS refuse ON categories', [])));
  await expectAway(await create(tenant), code);
  await db.query('DROP TRIGGER refuse ON categories', []);
  expect((await create(tenant)).status).toBe(201);
  expect((await tenant.tp.categories.list()).data).toHaveLength(1);
});

it('still responds 500 to a constraint violation that the code does not expect', async () => {
  const tenant = await environment().tenant();
  await environment().context.db.query("ALTER TABLE customers ADD CONSTRAINT odd CHECK (name <> 'Odd')", []);
  const response = await tenant.request('POST', '/customers', { body: { type: 'person', name: 'Odd' } });
  expect(response.status).toBe(500);
});

it('responds 503 when an operator cancels the statement that it waits for', async () => {
  const tenant = await environment().tenant();
  const { id } = await tenant.tp.categories.create(category);
  const held = await holdLocks(
    environment().databaseUrl,
    'SELECT 1 FROM categories WHERE id = $1 FOR UPDATE',
    [id],
  );
  const response = tenant.request('PATCH', `/categories/${id}`, { body: { name: 'Chás' } });
  await expect.poll(held.waiting).toBe(1);
  await environment().context.db.query(CANCEL_BLOCKED, []);
  await expectAway(await response, '57014');
});

const CANCEL_BLOCKED = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`;

it('responds 503 while its database is read-only, and 201 once it is writable, without a restart', async () => {
  const own = await useTestEnvironment();
  const tenant = await own.tenant();
  expect((await create(tenant)).status).toBe(201);
  const name = new URL(own.databaseUrl).pathname.slice(1);
  const readOnly = (value: string) =>
    onServer(own.databaseUrl, async (client) => {
      await client.query('SET default_transaction_read_only = off');
      await client.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${value}`);
    });
  await readOnly('on');
  // A failover ends every connection, too.
  await onServer(own.databaseUrl, (client) => client.query(END_OTHERS));
  await expect.poll(async () => (await create(tenant)).status).toBe(503);
  const response = await create(tenant);
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '2']);
  expect((await tenant.request('GET', '/categories')).status).toBe(200);
  await readOnly('off');
  // The old connections stay read-only, so a 201 shows that they aren't reused.
  await expect.poll(async () => (await create(tenant)).status).toBe(201);
});

const END_OTHERS = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

it.each([
  ['idle_in_transaction_session_timeout', '25P03'],
  ['transaction_timeout', '25P04'],
])('treats a transaction ended by %s as an unavailable database', async (setting) => {
  const own = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  const messages: string[] = [];
  const db = openDatabase({
    url: own.url,
    size: 1,
    preparedStatements: true,
    log: (message) => messages.push(message),
    session: `SET ${setting} = 50`,
  });
  onTestFinished(async () => {
    await db.close();
    await own.drop();
  });
  const failure = await db
    .transaction(async (tx) => {
      const [row] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid', []);
      await onServer(own.url, (client) =>
        expect.poll(async () => (await client.query(IS_THERE, [row!.pid])).rowCount).toBe(0),
      );
      await tx.query('SELECT 1', []);
    })
    .catch((error: unknown) => error);
  expect([isDatabaseUnavailable(failure), String(failure)]).toEqual([true, expect.any(String)]);
  // The pool does not hand the dead connection out again.
  expect(await db.query('SELECT 1 AS one', [])).toEqual([{ one: 1 }]);
});

const IS_THERE = 'SELECT 1 FROM pg_stat_activity WHERE pid = $1';

const readTenants = statement('test: read tenants', 'SELECT tenant_id FROM tenants');

it.each([
  ['prepared', (db: Querier) => readTenants(db, {})],
  ['not prepared', (db: Querier) => db.query('SELECT tenant_id FROM tenants', [])],
])('a statement (%s) fails with its own error even if that error cannot be logged', async (_how, read) => {
  const own = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  const log = (): never => {
    throw new Error('the log is closed');
  };
  const db = openDatabase({
    ...{ url: own.url, size: 1, preparedStatements: true, log },
    session: 'SET ROLE pg_read_all_settings', // it may read no table
  });
  onTestFinished(async () => {
    await db.close();
    await own.drop();
  });
  await expect(read(db)).rejects.toMatchObject({ code: '42501' });
  expect(await db.query('SELECT 1 AS one', [])).toEqual([{ one: 1 }]);
});
