import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { deleteEmptyWindows } from '../../../server/api/limits/postgres-windows.ts';
import { openRateLimiter, type RateLimiter } from '../../../server/api/limits/rate-limiter.ts';
import { type Database, openDatabase } from '../../../server/db/pool/database.ts';
import {
  openRedisStore,
  type RateLimiterStore,
  type RedisStore,
} from '../../../server/http/limits/counter-store.ts';
import { type OwnDatabase, ownDatabase } from '../../support/databases.ts';
import { freePort } from '../../support/free-port.ts';
import { hasRedis, type RedisServer, startRedis } from '../../support/redis-server.ts';

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

async function redisStore(url: string, log: (line: string) => void = () => {}): Promise<RedisStore> {
  const store = await openRedisStore(url, log);
  onTestFinished(() => store.client.disconnect());
  return store;
}

const START_MS = 1_790_000_000_000;
let lastTenantId = 0;

/** A limiter whose clocks, its own and the store's, are the test's. Tenants are new for each test. */
async function withClock(store: RateLimiterStore) {
  let nowMs = START_MS;
  const clock = () => nowMs;
  const limiter = openRateLimiter(store, { nowMs: clock, storeMs: clock });
  lastTenantId += 1;
  const tenantId = lastTenantId;
  /** Sends `count` requests at a time in seconds from the start, and returns how many were allowed. */
  const send = async (atSeconds: number, count: number, limit: number): Promise<number> => {
    nowMs = START_MS + Math.round(atSeconds * 1000);
    const results = await Promise.all(Array.from({ length: count }, () => limiter.consume(tenantId, limit)));
    return results.filter(({ allowed }) => allowed).length;
  };
  const ask = (limit: number) => limiter.consume(tenantId, limit);
  return { limiter, send, ask };
}

/** The most requests that were allowed in any 60 s. */
function mostInAnyMinute(allowed: readonly (readonly [seconds: number, count: number])[]): number {
  const inMinuteFrom = (start: number) =>
    allowed.reduce((sum, [at, count]) => (at >= start && at < start + 60 ? sum + count : sum), 0);
  return Math.max(0, ...allowed.map(([at]) => inMinuteFrom(at)));
}

/** Pseudo-random numbers from 0 to 1, the same in every run. */
function* seeded(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** What every store does alike. */
function itSlides(open: () => RateLimiterStore | Promise<RateLimiterStore>): void {
  it('allows exactly the limit across all processes, and says when there is more', async () => {
    const limiters = [openRateLimiter(await open()), openRateLimiter(await open())];
    lastTenantId += 1;
    const tenantId = lastTenantId;
    const all = Array.from({ length: 40 }, (_, n) => limiters[n % 2]!.consume(tenantId, 5));
    const isShared = (await open()).kind !== 'memory';
    expect((await Promise.all(all)).filter(({ allowed }) => allowed).length).toBe(isShared ? 5 : 10);
    const refused = await limiters[0]!.consume(tenantId, 5);
    expect(refused).toMatchObject({ allowed: false, remaining: 0 });
    expect(refused.resetSeconds).toBeGreaterThan(50);
    expect(refused.resetSeconds).toBeLessThanOrEqual(60);
    lastTenantId += 1;
    expect(await limiters[1]!.consume(lastTenantId, 5)).toMatchObject({ allowed: true, remaining: 4 });
  });

  it('does not let twice the limit pass across the edge of a minute', async () => {
    const { send } = await withClock(await open());
    expect(await send(0, 1, 300)).toBe(1);
    expect(await send(59, 400, 300)).toBe(299);
    expect(await send(60, 400, 300)).toBe(1);
    expect(await send(61, 400, 300)).toBe(0);
    expect(await send(119, 400, 300)).toBe(299);
  });

  it('allows at most the limit in any 60 s, and nearly the limit if there is demand', async () => {
    const { send } = await withClock(await open());
    const random = seeded(42);
    const allowed: [number, number][] = [];
    let at = 0;
    for (let n = 0; n < 150; n += 1) {
      at += random.next().value * 4;
      allowed.push([Math.round(at * 1000) / 1000, await send(at, Math.ceil(random.next().value * 9), 60)]);
    }
    expect(mostInAnyMinute(allowed)).toBe(60);
    const total = allowed.reduce((sum, [, count]) => sum + count, 0);
    expect(total / at).toBeGreaterThan(0.93);
  });

  it('allows a client that sends one request a second 60 a minute, for good', async () => {
    const { send } = await withClock(await open());
    let allowed = 0;
    for (let second = 0; second < 200; second += 1) allowed += await send(second, 1, 60);
    expect(allowed).toBe(200);
  });

  it('tells the truth about what is left and how long to wait', async () => {
    const { send, ask } = await withClock(await open());
    await send(0, 2, 5);
    await send(20, 1, 5);
    expect(await ask(5)).toEqual({ allowed: true, remaining: 1, resetSeconds: 40 });
    await send(30.2, 1, 5);
    expect(await ask(5)).toEqual({ allowed: false, remaining: 0, resetSeconds: 30 });
    expect(await send(59.9, 1, 5)).toBe(0);
    expect(await send(60, 3, 5)).toBe(2);
    // A smaller plan waits until enough has left: those of seconds 20 and 30.
    expect(await ask(2)).toEqual({ allowed: false, remaining: 0, resetSeconds: 60 });
    expect(await ask(3)).toEqual({ allowed: false, remaining: 0, resetSeconds: 31 });
  });

  it('keeps the count when the plan changes', async () => {
    const { send, ask } = await withClock(await open());
    await send(0, 1, 5);
    expect(await ask(300)).toEqual({ allowed: true, remaining: 298, resetSeconds: 60 });
    expect(await ask(0)).toMatchObject({ allowed: false, remaining: 0 });
  });

  it('does not go back with a clock that does', async () => {
    const { send } = await withClock(await open());
    expect(await send(30, 5, 5)).toBe(5);
    expect(await send(10, 1, 5)).toBe(0);
    expect(await send(90, 1, 5)).toBe(1);
  });
}

describe('the rate limit on PostgreSQL', () => {
  itSlides(() => ({ kind: 'postgres', db }));

  it('deletes windows that have been empty for a while', async () => {
    const { send } = await withClock({ kind: 'postgres', db });
    await send((Date.now() - START_MS) / 1000 - 200, 1, 5);
    const rows = async () => db.query('SELECT FROM rate_limit.minutes WHERE tenant_id = $1', [lastTenantId]);
    expect(await rows()).toHaveLength(1);
    await deleteEmptyWindows(db);
    expect(await rows()).toHaveLength(0);
  });
});

describe('the rate limit in memory', () => {
  itSlides(() => ({ kind: 'memory' }));
});

describe.skipIf(!hasRedis())('the rate limit on Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());
  itSlides(() => redisStore(redis.url));
});

describe.skipIf(!hasRedis())('the rate limit while Redis is away', () => {
  const passedOf = async (limiter: RateLimiter, requests: number): Promise<number> => {
    const all = Array.from({ length: requests }, () => limiter.consume(1, 10));
    return (await Promise.all(all)).filter(({ allowed }) => allowed).length;
  };
  const limiterOf = async (url: string): Promise<RateLimiter> => openRateLimiter(await redisStore(url));

  it('is counted in each process', async () => {
    const limiter = await limiterOf(`redis://127.0.0.1:${await freePort()}`);
    expect(await passedOf(limiter, 20)).toBe(10);
    expect(limiter.stats()).toEqual({ allowed: 10, refused: 10, countedAlone: 20, redisUp: false });
  });

  it('says once that Redis is away, and once that it is back', async () => {
    const server = await startRedis();
    const lines: string[] = [];
    const limiter = openRateLimiter(await redisStore(server.url, (line) => lines.push(line)));
    const { port } = new URL(server.url);
    await server.stop();
    await expect.poll(() => limiter.stats().redisUp).toBe(false);
    await expect.poll(() => lines.length).toBeGreaterThan(0);
    const again = await startRedis(Number(port));
    onTestFinished(() => again.stop());
    const back = `Redis at 127.0.0.1:${port} (REDIS_URL) is back`;
    await expect.poll(() => lines.at(-1), { timeout: 90_000 }).toBe(back);
    expect(new Set(lines).size).toBe(lines.length);
  });

  it('keeps nobody waiting for a Redis that has become silent, says so, and adds what was allowed meanwhile', async () => {
    const server = await startRedis();
    onTestFinished(() => server.stop());
    const lines: string[] = [];
    const limiter = openRateLimiter(await redisStore(server.url, (line) => lines.push(line)));
    const other = await limiterOf(server.url);
    expect(await passedOf(limiter, 2)).toBe(2);
    server.freeze();
    expect(await passedOf(limiter, 3)).toBe(3); // these wait for the first time-out
    await expect.poll(() => limiter.stats().redisUp).toBe(false);
    // A time-out of Redis is 500 ms. The tries to connect go on meanwhile.
    for (let n = 0; n < 3; n += 1) {
      const late = new Promise((resolve) => setTimeout(resolve, 250, 'late'));
      expect(await Promise.race([passedOf(limiter, 1), late])).toBe(1);
      await late;
    }
    expect(limiter.stats().countedAlone).toBe(6);
    const place = `Redis at 127.0.0.1:${new URL(server.url).port} (REDIS_URL)`;
    expect(lines[0]).toBe(`${place}: no answer within 500 ms`);
    server.thaw();
    await expect.poll(() => lines.at(-1), { timeout: 90_000 }).toBe(`${place} is back`);
    await expect.poll(() => other.stats().redisUp, { timeout: 90_000 }).toBe(true);
    // Redis may have counted the three that timed out, once it read them, and they were added as well.
    expect((await passedOf(limiter, 20)) + (await passedOf(other, 20))).toBeLessThanOrEqual(2);
    expect(limiter.stats()).toMatchObject({ countedAlone: 6, redisUp: true });
    expect(new Set(lines).size).toBe(lines.length);
  });

  it('goes on with what the process has allowed, and with all of it when Redis comes back empty', async () => {
    const first = await startRedis();
    const [one, two] = [await limiterOf(first.url), await limiterOf(first.url)];
    expect(await passedOf(one, 4)).toBe(4);
    expect(await passedOf(two, 3)).toBe(3);
    await first.stop();
    await expect.poll(() => one.stats().redisUp || two.stats().redisUp).toBe(false);
    // Each knows of its own: 6 more for one of them.
    expect(await passedOf(one, 20)).toBe(6);
    const again = await startRedis(Number(new URL(first.url).port));
    onTestFinished(() => again.stop());
    await expect.poll(() => one.stats().redisUp && two.stats().redisUp, { timeout: 90_000 }).toBe(true);
    expect(await passedOf(one, 20)).toBe(0);
    expect(await passedOf(two, 20)).toBe(0);
    // A process that starts now finds the count of the others.
    expect(await passedOf(await limiterOf(first.url), 20)).toBe(0);
  });

  it('adds what was allowed meanwhile, once, when Redis comes back with its data', async () => {
    const server = await startRedis();
    onTestFinished(() => server.stop());
    const limiter = await limiterOf(server.url);
    const other = await limiterOf(server.url);
    const admin = new Redis(server.url);
    onTestFinished(async () => void (await admin.quit()));
    expect(await passedOf(limiter, 4)).toBe(4);
    // Refuses every command of others until it is taken back.
    await admin.config('SET', 'maxmemory', '1');
    expect(await passedOf(limiter, 2)).toBe(2);
    expect(limiter.stats().countedAlone).toBe(2);
    await admin.config('SET', 'maxmemory', '0');
    await admin.client('KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await expect.poll(async () => (await admin.get('rpm-window-epoch')) !== null).toBe(true);
    await expect.poll(() => limiter.stats().redisUp && other.stats().redisUp, { timeout: 90_000 }).toBe(true);
    const left = await limiter.consume(1, 10);
    expect(left.remaining).toBe(3);
    expect(await passedOf(other, 20)).toBe(3);
  });
});
