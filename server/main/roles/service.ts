import { randomInt } from 'node:crypto';
import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Registry } from 'prom-client';
import { LastUsedWriter } from '../../accounts/api-keys/last-used-writer.ts';
import { fullestTenants } from '../../accounts/tenants/storage.ts';
import { observeRateLimit } from '../../api/limits/metrics.ts';
import { openRateLimiter } from '../../api/limits/rate-limiter.ts';
import { observeJobs } from '../../base/time/background-jobs.ts';
import { PoolMetrics } from '../../db/pool/pool-metrics.ts';
import { observeDatabase, scrapedGauge } from '../../db/pool/scraped-gauge.ts';
import { observeReplicas } from '../../db/replicas/metrics.ts';
import { createServer } from '../../http/connection/create-server.ts';
import { HttpListener, type ListenAddress } from '../../http/connection/http-listener.ts';
import { openCounterStore, openRedisStore, type RateLimiterStore } from '../../http/limits/counter-store.ts';
import { createMetricsServer, createRegistry } from '../../http/metrics.ts';
import { RequestMetrics } from '../../http/request-metrics.ts';
import type { OwnDeps, Panel } from '../../panel/router.ts';
import { observeAlerts } from '../../webhooks/alerts/metrics.ts';
import { HealthRecorder } from '../../webhooks/endpoints/health-recorder.ts';
import { WebhookMetrics } from '../../webhooks/metrics.ts';
import { type Config, metricsAddress, type Role } from '../config.ts';
import type { Context } from '../context.ts';
import { type AppOptions, createApp, createOtherApp } from './app.ts';
import { ProcessHealth } from './process-health.ts';
import { type Running, stopAll } from './running.ts';
import { startActivityJobs, startApiJobs, startPanelJobs } from './start-jobs.ts';

export interface Service {
  /** `http://host:port`, or undefined without the role api. */
  readonly address: string | undefined;
  /** The URL of the panel, or undefined without the role panel. */
  readonly panelAddress: string | undefined;
  /** The URL of the console, or undefined without the role console. */
  readonly consoleAddress: string | undefined;
  /** Where /healthz and /readyz are, whatever the roles. */
  readonly healthAddress: string | undefined;
  /** The URL of the metrics, or undefined without METRICS_PORT. */
  readonly metricsAddress: string | undefined;
  /** What the process has counted, for the parent of several processes. */
  metrics(): ReturnType<Registry['getMetricsAsJSON']>;
  /** Compiles the API's schemas ahead of their first requests, until the service stops. */
  warmUp(): Promise<void>;
  /**
   * Ends gracefully. Responses say `Connection: close` at once; new connections are accepted for another `delayMs`, until the
   * balancer has noticed that the process isn't ready.
   */
  stop(options?: { readonly delayMs?: number }): Promise<void>;
  /** Cuts every connection. */
  reset(): void;
}

/** What the process counts in memory and writes every few seconds. */
interface Recorders {
  readonly lastUsed: LastUsedWriter;
  readonly health: HealthRecorder;
}

/** Starts the roles on a database that is up to date. */
export async function startService(context: Context, roles: readonly Role[]): Promise<Service> {
  // A paused worker has no rounds to judge it by.
  const serves = roles.some((role) => role !== 'worker') || context.config.webhooks.paused;
  const running: Running = {
    log: context.log,
    health: new ProcessHealth({ ...context, serves }),
    listeners: [],
    forRequests: [],
    worker: [],
    observers: [],
    endStreams: () => {},
  };
  try {
    return await startRoles(context, roles, running);
  } catch (error) {
    // Timers of what has started already would keep the process alive.
    await stopAll(running, 0).catch(() => {});
    throw error;
  }
}

/** Every port is bound before the worker starts, so a process that can't start sends nothing. */
async function startRoles(context: Context, roles: readonly Role[], running: Running): Promise<Service> {
  const registry = createRegistry();
  const metrics = createMetrics(context, registry, roles);
  context.telemetry?.exportMetrics(registry);
  const recorders = {
    lastUsed: new LastUsedWriter(context.db, context.monotonicMs),
    health: new HealthRecorder(context.db, context.nowMs),
  };
  const serves = roles.some((role) => role !== 'worker');
  const counting = serves ? await limiterStore(context, running) : MEMORY;
  if (serves) running.forRequests.push(...startActivityJobs(context));
  const panelOrigin = () => context.config.origins.panel ?? (panelAddress && new URL(panelAddress).origin);
  const openPages = pagesOf(context, registry, running, { ...recorders, counting, panelOrigin });
  const panel = roles.includes('panel') ? await openPages('panel') : undefined;
  const console = roles.includes('console') ? await openPages('console') : undefined;
  if (panel || console) running.forRequests.push(startPanelJobs(context));
  const isShared = roles.includes('api') && context.config.panel === undefined;
  const started = roles.includes('api')
    ? await startApi(context, running, registry, counting, {
        metrics: metrics.requests,
        lastUsed: recorders.lastUsed,
        panel: isShared ? panel : undefined,
      })
    : undefined;
  const address = started?.address;
  const hasOther = started ? panel && !isShared : roles.length > 0;
  const otherAddress = hasOther ? await startOther(context, metrics.requests, running, panel) : undefined;
  const panelAddress = panel && (isShared ? address : otherAddress);
  const consoleAddress = console && (await startConsole(context, metrics.requests, running, console));
  const metricsAddress = await startMetrics(context, registry, running);
  if (roles.includes('worker')) await startWorkerRole(context, metrics, running, recorders);
  return {
    address,
    panelAddress: panelAddress && `${panelAddress}${panel!.start}`,
    consoleAddress: consoleAddress && `${consoleAddress}${console!.start}`,
    healthAddress: address ?? otherAddress,
    metricsAddress,
    metrics: () => registry.getMetricsAsJSON(),
    warmUp: async () => started?.warmUp(),
    stop: ({ delayMs = 0 } = {}) => stopAll(running, delayMs),
    reset: () => {
      for (const listener of [...running.listeners, ...running.observers]) listener.reset();
    },
  };
}

async function startWorkerRole(
  context: Context,
  { webhooks, pools }: Metrics,
  running: Running,
  recorders: Recorders,
): Promise<void> {
  if (context.config.webhooks.paused)
    return context.log.warn('WEBHOOKS_PAUSED is on: no webhooks and no e-mails are sent');
  const { startWorker } = await import('./start-worker.ts');
  const { rounds, stop } = await startWorker(context, webhooks, { ...recorders, pools });
  running.worker.push(stop);
  running.health.watch(rounds);
}

/** What the process counts for /metrics. */
interface Metrics {
  readonly webhooks: WebhookMetrics;
  readonly requests: RequestMetrics;
  readonly pools: PoolMetrics;
}

function createMetrics(
  { db, tenantDatabases, activity, jobs, replicas, monotonicMs }: Context,
  registry: Registry,
  roles: readonly Role[],
): Metrics {
  // First, or it would show the queries of the metrics that come from the database.
  const pools = new PoolMetrics(registry);
  observeDatabase(registry, db);
  observeAlerts(registry, db);
  scrapedGauge(registry, {
    name: 'tradepost_tenant_storage_ratio',
    help: 'What a tenant keeps, by what its plan includes, of the ten fullest.',
    labelNames: ['tenant_id'],
    read: async () =>
      (await fullestTenants(db)).map(({ tenantId, ratio }) => [{ tenant_id: String(tenantId) }, ratio]),
  });
  observeJobs(registry, jobs);
  pools.watch('requests', db);
  if (roles.some((role) => role !== 'worker')) {
    pools.watch('look-ups', db.lookUps);
    pools.watchShares(tenantDatabases);
  }
  // Only the API reads from replicas, and asks how far they are.
  if (replicas && roles.includes('api')) observeReplicas(registry, { replicas, pools, monotonicMs });
  return {
    webhooks: new WebhookMetrics(registry, db),
    requests: new RequestMetrics(registry, activity.requested),
    pools,
  };
}

async function startMetrics(
  { config }: Context,
  registry: Registry,
  { observers }: Running,
): Promise<string | undefined> {
  const address = metricsAddress(config);
  return address && `${await listenWith(observers, createMetricsServer(registry), address)}/metrics`;
}

const apiAddress = ({ host, port }: Config): ListenAddress => ({
  host,
  port,
  hostSetting: 'HOST',
  portSetting: 'PORT',
});

function listenWith(listeners: HttpListener[], server: Server, address: ListenAddress): Promise<string> {
  const listener = new HttpListener(server);
  listeners.push(listener);
  return listener.listen(address);
}

/** Opens the pages of staff or of operators, each with counters of its own. */
function pagesOf(
  context: Context,
  registry: Registry,
  running: Running,
  {
    lastUsed,
    health,
    counting,
    panelOrigin,
  }: Recorders & Pick<OwnDeps, 'panelOrigin'> & { readonly counting: RateLimiterStore },
): (name: 'panel' | 'console') => Promise<Panel> {
  const writeCounts = async (): Promise<void> => void (await Promise.all([lastUsed.flush(), health.flush()]));
  return async (name) => {
    const [
      { createPanel },
      { createConsole },
      { PeopleMail },
      { Attempts },
      { PasswordChecks },
      throttle,
      sites,
    ] = await Promise.all([
      import('../../panel/panel.ts'),
      import('../../panel/console/console.ts'),
      import('../../panel/mail/mail.tsx'),
      import('../../panel/passwords/attempts.ts'),
      import('../../panel/passwords/password-checks.ts'),
      import('../../panel/passwords/throttle.ts'),
      import('../../panel/session/site.ts'),
    ]);
    const site = name === 'panel' ? sites.PANEL : sites.CONSOLE;
    const counters = openCounterStore(counting);
    const { smtp } = context.config;
    const pages = (name === 'panel' ? createPanel : createConsole)(context, {
      randomInt,
      wait: (ms) => wait(ms),
      passwords: new PasswordChecks(site, context.db, new throttle.LoginThrottle(site, counters), registry),
      attempts: new Attempts(site, counters),
      mail: smtp && new PeopleMail(smtp, context.log),
      panelOrigin,
      writeCounts,
    });
    running.forRequests.push(() => pages.stop());
    const { endStreams } = running;
    running.endStreams = () => [endStreams, pages.endStreams].forEach((end) => void end());
    return pages;
  };
}

/** The panel at PANEL_HOST and PANEL_PORT, or in a process without the API; or the health of a process with only the role worker. */
function startOther(
  context: Context,
  metrics: RequestMetrics,
  { health, listeners, observers }: Running,
  panel: Panel | undefined,
): Promise<string> {
  const { config } = context;
  const server = createServer(createOtherApp(context, health, panel, metrics), context.log);
  if (!panel) return listenWith(observers, server, apiAddress(config));
  const own = config.panel && { ...config.panel, hostSetting: 'PANEL_HOST', portSetting: 'PANEL_PORT' };
  return listenWith(listeners, server, own ?? apiAddress(config));
}

/** Always at an address of its own. */
function startConsole(
  context: Context,
  metrics: RequestMetrics,
  { health, listeners }: Running,
  console: Panel,
): Promise<string> {
  const server = createServer(createOtherApp(context, health, console, metrics), context.log);
  const settings = { hostSetting: 'CONSOLE_HOST', portSetting: 'CONSOLE_PORT' };
  return listenWith(listeners, server, { ...context.config.console, ...settings });
}

async function startApi(
  context: Context,
  { health, listeners, forRequests }: Running,
  registry: Registry,
  counting: RateLimiterStore,
  options: Omit<AppOptions, 'health'>,
): Promise<{ readonly address: string; warmUp(): Promise<void> }> {
  const limiter = openRateLimiter(counting, context);
  observeRateLimit(registry, limiter);
  // A write before the first answer would have no position, and could be missing in what a replica serves.
  await context.replicas?.tick();
  const app = createApp(context, limiter, { health, ...options });
  const server = createServer(app.express, context.log);
  const address = await listenWith(listeners, server, apiAddress(context.config));
  const stopping = new AbortController();
  forRequests.push(...startApiJobs(context, app), async () => stopping.abort());
  return { address, warmUp: () => app.warmUp(stopping.signal) };
}

const MEMORY: RateLimiterStore = { kind: 'memory' };

/** With the embedded database there is one process, which counts in memory. Several processes share their counts. */
async function limiterStore(
  { config, db, log }: Context,
  { forRequests }: Running,
): Promise<RateLimiterStore> {
  if (!config.redisUrl) return config.databaseUrl ? { kind: 'postgres', db } : MEMORY;
  const store = await openRedisStore(config.redisUrl, (message) => log.warn(message));
  forRequests.push(async () => store.client.disconnect());
  return store;
}
