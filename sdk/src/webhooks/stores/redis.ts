import { ConfigurationError } from '../../errors/tradepost-error.ts';
import { type Claim, checkOptions, type EventKey, type EventStore, RETENTION_DAYS } from './event-store.ts';

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
  randomToken?: (() => string | Promise<string>) | undefined;
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
  options: RedisStoreOptions = {},
): EventStore<undefined> {
  const { prefix = 'tradepost:webhook:', randomToken = () => crypto.randomUUID() } = checkOptions(
    'redisStore',
    options,
    ['prefix', 'randomToken'],
  );
  if (typeof prefix !== 'string') throw new ConfigurationError("redisStore's prefix isn't a text.");
  if (typeof randomToken !== 'function')
    throw new ConfigurationError("redisStore's randomToken isn't a function.");
  if (typeof client?.eval !== 'function')
    throw new ConfigurationError('redisStore needs a client of ioredis or redis.');
  const retention = String(RETENTION_DAYS * DAY_SECONDS);
  const run = (script: string, { tenantId, eventId }: EventKey, ...values: string[]): Promise<unknown> => {
    const key = `${prefix}${tenantId}:${eventId}`;
    return 'defineCommand' in client
      ? client.eval(script, 1, key, ...values)
      : client.eval(script, { keys: [key], arguments: values });
  };

  return {
    place: placeOf(client, prefix),
    async claim(key, leaseMs): Promise<Claim<undefined>> {
      const token = await randomToken();
      const reply = await run(CLAIM, key, token, String(leaseMs), retention);
      const [state, remaining] = Array.isArray(reply) ? reply.map(replyText) : [replyText(reply)];
      if (state === 'claimed') return { state, token, context: undefined };
      if (state === 'done') return { state };
      if (state === 'busy' && Number(remaining) >= 0) return { state, leaseMs: Number(remaining) };
      return unknownReply('a claim', `${state} ${remaining}`);
    },
    async complete(key, token) {
      const completed = replyText(await run(COMPLETE, key, token, retention));
      return /^[01]$/.test(completed) ? completed === '1' : unknownReply('a completion', completed);
    },
    async release(key, token) {
      await run(RELEASE, key, token);
    },
  };
}

/** Clients can be told to return numbers as text, and texts as bytes. */
const replyText = (reply: unknown): string =>
  ArrayBuffer.isView(reply) ? new TextDecoder().decode(reply) : String(reply);

function unknownReply(to: string, reply: string): never {
  throw new Error(`Redis replied '${reply}' to ${to}. Does the client change replies, or queue commands?`);
}

const places = new WeakMap<object, Map<string, object>>();

/** One object for all stores of the same client and prefix: they share their events. */
function placeOf(client: object, prefix: string): object {
  const byPrefix = places.get(client) ?? new Map<string, object>();
  places.set(client, byPrefix);
  const place = byPrefix.get(prefix) ?? {};
  byPrefix.set(prefix, place);
  return place;
}
