import type { RateLimiterStore } from '../../http/limits/counter-store.ts';
import { coalesceTakes, type Slot, slotOf } from './coalesce-takes.ts';
import { MemoryWindows } from './memory-windows.ts';
import { takeInPostgres } from './postgres-windows.ts';
import { RedisWindows } from './redis-windows.ts';

export interface RateLimitResult {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
}

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
  take(tenantId: number, limit: number): Slot | Promise<Slot>;
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
  const count = (slot: Slot, limit: number): RateLimitResult => {
    counts[slot.allowed ? 'allowed' : 'refused'] += 1;
    return toResult(slot, limit);
  };
  return {
    consume: (tenantId, limit) => {
      const slot = windows.take(tenantId, limit);
      return slot instanceof Promise ? slot.then((taken) => count(taken, limit)) : count(slot, limit);
    },
    stats: () => ({ ...counts, redisUp: windows.isUp?.() }),
  };
}

function openWindows(
  store: RateLimiterStore,
  { nowMs, storeMs }: RateLimiterClocks,
  onAlone: () => void,
): Windows {
  if (store.kind === 'postgres') return { take: coalesceTakes(takeInPostgres(store.db, storeMs)) };
  if (store.kind === 'memory') {
    const windows = new MemoryWindows(nowMs);
    return { take: (tenantId, limit) => slotOf(1, windows.take(tenantId, 1, limit)) };
  }
  const { client } = store;
  const windows = new RedisWindows({ client, nowMs, clockMs: storeMs, onAlone });
  return {
    take: async (tenantId, limit) => slotOf(1, await windows.take(tenantId, 1, limit)),
    isUp: () => client.status === 'ready',
  };
}

function toResult({ allowed, used, waitMs }: Slot, limit: number): RateLimitResult {
  return {
    allowed,
    remaining: Math.max(0, limit - used),
    resetSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  };
}
