import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Database, openDatabase } from '../../../server/db/database.ts';
import type { RateLimiterStore } from '../../../server/http/limits/counter-store.ts';
import { openRateLimiter, type RateLimiter } from '../../../server/http/limits/rate-limiter.ts';
import { type OwnDatabase, ownDatabase } from '../../support/databases.ts';
import { freePort, hasRedis, type RedisServer, startRedis } from '../../support/redis-server.ts';

let database: OwnDatabase;
let db: Database;
beforeAll(async () => {
  database = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  db = openDatabase({ url: database.url, size: 4, preparedStatements: true, log: () => {} });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/**
 * Uses up a tenant's limit of 5 through two limiters, like two processes, and returns how many requests were allowed.
 */
async function passedOf(
  limiters: readonly RateLimiter[],
  tenantId: number,
  requests: number,
): Promise<number> {
  const all = Array.from({ length: requests }, (_, n) => limiters[n % limiters.length]!.consume(tenantId, 5));
  return (await Promise.all(all)).filter(({ allowed }) => allowed).length;
}

function itCounts(open: () => RateLimiterStore): void {
  it('allows exactly the limit across all processes, and says when the window ends', async () => {
    const limiters = [await openRateLimiter(open()), await openRateLimiter(open())];
    try {
      expect(await passedOf(limiters, 1, 40)).toBe(5);
      const refused = await limiters[0]!.consume(1, 5);
      expect(refused).toMatchObject({ allowed: false, remaining: 0 });
      expect(refused.resetSeconds).toBeGreaterThan(50);
      expect(refused.resetSeconds).toBeLessThanOrEqual(60);
      expect(await limiters[1]!.consume(2, 5)).toMatchObject({ allowed: true, remaining: 4 });
    } finally {
      await Promise.all(limiters.map((limiter) => limiter.close()));
    }
  });
}

describe('the rate limit on PostgreSQL', () => {
  itCounts(() => ({ kind: 'postgres', db }));
});

describe('the rate limit in memory', () => {
  it('allows exactly the limit', async () => {
    const limiter = await openRateLimiter({ kind: 'memory' });
    expect(await passedOf([limiter], 1, 40)).toBe(5);
    expect(await limiter.consume(1, 50)).toMatchObject({ remaining: 9 });
  });

  it('keeps the count when the plan changes', async () => {
    const limiter = await openRateLimiter({ kind: 'memory' });
    await limiter.consume(1, 5);
    expect(await limiter.consume(1, 300)).toMatchObject({ allowed: true, remaining: 298 });
  });
});

describe.skipIf(!hasRedis())('the rate limit on Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());
  const store = (): RateLimiterStore => ({ kind: 'redis', url: redis.url, log: () => {} });

  itCounts(store);

  it('counts in each process while Redis is unavailable', async () => {
    const limiter = await openRateLimiter({
      kind: 'redis',
      url: `redis://127.0.0.1:${await freePort()}`,
      log: () => {},
    });
    try {
      expect(await passedOf([limiter], 9, 20)).toBe(5);
    } finally {
      await limiter.close();
    }
  });
});
