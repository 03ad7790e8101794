import { Redis } from 'ioredis';
import { beforeAll, describe, expect, it } from 'vitest';
import { type NodeRedisClient, redisStore } from '../../../sdk/src/webhooks/stores/redis.ts';
import { storeChecks } from '../../../sdk/src/webhooks/testing/index.ts';
import { hasRedis, startRedis } from '../../support/redis-server.ts';

type Convert = (value: unknown) => unknown;

const deep =
  (convert: Convert): Convert =>
  (reply) =>
    Array.isArray(reply) ? reply.map(convert) : convert(reply);
const bytes = (value: unknown) => (typeof value === 'string' ? Buffer.from(value) : value);

/** What clients can be told to return in place of texts and numbers. */
const CONVERSIONS: [string, Convert][] = [
  ['numbers as texts, as ioredis with stringNumbers does', deep((value) => String(value))],
  ['texts as Buffers, as node-redis with a type mapping does', deep(bytes)],
  [
    'texts as Uint8Arrays',
    deep((value) => (typeof value === 'string' ? new Uint8Array(Buffer.from(value)) : value)),
  ],
  ['everything as Buffers', deep((value) => bytes(String(value)))],
  ['numbers as bigints', deep((value) => (typeof value === 'number' ? BigInt(value) : value))],
];

describe.skipIf(!hasRedis())('the Redis store with a client that returns', () => {
  let url: string;
  beforeAll(async () => {
    const server = await startRedis();
    url = server.url;
    return () => server.stop();
  });

  describe.each(CONVERSIONS)('%s', (_what, convert) => {
    let client: Redis;
    beforeAll(() => {
      client = new Redis(url);
      return () => client.disconnect();
    });
    const converting: NodeRedisClient = {
      eval: async (script, { keys, arguments: values }) =>
        convert(await client.eval(script, keys.length, ...keys, ...values)),
    };
    for (const { name, run } of storeChecks(() => redisStore(converting))) it(name, run);
  });

  describe('numbers as texts by ioredis itself', () => {
    let client: Redis;
    beforeAll(() => {
      client = new Redis(url, { stringNumbers: true });
      return () => client.disconnect();
    });
    for (const { name, run } of storeChecks(() => redisStore(client))) it(name, run);
  });
});

describe('a reply that the Redis store does not know', () => {
  const key = { tenantId: 1, eventId: 'erp/a' };
  const replying = (reply: unknown) => redisStore({ eval: async () => reply });

  it.each([
    ['QUEUED', 'QUEUED'],
    [['locked', 0], 'locked 0'],
    [['busy', 'soon'], 'busy soon'],
    [null, 'null'],
    [[], 'undefined'],
    [{ state: 'claimed' }, '[object Object]'],
  ])('is named in the error: %j', async (reply, named) => {
    await expect(replying(reply).claim(key, 1000)).rejects.toThrow(`Redis replied '${named}`);
  });

  it.each(['QUEUED', 2, null, 'true'])('is named in the error of a completion: %j', async (reply) => {
    await expect(replying(reply).complete(key, 'token')).rejects.toThrow(`Redis replied '${reply}'`);
  });

  it('waits for a token that is generated later', async () => {
    const tokens: string[] = [];
    const client: NodeRedisClient = {
      eval: async (_script, { arguments: [token] }) => {
        tokens.push(token!);
        return ['claimed', 0];
      },
    };
    await redisStore(client, { randomToken: async () => 'later' as string }).claim(key, 1000);
    expect(tokens).toEqual(['later']);
  });
});
