import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { openRedisStore } from '../../../server/http/limits/counter-store.ts';
import { readConfig } from '../../../server/main/config.ts';
import { startService } from '../../../server/main/roles/service.ts';
import { hasRedis, startRedis } from '../../support/redis-server.ts';
import { useTestEnvironment } from '../../support/test-environment.ts';

it.skipIf(!hasRedis())(
  'a process with the API and the panel has one connection to Redis, and says once that it is away and back',
  async () => {
    const redis = await startRedis();
    const { context } = await useTestEnvironment();
    const lines: string[] = [];
    const log = pino({ base: null }, { write: (line) => lines.push(line) });
    const config = { ...context.config, redisUrl: redis.url };
    const service = await startService({ ...context, config, log }, ['api', 'panel']);
    onTestFinished(() => service.stop());
    expect(await connections(redis.url)).toBe(1);
    const said = (): string[] => lines.map((line) => JSON.parse(line).msg).filter((msg) => /Redis/.test(msg));
    await redis.stop();
    await expect.poll(said).not.toEqual([]);
    const again = await startRedis(Number(new URL(redis.url).port));
    onTestFinished(() => again.stop());
    await expect.poll(() => said().at(-1), { timeout: 90_000 }).toMatch(/is back$/);
    expect(await connections(again.url)).toBe(1);
    expect(new Set(said()).size).toBe(said().length);
  },
);

it.skipIf(!hasRedis())('connects to Redis again with the password that REDIS_URL_FILE has then', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const admin = new Redis(redis.url);
  onTestFinished(() => admin.disconnect());
  const folder = await mkdtemp(path.join(tmpdir(), 'tradepost-redis-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'redis-url');
  const urlWith = (password: string) => redis.url.replace('//', `//:${password}@`);
  await admin.config('SET', 'requirepass', 'first');
  await writeFile(file, urlWith('first'));
  const { client } = await openRedisStore(readConfig({ REDIS_URL_FILE: file }).redisUrl!, () => {});
  onTestFinished(() => client.disconnect());
  expect(await client.ping()).toBe('PONG');
  await admin.config('SET', 'requirepass', 'second');
  await writeFile(file, urlWith('second'));
  await admin.client('KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
  await expect.poll(() => client.ping().catch(() => 'away'), { timeout: 10_000 }).toBe('PONG');
});

/** Those of others. */
async function connections(url: string): Promise<number> {
  const admin = new Redis(url);
  try {
    const list = String(await admin.client('LIST'));
    return list.trim().split('\n').length - 1;
  } finally {
    admin.disconnect();
  }
}
