import { readFileSync } from 'node:fs';
import { expect, inject, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../server/db/pool/database.ts';
import { onServer, ownDatabase } from '../../support/databases.ts';
import {
  openTestEnvironment,
  type TestEnvironment,
  type TestTenant,
} from '../../support/test-environment.ts';

/** A service whose statements time out soon, so that a test needn't wait for 8 s. */
async function impatient(): Promise<TestEnvironment> {
  const own = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  const db = openDatabase({
    url: own.url,
    size: 8,
    preparedStatements: true,
    log: () => {},
    session: 'SET statement_timeout = 200',
  });
  const environment = await openTestEnvironment({
    database: own,
    overrides: { db, close: () => db.close() },
  });
  onTestFinished(async () => {
    await environment.close();
    await own.drop();
  });
  return environment;
}

const create = ({ request }: TestTenant) => request('POST', '/categories', { body: { name: 'Chás' } });

async function expectRefused(tenant: TestTenant): Promise<void> {
  const response = await create(tenant);
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '2']);
  expect(await response.json()).toMatchObject({ code: 'service_unavailable' });
}

const READY = { code: 200, status: 'ready' };
const readiness = async ({ baseUrl }: TestEnvironment) => {
  const response = await fetch(`${baseUrl}/readyz`);
  return { code: response.status, ...((await response.json()) as object) };
};

// A trigger raises what PostgreSQL raises on a full disk: a test can't fill one.
it('is unready for some seconds after a full disk refused a write, and then works again', async () => {
  const environment = await impatient();
  const tenant = await environment.tenant();
  const { db } = environment.context;
  await db.query(
    `CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`,
    [],
  );
  await db.query(
    'CREATE TRIGGER disk_full BEFORE INSERT ON categories FOR EACH ROW EXECUTE FUNCTION disk_full()',
    [],
  );
  await expectRefused(tenant);
  expect(await readiness(environment)).toMatchObject({
    code: 503,
    reason: expect.stringContaining('53100'),
  });
  expect((await tenant.request('GET', '/categories')).status).toBe(200);
  await db.query('DROP TRIGGER disk_full ON categories', []);
  expect((await create(tenant)).status).toBe(201);
  await expect.poll(() => readiness(environment)).toEqual(READY);
});

it('is unready while writes wait for a locked table until they time out, and works again after the lock', async () => {
  const environment = await impatient();
  const tenant = await environment.tenant();
  await onServer(environment.databaseUrl, async (client) => {
    await client.query('BEGIN; LOCK TABLE categories IN ACCESS EXCLUSIVE MODE');
    await expectRefused(tenant);
    expect(await readiness(environment)).toEqual(READY);
    await expectRefused(tenant);
    await expectRefused(tenant);
    expect(await readiness(environment)).toMatchObject({
      code: 503,
      reason: expect.stringContaining('wait for locks'),
    });
    await client.query('ROLLBACK');
  });
  expect((await create(tenant)).status).toBe(201);
});

const RUNBOOK = readFileSync(new URL('../../../docs/runbook.md', import.meta.url), 'utf8');

it("the runbook's query says who waits for a lock on the queue, and who holds it", async () => {
  const [, query] = /^## Queue unknown$[^#]*?```sql\n(.*?)```/ms.exec(RUNBOOK)!;
  const { databaseUrl, context } = await impatient();
  await onServer(databaseUrl, async (holder) => {
    await holder.query('BEGIN; LOCK TABLE webhook_queue IN ACCESS EXCLUSIVE MODE');
    const { rows } = await holder.query('SELECT pg_backend_pid() AS pid');
    const waiting = context.db.query('SELECT FROM webhook_queue', []).catch((error) => error.code);
    const found = () => onServer(databaseUrl, async (client) => (await client.query(query!)).rows);
    await expect
      .poll(found, { interval: 5 })
      .toMatchObject([
        { query: 'SELECT FROM webhook_queue', holds: rows[0].pid, its_state: 'idle in transaction' },
      ]);
    expect(await waiting).toBe('57014');
  });
});
