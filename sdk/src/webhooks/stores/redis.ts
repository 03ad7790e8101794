import { type Claim, type EventKey, type EventStore, RETENTION_DAYS } from './event-store.ts';

const DAY_SECONDS = 86_400;

/** What the store uses of an `ioredis` client. */
export interface IoredisClient {
  defineCommand: unknown;
  eval(script: string, numberOfKeys: number, ...keysAndArguments: string[]): Promise<unknown>;
}

/** What the store uses of a `redis` client (node-redis 4 or later). */
export interface NodeRedisClient {
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

export interface RedisStoreOptions {
  /** The prefix of all keys. Defaults to `tradepost:webhook:`. */
  prefix?: string | undefined;
  /** Generates a unique token. Defaults to crypto.randomUUID. */
  randomToken?: (() => string) | undefined;
}

// Time is Redis's own, so that the clocks of processes don't matter. The lease is a field, not the key's expiry: a
// handler that finishes late can still complete if nobody has claimed the event since.
const CLAIM = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local done, leaseEnds = unpack(redis.call('HMGET', KEYS[1], 'done', 'lease_ends'))
if done then return {'done', 0} end
if leaseEnds and tonumber(leaseEnds) > now then return {'busy', tonumber(leaseEnds) - now} end
redis.call('HSET', KEYS[1], 'token', ARGV[1], 'lease_ends', string.format('%.0f', now + ARGV[2]))
redis.call('EXPIRE', KEYS[1], ARGV[3])
return {'claimed', 0}`;
const COMPLETE = `
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'done', '1')
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1`;
const RELEASE = `
local token, done = unpack(redis.call('HMGET', KEYS[1], 'token', 'done'))
if token == ARGV[1] and not done then redis.call('DEL', KEYS[1]) end
return 0`;

/**
 * Remembers events in Redis 5 or later, for any number of processes, for 91 days. Make Redis persist to disk (appendonly
 * yes) and don't let it evict keys (maxmemory-policy noeviction): a forgotten event is handled again.
 */
export function redisStore(
  client: IoredisClient | NodeRedisClient,
  { prefix = 'tradepost:webhook:', randomToken = () => crypto.randomUUID() }: RedisStoreOptions = {},
): EventStore<unknown> {
  const retention = String(RETENTION_DAYS * DAY_SECONDS);
  const run = (script: string, { tenantId, eventId }: EventKey, ...values: string[]): Promise<unknown> => {
    const key = `${prefix}${tenantId}:${eventId}`;
    return 'defineCommand' in client
      ? client.eval(script, 1, key, ...values)
      : client.eval(script, { keys: [key], arguments: values });
  };

  return {
    async claim(key, leaseMs): Promise<Claim> {
      const token = randomToken();
      const result = await run(CLAIM, key, token, String(leaseMs), retention);
      const [state, remainingMs] = result as ['claimed' | 'done' | 'busy', number];
      if (state === 'busy') return { state, leaseMs: remainingMs };
      return state === 'done' ? { state } : { state, token, context: undefined };
    },
    async complete(key, token) {
      return (await run(COMPLETE, key, token, retention)) === 1;
    },
    async release(key, token) {
      await run(RELEASE, key, token);
    },
  };
}
