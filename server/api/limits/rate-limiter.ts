import type { RequestHandler, Response } from 'express';
import { RATE_WINDOW_SECONDS } from '../../accounts/tenants/plans.ts';
import { ApiProblem } from '../../base/problems/api-problem.ts';
import type { RateLimiterStore } from '../../http/limits/counter-store.ts';
import { callerOf } from '../../http/request-context.ts';
import { PostgresWindows } from './postgres-windows.ts';
import { RedisWindows } from './redis-windows.ts';
import { MemoryWindows, type RateLimitResult, resultOf } from './sliding-window.ts';

export interface RateLimitStats {
  readonly allowed: number;
  readonly refused: number;
  /** Of these, how many this process counted by itself because Redis was away. */
  readonly countedAlone: number;
  /** Undefined without Redis. */
  readonly redisUp: boolean | undefined;
}

/** Counts a tenant's requests of the last minute, across all its keys and, with a shared store, across all processes. */
export interface RateLimiter {
  /** At once if the requests are counted in this process. */
  consume(tenantId: number, limit: number): RateLimitResult | Promise<RateLimitResult>;
  stats(): RateLimitStats;
}

export interface RateLimiterClocks {
  readonly nowMs: () => number;
  /** For tests. By default the shared store's own clock. */
  readonly storeMs?: () => number;
}

interface Windows {
  take(tenantId: number, limit: number): RateLimitResult | Promise<RateLimitResult>;
  isUp?(): boolean;
}

export function openRateLimiter(
  store: RateLimiterStore,
  clocks: RateLimiterClocks = { nowMs: () => Date.now() },
): RateLimiter {
  const counts = { allowed: 0, refused: 0, countedAlone: 0 };
  const windows = openWindows(store, clocks, () => {
    counts.countedAlone += 1;
  });
  const count = (result: RateLimitResult): RateLimitResult => {
    counts[result.allowed ? 'allowed' : 'refused'] += 1;
    return result;
  };
  return {
    consume: (tenantId, limit) => {
      const result = windows.take(tenantId, limit);
      return result instanceof Promise ? result.then(count) : count(result);
    },
    stats: () => ({ ...counts, redisUp: windows.isUp?.() }),
  };
}

function openWindows(
  store: RateLimiterStore,
  { nowMs, storeMs }: RateLimiterClocks,
  onAlone: () => void,
): Windows {
  if (store.kind === 'postgres') return new PostgresWindows(store.db, storeMs);
  if (store.kind === 'redis')
    return new RedisWindows({ client: store.client, nowMs, clockMs: storeMs, onAlone });
  const windows = new MemoryWindows(nowMs);
  return { take: (tenantId, limit) => resultOf(windows.take(tenantId, 1, limit), limit) };
}

/** Counts the request against the tenant's plan, whether it succeeds or not. */
export function rateLimit(limiter: RateLimiter): RequestHandler {
  return (_req, res, next) => {
    const { tenantId, rateLimitRpm } = callerOf(res);
    const proceed = (result: RateLimitResult): void => {
      setHeaders(res, rateLimitRpm, result);
      requireAllowed(rateLimitRpm, result);
      next();
    };
    const result = limiter.consume(tenantId, rateLimitRpm);
    return result instanceof Promise ? result.then(proceed) : proceed(result);
  };
}

function requireAllowed(limit: number, { allowed, resetSeconds }: RateLimitResult): void {
  if (allowed) return;
  throw new ApiProblem(
    'rate_limit_exceeded',
    `The plan allows ${limit} requests a minute. Try again in ${resetSeconds} seconds.`,
    { headers: { 'Retry-After': String(resetSeconds) } },
  );
}

/** draft-ietf-httpapi-ratelimit-headers-10 */
function setHeaders(res: Response, limit: number, { remaining, resetSeconds }: RateLimitResult): void {
  res.setHeader('RateLimit-Policy', `"plan";q=${limit};w=${RATE_WINDOW_SECONDS}`);
  res.setHeader('RateLimit', `"plan";r=${remaining};t=${resetSeconds}`);
}
