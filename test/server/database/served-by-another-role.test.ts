import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { pino } from 'pino';
import { expect, inject, it, onTestFinished } from 'vitest';
import { BackgroundJobs } from '../../../server/base/time/background-jobs.ts';
import { createRegistry } from '../../../server/http/metrics.ts';
import { startWorker } from '../../../server/main/roles/start-worker.ts';
import { makeLogPartitions } from '../../../server/webhooks/log/log-partitions.ts';
import { WebhookMetrics } from '../../../server/webhooks/metrics.ts';
import { runCommand, spawnCommand } from '../../support/command.ts';
import { onServer, ownDatabase } from '../../support/databases.ts';
import { holdLocks } from '../../support/locked-rows.ts';
import { setClock } from '../../support/log-partitions.ts';
import { buyer, stocked } from '../../support/shop.ts';
import { openEndpoint } from '../../support/test-endpoint.ts';
import { openTestEnvironment, SECRET_KEY } from '../../support/test-environment.ts';
import { register } from '../../support/webhooks.ts';

const DAY_MS = 86_400_000;

/** What docs/databases.md says, for a role that reads and writes rows, and owns nothing. */
const grants = (role: string): string => `
  GRANT USAGE ON SCHEMA public, panel, rate_limit TO ${role};
  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public, panel, rate_limit TO ${role};
  GRANT USAGE ON ALL SEQUENCES IN SCHEMA public, panel, rate_limit TO ${role};
  ALTER DEFAULT PRIVILEGES IN SCHEMA public, panel, rate_limit GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${role};
  ALTER DEFAULT PRIVILEGES IN SCHEMA public, panel, rate_limit GRANT USAGE ON SEQUENCES TO ${role};`;

/** A database with the schema, and a role that may only log in. */
async function useRole() {
  const own = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  const role = `served_${randomBytes(6).toString('hex')}`;
  const asOwner = (sql: string) => onServer(own.url, (client) => client.query(sql));
  await asOwner(`CREATE ROLE ${role} LOGIN PASSWORD 'p'`);
  onTestFinished(async () => {
    await asOwner(`DROP OWNED BY ${role}`);
    await own.drop();
    await onServer(inject('serverUrl'), (client) => client.query(`DROP ROLE ${role}`));
  });
  const url = Object.assign(new URL(own.url), { username: role, password: 'p' }).href;
  return { own, role, asOwner, url };
}

/** Runs its jobs when it's told, instead of every hour. */
class JobsOnDemand extends BackgroundJobs {
  readonly #tasks: (readonly [name: string, task: () => Promise<unknown>])[] = [];

  override start(name: string, task: () => Promise<unknown>): () => Promise<void> {
    this.#tasks.push([name, task]);
    return async () => {};
  }

  /** In the API and in the worker. */
  async run(name: string): Promise<void> {
    for (const [each, task] of this.#tasks) if (each === name) await task();
  }
}

it('a role that owns nothing serves, and the owner in DATABASE_DIRECT_URL makes and drops partitions', async () => {
  const { own, role, asOwner, url } = await useRole();
  await asOwner(grants(role));
  const now = { ms: Date.now() };
  const nowMs = () => now.ms;
  const jobs = new JobsOnDemand({
    log: pino({ level: 'silent' }),
    nowMs,
    monotonicMs: () => performance.now(),
  });
  const environment = await openTestEnvironment({
    database: { url, drop: async () => {} },
    env: { DATABASE_URL: url, DATABASE_DIRECT_URL: own.url },
    overrides: { jobs, nowMs },
  });
  onTestFinished(() => environment.close());
  const { context } = environment;
  const endpoint = await openEndpoint();
  onTestFinished(() => endpoint.close());
  const { tp, tenantId } = await environment.tenant();
  const worker = await startWorker(context, new WebhookMetrics(createRegistry(), context.db));
  onTestFinished(() => worker.stop());
  await register(context, tenantId, endpoint.url, ['order.created']);
  const [{ id: customer_id }, { id: product_id }] = [await buyer(tp), await stocked(tp, 5)];
  await tp.orders.create({ customer_id, items: [{ product_id, quantity: 1 }] });
  await expect.poll(() => endpoint.received.length).toBe(1);
  expect((await tp.events.list()).data.length).toBeGreaterThan(0);
  const months = async () => (await context.db.query('SELECT 1 FROM log_partitions', [])).length;
  const before = await months();
  await setClock({ db: context.owner }, 31);
  await expect(makeLogPartitions(context.db)).rejects.toMatchObject({ code: '42501' });
  await jobs.run('make_log_partitions');
  expect(await months()).toBe(before + 1);
  now.ms += 300 * DAY_MS;
  await jobs.run('delete_old_events');
  expect(await months()).toBe(1);
});

const start = async (env: Record<string, string>) => {
  const result = await runCommand(['serve'], { PORT: '0', TRADEPOST_SECRET_KEY: SECRET_KEY, ...env });
  return [result.code, result.stderr.trimEnd().split('\n').at(-1)];
};

it('a role that was not granted everything ends the start with a sentence, instead of failing at a write', async () => {
  const { own, role, asOwner, url } = await useRole();
  await asOwner(
    `${grants(role)} REVOKE USAGE ON SEQUENCE event_positions FROM ${role}; REVOKE UPDATE ON stock_balances FROM ${role}`,
  );
  const { pathname, host } = new URL(url);
  expect(await start({ DATABASE_URL: url, DATABASE_DIRECT_URL: own.url })).toEqual([
    1,
    `User "${role}" of DATABASE_URL, in database "${pathname.slice(1)}" at ${host}, lacks rights to event_positions, stock_balances. Grant it what docs/databases.md lists.`,
  ]);
});

it('a role that does not own the tables cannot be the only one', async () => {
  const { role, asOwner, url } = await useRole();
  await asOwner(grants(role));
  const { pathname, host } = new URL(url);
  expect(await start({ DATABASE_URL: url })).toEqual([
    1,
    `User "${role}" of DATABASE_URL, in database "${pathname.slice(1)}" at ${host}, doesn't own the tables, which belong to "tradepost", so it can neither migrate nor make partitions. Set DATABASE_DIRECT_URL to a URL of that user.`,
  ]);
});

it('a start waits for connections that are gone after its first probe, and not only for that', async () => {
  const { own, role, asOwner, url } = await useRole();
  await asOwner(grants(role));
  // The start stops at the migrations' table, after it has connected as both roles.
  const lock = await holdLocks(own.url, 'LOCK TABLE schema_migrations IN ACCESS EXCLUSIVE MODE');
  const env = { DATABASE_URL: url, DATABASE_DIRECT_URL: own.url, TRADEPOST_SECRET_KEY: SECRET_KEY };
  const started = spawnCommand(['migrate', '--json'], { ...env, LOG_LEVEL: 'info' });
  const ended = once(started, 'close');
  let stderr = '';
  started.stderr.on('data', (chunk) => (stderr += chunk));
  const isBlocked = `SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND database =
    (SELECT oid FROM pg_database WHERE datname = current_database())`;
  await expect.poll(async () => (await asOwner(isBlocked)).rows[0], { timeout: 30_000 }).toEqual({ n: 1 });
  await asOwner(`ALTER ROLE ${role} CONNECTION LIMIT 0`);
  await lock.release();
  await expect.poll(() => stderr, { timeout: 30_000 }).toContain('too many connections for role');
  await asOwner(`ALTER ROLE ${role} CONNECTION LIMIT -1`);
  expect(await ended).toEqual([0, null]);
});
