import { setTimeout as wait } from 'node:timers/promises';
import { CleanupStack } from '../../support/cleanup-stack.ts';
import type { Env } from '../../support/command.ts';
import { TEMPLATE } from '../../support/database-server.ts';
import { ownDatabase } from '../../support/databases.ts';
import { freePort } from '../../support/free-port.ts';
import { buyer, stocked } from '../../support/shop.ts';
import { openTestEnvironment, SECRET_KEY, type TestEnvironment } from '../../support/test-environment.ts';
import { type Haproxy, type HaproxyOptions, startHaproxy } from './haproxy.ts';
import { Load, type LoadReport, type Shop } from './load.ts';
import { RestartedService, type Spawn } from './restarted-service.ts';

export interface RollingOptions {
  readonly serverUrl: string;
  readonly restarts: number;
  readonly clients: number;
  /** Of haproxy; left out for its defaults. */
  readonly haproxy?: Pick<HaproxyOptions, 'checks' | 'defaults'>;
  /** Between a client's requests. */
  readonly pauseMs: number;
  /** Of the services, beside what they need. */
  readonly env: Env;
  /** Of `tradepost serve`. */
  readonly args?: readonly string[];
  /** Starts a command of the build under test. */
  readonly spawn?: Spawn;
  readonly print: (line: string) => void;
}

export interface RollingReport extends LoadReport {
  /** Orders in the database. More than `placed` means that one was placed without an answer. */
  readonly stored: number;
}

const POLL_MS = 50;
const NAMES = ['one', 'two'] as const;

/** Restarts two services in turn behind haproxy, while clients place orders through it. */
export async function rollingRestarts(options: RollingOptions): Promise<RollingReport> {
  const cleanup = new CleanupStack();
  try {
    return await run(options, cleanup);
  } finally {
    await cleanup.runAll();
  }
}

async function run(options: RollingOptions, cleanup: CleanupStack): Promise<RollingReport> {
  const database = await ownDatabase(options.serverUrl, TEMPLATE);
  cleanup.defer(() => database.drop());
  const environment = await openTestEnvironment({ database });
  cleanup.defer(() => environment.close());
  const shops = await Promise.all(Array.from({ length: options.clients }, () => openShop(environment)));
  const servers = { one: await freePort(), two: await freePort() };
  const services = NAMES.map((name) => {
    const env = { DATABASE_URL: database.url, TRADEPOST_SECRET_KEY: SECRET_KEY, PORT: String(servers[name]) };
    const settings = { NODE_ENV: 'production', LOG_LEVEL: 'warn', ...env, ...options.env };
    const service = new RestartedService(settings, options.args, options.spawn);
    cleanup.defer(() => service.stop());
    return { name, service };
  });
  await Promise.all(services.map(({ service }) => service.start()));
  const balancer = await startHaproxy(cleanup, {
    servers,
    ...(options.haproxy ?? { checks: '', defaults: '' }),
  });
  for (const name of NAMES) await untilUp(balancer, name);
  const load = new Load(balancer.url, shops, options.pauseMs);
  for (let n = 0; n < options.restarts; n += 1) {
    const { name, service } = services[n % services.length]!;
    await service.stop();
    await service.start();
    await untilUp(balancer, name);
    options.print(`restart ${n + 1} of ${options.restarts}: ${name}`);
  }
  const report = await load.stop();
  return { ...report, stored: await countOrders(environment) };
}

async function untilUp(balancer: Haproxy, name: string): Promise<void> {
  while (!(await balancer.isUp(name))) await wait(POLL_MS);
}

async function openShop(environment: TestEnvironment): Promise<Shop> {
  const { tp, key } = await environment.tenant();
  const [product, customer] = await Promise.all([stocked(tp, 1_000_000), buyer(tp)]);
  const order = { customer_id: customer.id, items: [{ product_id: product.id, quantity: 1 }] };
  return { key, productId: product.id, orderBody: JSON.stringify(order) };
}

async function countOrders({ context }: TestEnvironment): Promise<number> {
  const [row] = await context.db.query<{ count: number }>('SELECT count(*)::int AS count FROM orders', []);
  return row!.count;
}
