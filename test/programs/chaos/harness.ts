import { pathToFileURL } from 'node:url';
import { CleanupStack } from '../../support/cleanup-stack.ts';
import { buildServer, type SourceEdit } from '../../support/server-build.ts';
import { installAudit } from './audit-triggers.ts';
import { Client, type Try } from './client.ts';
import { type ChaosDatabase, KillableDatabase } from './database.ts';
import { EndpointServer } from './endpoint-server.ts';
import { query } from './query.ts';
import type { RestartableRedis } from './restartable-redis.ts';
import { RoleProcess } from './role-process.ts';
import type { SeededRandom } from './seeded-random.ts';
import { TcpProxy } from './tcp-proxy.ts';
import { type ChaosTenant, makeTenants, SECRET_KEY, type Subscription } from './tenants.ts';
import { Timeline } from './timeline.ts';
import type { Timing } from './timing.ts';
import { WriteHistory } from './write-history.ts';
import { Writer } from './writer.ts';

const WORKER_PROCESS = 'test/programs/chaos/worker-process.ts';
const PARENT_WATCHDOG = 'test/programs/chaos/parent-watchdog.ts';

/** Retries every second with the highest limit of attempts, so that every delivery succeeds in the end. */
const SETTINGS = {
  WEBHOOK_RETRY_SCHEDULE: '1s',
  WEBHOOK_MAX_ATTEMPTS: '20',
  TRADEPOST_SECRET_KEY: SECRET_KEY,
  NODE_ENV: 'test',
  LOG_LEVEL: 'error',
  PORT: '0',
};

export interface HarnessOptions {
  readonly random: SeededRandom;
  readonly timing: Timing;
  /** Edits that break the build on purpose, in addition to those for its timing. */
  readonly mutation?: readonly SourceEdit[];
  /** A migrated database. By default the run starts its own server, which can be killed. */
  readonly database?: ChaosDatabase;
  readonly tenants: number;
  readonly subscriptions: readonly Subscription[];
  readonly writersPerTenant: number;
  readonly pauseMs: readonly [number, number];
  /** So many of the tenants, the first ones, have no writers. */
  readonly idleTenants?: number;
  /** Workers as `serve` starts them. They can't be made to crash at a step. */
  readonly shippedWorkers?: boolean;
  /** In addition to the api's settings. */
  readonly apiEnv?: Readonly<Record<string, string>>;
  readonly redis?: RestartableRedis;
  readonly onTry?: (each: Try) => void;
}

/** Everything in a run: the processes under test, their endpoints and clients, and the records for the checker. */
export interface Harness {
  readonly options: HarnessOptions;
  readonly database: ChaosDatabase;
  readonly endpointServer: EndpointServer;
  readonly api: RoleProcess;
  readonly workers: readonly RoleProcess[];
  readonly writers: readonly Writer[];
  readonly tenants: readonly ChaosTenant[];
  readonly clients: readonly Client[];
  readonly history: WriteHistory;
  readonly timeline: Timeline;
  /** Makes the clients stop retrying. */
  readonly giveUp: AbortController;
  close(): Promise<void>;
}

/** Every resource is added to `cleanup` as it's opened, so that a partial set-up can be cleaned up too. */
export async function openHarness(options: HarnessOptions, cleanup = new CleanupStack()): Promise<Harness> {
  try {
    return await setUp(options, cleanup);
  } catch (error) {
    await cleanup.runAll();
    throw error;
  }
}

async function setUp(options: HarnessOptions, cleanup: CleanupStack): Promise<Harness> {
  const { random, timing, mutation = [], subscriptions } = options;
  const build = buildServer([WORKER_PROCESS, PARENT_WATCHDOG], [...timing.edits, ...mutation]);
  cleanup.defer(async () => build.remove());
  const database = options.database ?? (await startDatabase(cleanup));
  await installAudit(database.url, !database.isCluster);
  const endpointServer = await EndpointServer.open(random.fork('endpointServer'), timing.deadlineMs);
  cleanup.defer(() => endpointServer.close());
  const tenants = await makeTenants(database.url, endpointServer, options.tenants, subscriptions);
  const timeline = new Timeline(timing.deadlineMs);
  timeline.watchMachine();
  cleanup.defer(async () => timeline.end());
  const env = { ...SETTINGS, ...(options.redis && { REDIS_URL: options.redis.url }) };
  const start = (name: string, args: readonly string[], more = {}): Promise<RoleProcess> =>
    startRole(name, args, { ...env, ...more }, database, timeline, cleanup);
  const watchdog = ['--import', pathToFileURL(build.fileOf(PARENT_WATCHDOG)).href];
  const serve = (role: string) => [
    ...watchdog,
    build.fileOf('server/cli.ts'),
    'serve',
    '--json',
    '--roles',
    role,
  ];
  const worker = options.shippedWorkers ? serve('worker') : [...watchdog, build.fileOf(WORKER_PROCESS)];
  const api = await start('api', serve('api'), options.apiEnv);
  const workers = [await start('worker 1', worker), await start('worker 2', worker)];
  const giveUp = new AbortController();
  const history = new WriteHistory();
  const clients = tenants.map(({ key }) => new Client(() => api.address, key, giveUp.signal, options.onTry));
  const writers = writersOf(options, tenants, clients, history);
  return {
    options,
    database,
    endpointServer,
    api,
    workers,
    writers,
    tenants,
    clients,
    history,
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
  env: Readonly<Record<string, string>>,
  database: ChaosDatabase,
  timeline: Timeline,
  cleanup: CleanupStack,
): Promise<RoleProcess> {
  const proxy = await TcpProxy.open(() => database.port);
  cleanup.defer(() => proxy.close());
  const changed = name === 'api' ? () => {} : (able: boolean) => timeline.setWorkerAvailable(name, able);
  const role = new RoleProcess({
    name,
    args,
    env,
    proxy,
    databaseUrl: () => database.url,
    onReadyChange: changed,
  });
  cleanup.defer(() => role.destroy());
  role.start();
  return role;
}

function writersOf(
  { random, writersPerTenant, pauseMs, idleTenants = 0 }: HarnessOptions,
  tenants: readonly ChaosTenant[],
  clients: readonly Client[],
  history: WriteHistory,
): Writer[] {
  const isIdle = (index: number): boolean => index < idleTenants;
  return tenants.flatMap(({ tenantId }, index) =>
    Array.from({ length: isIdle(index) ? 0 : writersPerTenant }, (_, place) => {
      const own = random.fork(`writer ${index}/${place}`);
      return new Writer({ tenantId, client: clients[index]!, history, random: own, pauseMs });
    }),
  );
}

/** Deliveries that are not finished. */
export async function countQueued({ database }: Harness): Promise<number> {
  const [row] = await query<{ count: number }>(
    database.url,
    'SELECT count(*)::int AS count FROM webhook_queue',
  );
  return row!.count;
}
