import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { LAST_USED_EVERY_MS } from './api-keys/last-used.ts';
import { type App, createApp } from './app.ts';
import type { Role } from './config.ts';
import type { Context } from './context.ts';
import { forgetOld } from './http/idempotency.ts';
import { type Limiter, type LimiterStore, openLimiter } from './http/limiter.ts';
import { createServer } from './http/server.ts';
import { repeat } from './repeat.ts';
import { Worker } from './webhooks/worker.ts';

/** Old idempotency keys are ignored anyway; this only keeps their table small. */
const FORGET_EVERY_MS = 10 * 60_000;
/** What a request may still take when the process is asked to stop. Kubernetes kills after 30 s. */
const DRAIN_MS = 15_000;

export interface Service {
  /** `http://host:port`, or undefined without the role api. */
  readonly address: string | undefined;
  stop(): Promise<void>;
}

/** Starts the roles on a database that is up to date. */
export async function startService(context: Context, roles: readonly Role[]): Promise<Service> {
  const stops: (() => Promise<void>)[] = [];
  const address = roles.includes('api') ? await startApi(context, stops) : undefined;
  if (roles.includes('worker')) startWorker(context, stops);
  return { address, stop: () => stopAll(stops) };
}

/** In the order in which they were started, so that requests end before what they need. */
async function stopAll(stops: readonly (() => Promise<void>)[]): Promise<void> {
  for (const stop of stops) await stop();
}

async function startApi(context: Context, stops: (() => Promise<void>)[]): Promise<string> {
  const limiter = await openLimiter(limiterStore(context));
  const app = createApp(context, limiter);
  await app.warmUp();
  const server = createServer(app.express);
  const address = await listen(server, context.config.port, context.config.host);
  stops.push(() => drain(server), ...startChores(context, app, limiter));
  return address;
}

function startChores({ db, log }: Context, app: App, limiter: Limiter): (() => Promise<void>)[] {
  const failed = (error: unknown): void => log.warn({ err: error }, 'a chore failed and will be tried again');
  const forget = repeat(() => forgetOld(db), FORGET_EVERY_MS, failed);
  const lastUsed = repeat(() => app.lastUsed.tick(), LAST_USED_EVERY_MS, failed);
  return [forget.stop, lastUsed.stop, () => app.lastUsed.tick().catch(failed), () => limiter.close()];
}

/** One embedded process counts for itself; several processes count together. */
function limiterStore({ config, db, log }: Context): LimiterStore {
  if (config.redisUrl) return { kind: 'redis', url: config.redisUrl, log: (message) => log.warn(message) };
  return config.databaseUrl ? { kind: 'postgres', db } : { kind: 'memory' };
}

function startWorker({ db, box, log, nowMs, monotonicMs }: Context, stops: (() => Promise<void>)[]): void {
  const dispatcher = new Agent({ connect: { timeout: 5_000 } });
  const worker = new Worker({ db, box, log, sender: { dispatcher, nowMs, monotonicMs } });
  worker.start();
  stops.push(
    () => worker.stop(),
    () => dispatcher.close(),
  );
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

/** Takes no more connections and lets the requests in hand end, those that hang excepted. */
async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(timer);
}
