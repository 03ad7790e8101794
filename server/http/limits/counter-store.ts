import type { Redis } from 'ioredis';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
} from 'rate-limiter-flexible';
import type { Querier, Statement } from '../../db/querier.ts';

export type RateLimiterStore =
  | { readonly kind: 'memory' }
  | RedisStore
  | { readonly kind: 'postgres'; readonly db: Querier };

/** One connection for all that a process counts there, so that the log says once that Redis is away. */
export interface RedisStore {
  readonly kind: 'redis';
  readonly client: Redis;
}

export interface CounterOptions {
  readonly keyPrefix: string;
  /** How many are allowed in a window. */
  readonly points: number;
  /** The window in seconds. */
  readonly duration: number;
}

/** Where counters are kept. */
export interface CounterStore {
  open(options: CounterOptions): RateLimiterAbstract;
}

/** Whoever opens it disconnects its client. */
export async function openRedisStore(url: string, log: (message: string) => void): Promise<RedisStore> {
  // Its library takes 4 MB, which most processes don't need.
  const { openRedis, waitUntilReady } = await import('./redis-client.ts');
  const client = openRedis(url, log);
  await waitUntilReady(client);
  return { kind: 'redis', client };
}

export function openCounterStore(store: RateLimiterStore): CounterStore {
  if (store.kind === 'redis') return { open: (options) => redisCounter(store.client, options) };
  if (store.kind === 'postgres') return { open: (options) => postgresCounter(store.db, options) };
  return { open: (options) => new RateLimiterMemory(options) };
}

/** An unavailable Redis must not stop anybody: meanwhile each process counts for itself. */
function redisCounter(storeClient: Redis, options: CounterOptions): RateLimiterAbstract {
  const insuranceLimiter = new RateLimiterMemory(options);
  return new RateLimiterRedis({ storeClient, ...options, insuranceLimiter });
}

/** Uses the service's own pool, whose queries time out when a connection goes silent. */
function postgresCounter(db: Querier, options: CounterOptions): RateLimiterAbstract {
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
    ...options,
  });
}

/** Expired windows count as empty anyway; this keeps their table small. */
export async function deleteExpiredWindows(db: Querier): Promise<void> {
  await db.query(
    'DELETE FROM rate_limit.windows WHERE expire < extract(epoch FROM now()) * 1000 - 60000',
    [],
  );
}
