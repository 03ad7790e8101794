import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { assertRights } from '../../../server/db/connect/required-rights.ts';
import { assertSameDatabase } from '../../../server/db/connect/same-database.ts';
import { waitForDatabase } from '../../../server/db/connect/wait-for-database.ts';
import { migrate } from '../../../server/db/migrate/migrate.ts';
import { type Database, openDatabase } from '../../../server/db/pool/database.ts';
import type { PoolOptions } from '../../../server/db/pool/pool.ts';
import { createRegistry } from '../../../server/http/metrics.ts';
import type { Context } from '../../../server/main/context.ts';
import { startWorker } from '../../../server/main/roles/start-worker.ts';
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

  const open = (options: Partial<PoolOptions> = {}): Database => {
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

  async function serve(
    env: Readonly<Record<string, string>> = {},
    overrides: Partial<Context> = {},
    url = bouncer.url,
  ): Promise<TestEnvironment> {
    const environment = await openTestEnvironment({
      database: { url, drop: async () => {} },
      env: { DATABASE_URL: url, DATABASE_DIRECT_URL: own.url, ...env },
      overrides,
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

  it('serves on when another client of the pooler has changed search_path, mends it, and says so once', async () => {
    const { url, stop } = await startPgBouncer(own.url, [`default_pool_size = ${SERVER_CONNECTIONS}`]);
    onTestFinished(stop);
    const logged: string[] = [];
    const db = open({ url, log: (line) => logged.push(line) });
    const environment = await serve({}, { db, close: async () => {} });
    const tenant = await environment.tenant();
    expect(await outcomes(environment, tenant)).toEqual([200, 201, 200, undefined]);
    await leaveSearchPath(url);
    expect(await outcomes(environment, tenant)).toEqual([200, 201, 200, undefined]);
    expect(logged).toEqual([
      expect.stringMatching(
        /^another client of the pooler changed search_path: relation ".*" does not exist\. /,
      ),
    ]);
    await useAll(db);
    expect(await pathsOfAll(url)).toEqual(Array(SERVER_CONNECTIONS).fill('"$user", public'));
  });

  it('starts on connections where another client has changed search_path', async () => {
    const { url, stop } = await startPgBouncer(own.url, [`default_pool_size = ${SERVER_CONNECTIONS}`]);
    onTestFinished(stop);
    await leaveSearchPath(url);
    await assertRights({ setting: 'DATABASE_URL', url });
  });

  it("gives 503 while the role's own search_path lacks the service's tables, and serves when that is over", async () => {
    const alone = await ownDatabase(inject('serverUrl'), 'tradepost_template');
    onTestFinished(() => alone.drop());
    const { url, stop } = await startPgBouncer(alone.url);
    onTestFinished(stop);
    const db = open({ url });
    const environment = await serve({ DATABASE_DIRECT_URL: alone.url }, { db, close: async () => {} }, url);
    const tenant = await environment.tenant();
    const name = new URL(alone.url).pathname.slice(1);
    const setPath = (change: string) =>
      onServer(alone.url, async (client) => {
        await client.query(`ALTER DATABASE ${name} ${change}`);
        await client.query(END_OTHERS);
      });
    await setPath("SET search_path = ''");
    const lost =
      "the service's tables aren't found (42P01): search_path was changed, see docs/databases.md#pgbouncer";
    await expect.poll(() => outcomes(environment, tenant)).toEqual([503, 503, 503, lost]);
    await setPath('RESET search_path');
    await expect.poll(async () => (await outcomes(environment, tenant)).slice(0, 2)).toEqual([200, 201]);
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

const END_OTHERS = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;
/** Of the pooler's, as many as the service's pool has. */
const SERVER_CONNECTIONS = 4;

/** What pg_dump leaves behind. */
const leaveSearchPath = (url: string) =>
  inTransactions(url, (client) => client.query("SELECT set_config('search_path', '', false)"));

const pathsOfAll = (url: string): Promise<string[]> =>
  inTransactions(url, async (client) => (await client.query('SHOW search_path')).rows[0].search_path);

/** Works on each server connection: while all are in transactions, none is used twice. */
async function inTransactions<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T[]> {
  const clients = Array.from({ length: SERVER_CONNECTIONS }, () => new pg.Client({ connectionString: url }));
  const onAll = <R>(part: (client: pg.Client) => Promise<R>) => Promise.all(clients.map(part));
  await onAll((client) => client.connect());
  await onAll((client) => client.query('BEGIN'));
  const results = await onAll(work);
  await onAll((client) => client.query('COMMIT'));
  await onAll((client) => client.end());
  return results;
}

/** A transaction of the service on each server connection. */
async function useAll(db: Database): Promise<void> {
  let begun = 0;
  let allBegun = (): void => {};
  const all = new Promise<void>((resolve) => {
    allBegun = resolve;
  });
  const transaction = () =>
    db.transaction(async (tx) => {
      await tx.query('SELECT 1', []);
      begun += 1;
      if (begun === SERVER_CONNECTIONS) allBegun();
      await all;
    });
  await Promise.all(Array.from({ length: SERVER_CONNECTIONS }, transaction));
}

/** The statuses of a read, a write and the readiness check, and why it isn't ready. */
async function outcomes({ baseUrl }: TestEnvironment, { request }: TestTenant) {
  const read = await request('GET', '/categories');
  const write = await request('POST', '/categories', { body: { name: 'Chás' } });
  const ready = await fetch(`${baseUrl}/readyz`);
  const { reason } = (await ready.json()) as { reason?: string };
  return [read.status, write.status, ready.status, reason];
}

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
