import { randomInt } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Registry } from 'prom-client';
import { observeAlerts } from './alerts/metrics.ts';
import { FLUSH_INTERVAL_MS, LastUsedWriter } from './api-keys/last-used-writer.ts';
import { type App, createApp, createPanelApp } from './app.ts';
import { deleteOldAuditEntries } from './audit/retention.ts';
import { observeJobs } from './background-jobs.ts';
import type { Role } from './config.ts';
import type { Context } from './context.ts';
import { PoolMetrics } from './db/pool-metrics.ts';
import { observeDatabase } from './db/scraped-gauge.ts';
import { createServer } from './http/connection/create-server.ts';
import { deleteExpiredIdempotencyKeys } from './http/idempotency.ts';
import {
  deleteExpiredWindows,
  openCounterStore,
  type RateLimiterStore,
} from './http/limits/counter-store.ts';
import { observeRateLimit } from './http/limits/metrics.ts';
import { deleteEmptyWindows } from './http/limits/postgres-windows.ts';
import { openRateLimiter, type RateLimiter } from './http/limits/rate-limiter.ts';
import { createMetricsServer, createRegistry } from './http/metrics.ts';
import { RequestMetrics } from './http/request-metrics.ts';
import { PasswordChecks } from './panel/login/password-checks.ts';
import { LoginThrottle } from './panel/login/throttle.ts';
import { createPanel, PANEL_PATH, type Panel } from './panel/panel.ts';
import { deleteOldRefusedRequests } from './request-log/retention.ts';
import { FLUSH_INTERVAL_MS as REFUSED_FLUSH_INTERVAL_MS } from './request-log/writer.ts';
import { startWorker } from './start-worker.ts';
import { HealthRecorder } from './webhooks/endpoints/health-recorder.ts';
import { WebhookMetrics } from './webhooks/metrics.ts';

/** Expired idempotency keys are ignored anyway; this only keeps their table small. */
const KEY_CLEANUP_INTERVAL_MS = 10 * 60_000;
const WINDOW_CLEANUP_INTERVAL_MS = 10 * 60_000;
const AUDIT_CLEANUP_INTERVAL_MS = 6 * 3_600_000;
/** Often enough that what a flood adds until then is small; see MAX_KEPT_PER_CODE. */
const REFUSED_CLEANUP_INTERVAL_MS = 10 * 60_000;
/** How long requests may still take once the process is asked to stop, which has to be done within 15 s. */
const DRAIN_MS = 12_000;

export interface Service {
  /** `http://host:port`, or undefined without the role api. */
  readonly address: string | undefined;
  /** The URL of the panel, or undefined without the role panel. */
  readonly panelAddress: string | undefined;
  /** The URL of the metrics, or undefined without METRICS_PORT. */
  readonly metricsAddress: string | undefined;
  stop(): Promise<void>;
}

type Stop = () => Promise<void>;

/** What the process counts in memory and writes every few seconds. */
interface Recorders {
  readonly lastUsed: LastUsedWriter;
  readonly health: HealthRecorder;
}

/** Starts the roles on a database that is up to date. */
export async function startService(context: Context, roles: readonly Role[]): Promise<Service> {
  const api: Stop[] = [];
  const worker: Stop[] = [];
  try {
    return await startRoles(context, roles, api, worker);
  } catch (error) {
    // Timers of what has started already would keep the process alive.
    await Promise.allSettled([stopAll(api), stopAll(worker)]);
    throw error;
  }
}

async function startRoles(
  context: Context,
  roles: readonly Role[],
  api: Stop[],
  worker: Stop[],
): Promise<Service> {
  const registry = createRegistry();
  const metrics = createMetrics(context, registry);
  const recorders = {
    lastUsed: new LastUsedWriter(context.db, context.monotonicMs),
    health: new HealthRecorder(context.nowMs),
  };
  const panel = roles.includes('panel') ? await openPanel(context, registry, api, recorders) : undefined;
  const isShared = roles.includes('api') && context.config.panel === undefined;
  const address = roles.includes('api')
    ? await startApi(context, api, {
        metrics,
        lastUsed: recorders.lastUsed,
        panel: isShared ? panel : undefined,
      })
    : undefined;
  const panelAddress = isShared
    ? address
    : panel && (await startPanel(context, panel, metrics.requests, api));
  if (roles.includes('worker'))
    worker.push(await startWorker(context, metrics.webhooks, { ...recorders, pools: metrics.pools }));
  const metricsAddress = await startMetrics(context, registry, worker);
  if (panel) api.unshift(async () => panel.endStreams());
  // At the same time, because each may take most of the 15 s.
  return {
    address,
    panelAddress: panel && `${panelAddress}${PANEL_PATH}`,
    metricsAddress,
    stop: async () => void (await Promise.all([stopAll(api), stopAll(worker)])),
  };
}

/** What the process counts for /metrics. */
interface Metrics {
  readonly webhooks: WebhookMetrics;
  readonly requests: RequestMetrics;
  readonly pools: PoolMetrics;
  readonly observeRateLimit: (limiter: RateLimiter) => void;
}

function createMetrics({ db, jobs }: Context, registry: Registry): Metrics {
  // First, or it would show the queries of the metrics that come from the database.
  const pools = new PoolMetrics(registry);
  observeDatabase(registry, db);
  observeAlerts(registry, db);
  observeJobs(registry, jobs);
  pools.watch('requests', db);
  return {
    webhooks: new WebhookMetrics(registry, db),
    requests: new RequestMetrics(registry),
    pools,
    observeRateLimit: (limiter) => observeRateLimit(registry, limiter),
  };
}

/** One after the other, in the order in which they were started: requests end before what they need. */
async function stopAll(stops: readonly Stop[]): Promise<void> {
  for (const stop of stops) await stop();
}

async function startMetrics(
  { config }: Context,
  registry: Registry,
  stops: Stop[],
): Promise<string | undefined> {
  if (config.metricsPort === undefined) return undefined;
  const server = createMetricsServer(registry);
  stops.push(() => drain(server));
  return `${await listen(server, config.metricsPort, config.metricsHost)}/metrics`;
}

async function openPanel(
  context: Context,
  registry: Registry,
  stops: Stop[],
  { lastUsed, health }: Recorders,
): Promise<Panel> {
  const counters = await openCounterStore(limiterStore(context));
  const passwords = new PasswordChecks(context.db, new LoginThrottle(counters), registry);
  const writeCounts = async (): Promise<void> =>
    void (await Promise.all([lastUsed.flush(), health.flush(context.db)]));
  const panel = createPanel(context, { randomInt, wait: (ms) => wait(ms), passwords, writeCounts });
  stops.push(
    startPanelJobs(context),
    () => panel.stop(),
    () => counters.close(),
  );
  return panel;
}

/** Keeps tables small whose old rows don't count anymore. */
function startPanelJobs({ db, jobs }: Context): Stop {
  const stops = [
    jobs.start('delete_expired_windows', () => deleteExpiredWindows(db), WINDOW_CLEANUP_INTERVAL_MS),
    jobs.start('delete_old_audit_entries', () => deleteOldAuditEntries(db), AUDIT_CLEANUP_INTERVAL_MS),
  ];
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}

/** At PANEL_HOST and PANEL_PORT, or in a process without the API. */
async function startPanel(
  context: Context,
  panel: Panel,
  metrics: RequestMetrics,
  stops: Stop[],
): Promise<string> {
  const { port, host } = context.config.panel ?? context.config;
  const server = createServer(createPanelApp(context, panel, metrics), context.log);
  const address = await listen(server, port, host);
  stops.unshift(() => drain(server));
  return address;
}

async function startApi(
  context: Context,
  stops: Stop[],
  {
    metrics,
    ...options
  }: { readonly panel: Panel | undefined; readonly lastUsed: LastUsedWriter; readonly metrics: Metrics },
): Promise<string> {
  const limiter = await openRateLimiter(limiterStore(context), context);
  metrics.observeRateLimit(limiter);
  const app = createApp(context, limiter, { ...options, metrics: metrics.requests });
  metrics.pools.watchShares(app.databases);
  await app.warmUp();
  const server = createServer(app.express, context.log);
  const address = await listen(server, context.config.port, context.config.host);
  stops.unshift(() => drain(server), ...startBackgroundJobs(context, app, limiter));
  return address;
}

function startBackgroundJobs({ db, jobs, log }: Context, app: App, limiter: RateLimiter): Stop[] {
  const flushFailed = (error: unknown): void =>
    log.warn({ err: error }, "counts couldn't be written at the end");
  const flushAll = async (): Promise<void> =>
    void (await Promise.all([app.lastUsed, app.refused].map((writer) => writer.flush().catch(flushFailed))));
  return [
    jobs.start(
      'delete_expired_idempotency_keys',
      () => deleteExpiredIdempotencyKeys(db),
      KEY_CLEANUP_INTERVAL_MS,
    ),
    jobs.start(
      'delete_old_refused_requests',
      () => deleteOldRefusedRequests(db),
      REFUSED_CLEANUP_INTERVAL_MS,
    ),
    jobs.start('delete_empty_rate_limit_windows', () => deleteEmptyWindows(db), WINDOW_CLEANUP_INTERVAL_MS),
    jobs.start('write_last_used', () => app.lastUsed.flush(), FLUSH_INTERVAL_MS),
    jobs.start('write_refused_requests', () => app.refused.flush(), REFUSED_FLUSH_INTERVAL_MS),
    flushAll,
    () => limiter.close(),
  ];
}

/** With the embedded database there is one process, which counts in memory. Several processes share their counts. */
function limiterStore({ config, db, log }: Context): RateLimiterStore {
  if (config.redisUrl) return { kind: 'redis', url: config.redisUrl, log: (message) => log.warn(message) };
  return config.databaseUrl ? { kind: 'postgres', db } : { kind: 'memory' };
}

function listen(server: Server, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const { address, port: bound, family } = server.address() as AddressInfo;
      resolve(`http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`);
    });
  });
}

/** Accepts no more connections, waits for requests in flight, and closes those that are still open after DRAIN_MS. */
async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(timer);
}
