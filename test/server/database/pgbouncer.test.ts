import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../../server/db/database.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { assertSameDatabase } from '../../../server/db/same-database.ts';
import { waitForDatabase } from '../../../server/db/wait-for-database.ts';
import { createRegistry } from '../../../server/http/metrics.ts';
import { startWorker } from '../../../server/start-worker.ts';
import { WebhookMetrics } from '../../../server/webhooks/metrics.ts';
import { type OwnDatabase, onServer, ownDatabase } from '../../support/databases.ts';
import { addUser, loggedIn } from '../../support/panel.ts';
import { type PgBouncer, pgbouncerVersion, startPgBouncer } from '../../support/pgbouncer.ts';
import { buyer, stocked } from '../../support/shop.ts';
import { openEndpoint } from '../../support/test-endpoint.ts';
import {
  openTestEnvironment,
  type TestEnvironment,
  type TestTenant,
} from '../../support/test-environment.ts';
import { register } from '../../support/webhooks.ts';

const version = pgbouncerVersion();
/** 1.21 was the first with prepared statements in transaction mode, and had them off by default, as 1.22 and 1.23 do. */
const canPrepare = version !== undefined && (version[0] > 1 || version[1] >= 21);

describe.runIf(version)('behind PgBouncer in transaction mode with its default settings', () => {
  let own: OwnDatabase;
  let bouncer: PgBouncer;
  beforeAll(async () => {
    own = await ownDatabase(inject('serverUrl'), 'tradepost_template');
    bouncer = await startPgBouncer(own.url);
  });
  afterAll(async () => {
    await bouncer.stop();
    await own.drop();
  });

  const open = (options: { url?: string; queryTimeoutMs?: number; session?: string } = {}): Database => {
    const db = openDatabase({
      url: bouncer.url,
      size: 4,
      preparedStatements: undefined,
      log: () => {},
      ...options,
    });
    onTestFinished(() => db.close());
    return db;
  };

  async function serve(env: Readonly<Record<string, string>> = {}): Promise<TestEnvironment> {
    const environment = await openTestEnvironment({
      database: { url: bouncer.url, drop: async () => {} },
      env: { DATABASE_URL: bouncer.url, DATABASE_DIRECT_URL: own.url, ...env },
    });
    onTestFinished(() => environment.close());
    return environment;
  }

  it.each([[{}], [{ DATABASE_PREPARED_STATEMENTS: 'off' }]])(
    'serves the API, replays, the panel and the worker with %j',
    async (env) => {
      const environment = await serve(env);
      const tenant = await environment.tenant();
      await sellMany(tenant.tp);
      await replays(tenant);
      await logsIn(environment, tenant.tenantId);
      await delivers(environment, tenant);
      expect(environment.context.db.behindPooler()).toBe(true);
    },
  );

  it.runIf(canPrepare)('uses prepared statements where PgBouncer has them', async () => {
    const preparing = await startPgBouncer(own.url, ['max_prepared_statements = 200']);
    onTestFinished(() => preparing.stop());
    const environment = await openTestEnvironment({
      database: { url: preparing.url, drop: async () => {} },
      env: { DATABASE_URL: preparing.url, DATABASE_DIRECT_URL: own.url, DATABASE_PREPARED_STATEMENTS: 'on' },
    });
    onTestFinished(() => environment.close());
    await sellMany((await environment.tenant()).tp);
    const [row] = await environment.context.db.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM pg_prepared_statements',
      [],
    );
    expect(row!.count).toBeGreaterThan(0);
  });

  it('ends a statement in a transaction after 8 s, and leaves no setting on the connections it shares', async () => {
    const db = open();
    const settings = await db.transaction((tx) => tx.query(SETTINGS, []));
    expect(settings).toEqual([{ statement: '8s', idle: '8s' }]);
    const sessions = Array.from({ length: 20 }, () => db.query(SETTINGS, []));
    for (const rows of await Promise.all(sessions)) expect(rows).toEqual([{ statement: '0', idle: '0' }]);
    const shortened = db.transaction(async (tx) => {
      await tx.query("SELECT set_config('statement_timeout', '50', true)", []);
      return tx.query('SELECT pg_sleep(60)', []);
    });
    await expect(shortened).rejects.toMatchObject({ code: '57014' });
  });

  it('has PostgreSQL end a single statement that took too long', async () => {
    const db = open({ queryTimeoutMs: 300 });
    await db.query('SELECT 1', []);
    await expect(db.query("SELECT pg_sleep(60), 'left behind'", [])).rejects.toThrow(/timeout/);
    const running = () => onServer(own.url, async (client) => (await client.query(LEFT_BEHIND)).rows);
    await expect.poll(running).toEqual([]);
  });

  it('notices that ignore_startup_parameters drops the time-outs', async () => {
    const ignoring = await startPgBouncer(own.url, [
      'ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout',
    ]);
    onTestFinished(() => ignoring.stop());
    const db = open({ url: ignoring.url });
    expect(await db.transaction((tx) => tx.query(SETTINGS, []))).toEqual([{ statement: '8s', idle: '8s' }]);
    await expect(migrate(ignoring.url)).rejects.toThrow(/DATABASE_DIRECT_URL/);
  });

  it('leads to the same database as the direct address', async () => {
    await assertSameDatabase(
      { setting: 'DATABASE_URL', url: bouncer.url },
      { setting: 'DATABASE_DIRECT_URL', url: `${own.url}?options=-c%20TimeZone%3DAsia/Tokyo` },
    );
  });

  it('refuses to migrate or to run a worker through it, which would leave locks and settings behind', async () => {
    await expect(migrate(bouncer.url)).rejects.toThrow(/DATABASE_DIRECT_URL/);
    await expect(open({ session: 'SET enable_seqscan = off' }).query('SELECT 1', [])).rejects.toThrow(
      /DATABASE_DIRECT_URL/,
    );
  });

  it.each(['md5', 'scram-sha-256'])(
    'ends a start with a wrong password at once, with %s',
    async (authType) => {
      const strict = await startPgBouncer(own.url, [`auth_type = ${authType}`]);
      onTestFinished(() => strict.stop());
      const url = Object.assign(new URL(strict.url), { password: 'wrong' }).href;
      const reports: string[] = [];
      const onWaiting = (sentence: string) => void reports.push(sentence);
      const start = waitForDatabase({ url, setting: 'DATABASE_URL', limitMs: 600_000, onWaiting });
      await expect(start).rejects.toThrow(
        /refuses the connection: .*authentication failed\. Check user, password and database in DATABASE_URL\.$/,
      );
      expect(reports).toEqual([]);
      const db = open({ url });
      await expect(db.query('SELECT 1', [])).rejects.toThrow('authentication failed');
      expect(db.whyWritesFail()).toBe('new connections to the database fail (08P01)');
    },
  );
});

const SETTINGS = `SELECT current_setting('statement_timeout') AS statement,
  current_setting('idle_in_transaction_session_timeout') AS idle`;
const LEFT_BEHIND = `SELECT pid FROM pg_stat_activity
  WHERE query LIKE '%left behind%' AND state = 'active' AND pid <> pg_backend_pid()`;

/** Enough at once that each transaction gets another server connection than the one before. */
async function sellMany(tp: TestTenant['tp']): Promise<void> {
  const [product, { id }] = await Promise.all([stocked(tp, 100), buyer(tp)]);
  const order = { customer_id: id, items: [{ product_id: product.id, quantity: 1 }] };
  await Promise.all(Array.from({ length: 20 }, () => tp.orders.create(order)));
  expect((await tp.orders.list({ limit: 50 })).data).toHaveLength(20);
}

async function replays({ request }: TestTenant): Promise<void> {
  const send = () =>
    request('POST', '/categories', { body: { name: 'Chás' }, headers: { 'idempotency-key': 'once' } });
  const first = await send();
  const again = await Promise.all([send(), send(), send()]);
  for (const response of again) expect(response.headers.get('Idempotency-Replayed')).toBe('true');
  expect(await again[0]!.text()).toBe(await first.text());
}

async function logsIn(environment: TestEnvironment, tenantId: number): Promise<void> {
  const visitor = await loggedIn(environment.baseUrl, await addUser(environment, tenantId));
  expect((await visitor.get('/panel/webhooks')).status).toBe(200);
  expect((await visitor.get('/panel/keys')).status).toBe(200);
}

async function delivers({ context }: TestEnvironment, { tenantId, tp }: TestTenant): Promise<void> {
  const endpoint = await openEndpoint();
  const { stop } = await startWorker(context, new WebhookMetrics(createRegistry(), context.db));
  onTestFinished(() => Promise.all([stop(), endpoint.close()]).then(() => {}));
  await register(context, tenantId, endpoint.url, ['customer.created']);
  await buyer(tp);
  await expect.poll(() => endpoint.received.length).toBe(1);
}
