import { CleanupStack } from '../bench/cleanup-stack.ts';
import { startAudit } from './audit-triggers.ts';
import { buildServer, type Change } from './build.ts';
import { Client } from './client.ts';
import { type ChaosDatabase, KillableDatabase } from './database.ts';
import { Consumer } from './endpoint-server.ts';
import { ask } from './query.ts';
import { RoleProcess } from './role-process.ts';
import type { Chance } from './seeded-random.ts';
import { Gate } from './tcp-proxy.ts';
import { type ChaosTenant, makeTenants, SECRET_KEY, type Subscription } from './tenants.ts';
import { Timeline } from './timeline.ts';
import type { Timing } from './timing.ts';
import { Ledger } from './write-history.ts';
import { Writer } from './writer.ts';

/** A second from one attempt to the next, and as many as can be set: a delivery comes through whatever happens. */
const SETTINGS = {
  WEBHOOK_RETRY_SCHEDULE: '1s',
  WEBHOOK_MAX_ATTEMPTS: '20',
  TRADEPOST_SECRET_KEY: SECRET_KEY,
  NODE_ENV: 'test',
  LOG_LEVEL: 'error',
  PORT: '0',
};

export interface StageOptions {
  readonly chance: Chance;
  readonly timing: Timing;
  /** What is wrong with the build, beside its timing. */
  readonly mutation?: readonly Change[];
  /** A database with the tables in it; one of the run's own, that can be killed, when left out. */
  readonly database?: ChaosDatabase;
  readonly tenants: number;
  readonly subscriptions: readonly Subscription[];
  readonly writersPerTenant: number;
  readonly pauseMs: readonly [number, number];
}

/** Everything that takes part in a run: the processes under test, their consumers, their clients, and who keeps the books. */
export interface Stage {
  readonly options: StageOptions;
  readonly database: ChaosDatabase;
  readonly consumer: Consumer;
  readonly api: RoleProcess;
  readonly workers: readonly RoleProcess[];
  readonly writers: readonly Writer[];
  readonly clients: readonly Client[];
  readonly ledger: Ledger;
  readonly timeline: Timeline;
  /** Ends the clients' patience. */
  readonly giveUp: AbortController;
  close(): Promise<void>;
}

/** What it opens is put on the list, so that it can be undone even before it is all there. */
export async function openStage(options: StageOptions, cleanup = new CleanupStack()): Promise<Stage> {
  try {
    return await raise(options, cleanup);
  } catch (error) {
    await cleanup.runAll();
    throw error;
  }
}

async function raise(options: StageOptions, cleanup: CleanupStack): Promise<Stage> {
  const { chance, timing, mutation = [], subscriptions } = options;
  const build = await buildServer([...timing.changes, ...mutation]);
  cleanup.defer(() => build.remove());
  const database = options.database ?? (await startDatabase(cleanup));
  await startAudit(database.url);
  const consumer = await Consumer.open(chance.of('consumer'), timing.deadlineMs);
  cleanup.defer(() => consumer.close());
  const tenants = await makeTenants(database.url, consumer, options.tenants, subscriptions);
  const timeline = new Timeline(timing.deadlineMs);
  timeline.watchMachine();
  cleanup.defer(async () => timeline.end());
  const start = (name: string, args: readonly string[]): Promise<RoleProcess> =>
    startRole(name, args, database, timeline, cleanup);
  const api = await start('api', build.api);
  const workers = [await start('worker 1', build.worker), await start('worker 2', build.worker)];
  const giveUp = new AbortController();
  const ledger = new Ledger();
  const clients = tenants.map(({ key }) => new Client(() => api.address, key, giveUp.signal));
  const writers = writersOf(options, tenants, clients, ledger);
  return {
    options,
    database,
    consumer,
    api,
    workers,
    writers,
    clients,
    ledger,
    timeline,
    giveUp,
    close: () => cleanup.runAll(),
  };
}

async function startDatabase(cleanup: CleanupStack): Promise<KillableDatabase> {
  const database = await KillableDatabase.start();
  cleanup.defer(() => database.stop());
  return database;
}

async function startRole(
  name: string,
  args: readonly string[],
  database: ChaosDatabase,
  timeline: Timeline,
  cleanup: CleanupStack,
): Promise<RoleProcess> {
  const gate = await Gate.open(() => database.port);
  cleanup.defer(() => gate.close());
  const changed = name === 'api' ? () => {} : (able: boolean) => timeline.worker(name, able);
  const role = new RoleProcess({ name, args, env: SETTINGS, gate, databaseUrl: () => database.url, changed });
  cleanup.defer(() => role.destroy());
  role.start();
  return role;
}

function writersOf(
  { chance, writersPerTenant, pauseMs }: StageOptions,
  tenants: readonly ChaosTenant[],
  clients: readonly Client[],
  ledger: Ledger,
): Writer[] {
  return tenants.flatMap(({ tenantId }, index) =>
    Array.from({ length: writersPerTenant }, (_, place) => {
      const own = chance.of(`writer ${index}/${place}`);
      return new Writer({ tenantId, client: clients[index]!, ledger, chance: own, pauseMs });
    }),
  );
}

/** What is still to be delivered. */
export async function queued({ database }: Stage): Promise<number> {
  const [row] = await ask<{ count: number }>(
    database.url,
    'SELECT count(*)::int AS count FROM webhook_queue',
  );
  return row!.count;
}
