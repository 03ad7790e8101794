import { RATE_WINDOW_SECONDS } from '../../tenants/plans.ts';
import { type Count, coalesceCounts } from './coalesce-counts.ts';
import { openCounterStore, type RateLimiterStore } from './counter-store.ts';

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

/** The counter itself never refuses. The plan's current limit decides, so a change of plan keeps the count. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;

const WINDOW = { points: UNLIMITED, duration: RATE_WINDOW_SECONDS, keyPrefix: 'rpm' };

export async function openRateLimiter(store: RateLimiterStore): Promise<RateLimiter> {
  const counters = await openCounterStore(store);
  const counter = counters.open(WINDOW);
  const consume =
    store.kind === 'postgres'
      ? coalesceCounts((key, points) => counter.consume(key, points))
      : (key: string): Promise<Count> => counter.consume(key);
  return {
    consume: async (tenantId, limit) => toResult(await consume(String(tenantId)), limit),
    close: () => counters.close(),
  };
}

function toResult({ consumedPoints, msBeforeNext }: Count, limit: number): RateLimitResult {
  return {
    allowed: consumedPoints <= limit,
    remaining: Math.max(0, limit - consumedPoints),
    resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  };
}
