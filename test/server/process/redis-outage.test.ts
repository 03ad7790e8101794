import { Redis } from 'ioredis';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
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
