import { Redis } from 'ioredis';
import type pg from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { RATE_WINDOW_SECONDS } from '../tenants/plans.ts';

const KEY_PREFIX = 'rpm';
/** Redis answers in well under a millisecond; past this the request goes on with this process's own count. */
const REDIS_TIMEOUT_MS = 500;

export interface Allowance {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** Counts the requests of a tenant in a window, over all its keys and, with a shared store, over all processes. */
export interface Limiter {
  consume(tenantId: number, limit: number): Promise<Allowance>;
  /** What is left, without counting a request. */
  peek(tenantId: number, limit: number): Promise<Allowance>;
  close(): Promise<void>;
}

export type LimiterStore =
  | { readonly kind: 'memory' }
  | { readonly kind: 'redis'; readonly url: string; readonly log: (message: string) => void }
  | { readonly kind: 'postgres'; readonly pool: pg.Pool };

/** A plan's limit is a limiter of its own; all of them count under the same key, so a change of plan keeps the count. */
export function openLimiter(store: LimiterStore): Limiter {
  const { make, close } = factory(store);
  const limiters = new Map<number, RateLimiterAbstract>();
  const limiterOf = (limit: number): RateLimiterAbstract => {
    const known = limiters.get(limit) ?? make(limit);
    limiters.set(limit, known);
    return known;
  };
  return {
    consume: (tenantId, limit) =>
      limiterOf(limit)
        .consume(String(tenantId))
        .then((state) => toAllowance(state, true), refusedOrBroken),
    peek: async (tenantId, limit) => {
      const state = await limiterOf(limit).get(String(tenantId));
      return state ? toAllowance(state, true) : { allowed: true, remaining: limit, resetSeconds: RATE_WINDOW_SECONDS };
    },
    close,
  };
}

function refusedOrBroken(reason: unknown): Allowance {
  if (reason instanceof RateLimiterRes) return toAllowance(reason, false);
  throw reason;
}

function toAllowance(state: RateLimiterRes, allowed: boolean): Allowance {
  return {
    allowed,
    remaining: Math.max(0, state.remainingPoints),
    resetSeconds: Math.max(1, Math.ceil(state.msBeforeNext / 1000)),
  };
}

interface Factory {
  readonly make: (limit: number) => RateLimiterAbstract;
  readonly close: () => Promise<void>;
}

function factory(store: LimiterStore): Factory {
  if (store.kind === 'redis') return redisFactory(store.url, store.log);
  if (store.kind === 'postgres') return postgresFactory(store.pool);
  return { make: (points) => new RateLimiterMemory(window(points)), close: async () => {} };
}

const window = (points: number) => ({ points, duration: RATE_WINDOW_SECONDS, keyPrefix: KEY_PREFIX });

/** A Redis that is away must not stop trade: meanwhile each process counts for itself. */
function redisFactory(url: string, log: (message: string) => void): Factory {
  const client = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: REDIS_TIMEOUT_MS });
  client.on('error', (error: Error) => log(`Redis: ${error.message}`));
  return {
    make: (points) =>
      new RateLimiterRedis({
        storeClient: client,
        ...window(points),
        insuranceLimiter: new RateLimiterMemory(window(points)),
      }),
    close: async () => client.disconnect(),
  };
}

function postgresFactory(pool: pg.Pool): Factory {
  return {
    make: (points) =>
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        schemaName: 'rate_limit',
        tableName: 'windows',
        tableCreated: true,
        clearExpiredByTimeout: false,
        // Over the limit the answer is known until the window ends: PostgreSQL is not asked again.
        inMemoryBlockOnConsumed: points + 1,
        ...window(points),
      }),
    close: () => pool.end(),
  };
}
