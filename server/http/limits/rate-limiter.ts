import { Redis } from 'ioredis';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
} from 'rate-limiter-flexible';
import type { Querier, Statement } from '../../db/querier.ts';
import { RATE_WINDOW_SECONDS } from '../../tenants/plans.ts';
import { type Count, coalesceCounts } from './coalesce-counts.ts';

const KEY_PREFIX = 'rpm';
/** Redis responds in well under 1 ms. After this long the request goes on with the count of this process alone. */
const REDIS_TIMEOUT_MS = 500;
const REDIS_CONNECT_MS = 2_000;

export interface RateLimitResult {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** Counts a tenant's requests in a window, across all its keys and, with a shared store, across all processes. */
export interface RateLimiter {
  consume(tenantId: number, limit: number): Promise<RateLimitResult>;
  close(): Promise<void>;
}

export type RateLimiterStore =
  | { readonly kind: 'memory' }
  | { readonly kind: 'redis'; readonly url: string; readonly log: (message: string) => void }
  | { readonly kind: 'postgres'; readonly db: Querier };

/** The counter itself never refuses. The plan's current limit decides, so a change of plan keeps the count. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;

export async function openRateLimiter(store: RateLimiterStore): Promise<RateLimiter> {
  const { consume, close } = await openCounter(store);
  return {
    consume: async (tenantId, limit) => toResult(await consume(String(tenantId)), limit),
    close,
  };
}

function toResult({ consumedPoints, msBeforeNext }: Count, limit: number): RateLimitResult {
  return {
    allowed: consumedPoints <= limit,
    remaining: Math.max(0, limit - consumedPoints),
    resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  };
}

interface Counter {
  readonly consume: (key: string) => Promise<Count>;
  readonly close: () => Promise<void>;
}

async function openCounter(store: RateLimiterStore): Promise<Counter> {
  if (store.kind === 'redis') return redisCounter(store.url, store.log);
  if (store.kind === 'postgres') {
    const counter = postgresCounter(store.db);
    return { consume: coalesceCounts((key, points) => counter.consume(key, points)), close: async () => {} };
  }
  const counter = new RateLimiterMemory(WINDOW);
  return { consume: (key) => counter.consume(key), close: async () => {} };
}

const WINDOW = { points: UNLIMITED, duration: RATE_WINDOW_SECONDS, keyPrefix: KEY_PREFIX };

/** An unavailable Redis must not stop the API: meanwhile each process counts for itself. */
async function redisCounter(url: string, log: (message: string) => void): Promise<Counter> {
  const client = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: REDIS_TIMEOUT_MS,
  });
  client.on('error', (error: Error) => log(`Redis: ${error.message}`));
  await waitUntilReady(client);
  const insuranceLimiter = new RateLimiterMemory(WINDOW);
  const counter = new RateLimiterRedis({ storeClient: client, ...WINDOW, insuranceLimiter });
  return {
    consume: (key) => counter.consume(key),
    close: async () => client.disconnect(),
  };
}

/** Waits for the first connection, so that a process doesn't start with a count of its own. Gives up after 2 s. */
function waitUntilReady(client: Redis): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, REDIS_CONNECT_MS);
    client.once('ready', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Uses the service's own pool, whose queries time out when a connection goes silent. */
function postgresCounter(db: Querier): RateLimiterAbstract {
  const query = async ({ values, ...named }: Statement & { values: unknown[] }) => {
    const rows = await db.query(named, values);
    return { rows, rowCount: rows.length };
  };
  return new RateLimiterPostgres({
    storeClient: { query },
    storeType: 'pool',
    schemaName: 'rate_limit',
    tableName: 'windows',
    tableCreated: true,
    clearExpiredByTimeout: false,
    ...WINDOW,
  });
}
