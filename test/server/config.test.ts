import { expect, it } from 'vitest';
import { readConfig } from '../../server/config.ts';

it('runs without any setting', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: undefined,
    production: false,
  });
});

it('reports every mistake at once, in words, and quotes no secret', () => {
  const env = {
    PORT: '70000',
    DATABASE_URL: 'mysql://root:hunter2@db/x',
    LOG_LEVEL: 'loud',
    TRADEPOST_SECRET_KEY: 'short-secret',
    DATABASE_POOL_SIZE: '1e1',
    METRICS_PORT: 'no',
    WEBHOOK_MAX_ATTEMPTS: '21',
    WEBHOOK_RETRY_SCHEDULE: '1m,5 minutes',
    WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'yes',
  };
  let message = '';
  try {
    readConfig(env);
  } catch (error) {
    message = (error as Error).message;
  }
  expect(message.split('\n')).toEqual([
    'PORT is 70000; it must be an integer from 0 to 65535.',
    'DATABASE_URL must be a URL that begins with postgres:// or postgresql://',
    'DATABASE_POOL_SIZE is 1e1; it must be an integer from 2 to 200.',
    'LOG_LEVEL is loud; it must be one of trace, debug, info, warn, error, fatal, silent.',
    'METRICS_PORT is no; it must be an integer from 0 to 65535.',
    'WEBHOOK_MAX_ATTEMPTS is 21; it must be an integer from 1 to 20.',
    'WEBHOOK_RETRY_SCHEDULE is 1m,5 minutes; it must be durations with commas, such as 1m,5m,15m,1h,6h, each at most 24h.',
    'WEBHOOK_ALLOW_PRIVATE_NETWORKS is yes; it must be one of on, off.',
    'TRADEPOST_SECRET_KEY must have at least 32 characters, 32 random bytes in hex for instance.',
  ]);
  expect(message).not.toMatch(/hunter2|short-secret/);
});

it('reads a schedule of retries', () => {
  const { webhooks } = readConfig({ WEBHOOK_RETRY_SCHEDULE: '1s, 2m,3h', WEBHOOK_MAX_ATTEMPTS: '6' });
  expect(webhooks).toEqual({
    maxAttempts: 6,
    retryWaitsMs: [1_000, 120_000, 10_800_000],
    allowPrivateNetworks: false,
  });
  expect(() => readConfig({ WEBHOOK_RETRY_SCHEDULE: '25h' })).toThrow('each at most 24h');
});

it('refuses to start in production without a secret key', () => {
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow('TRADEPOST_SECRET_KEY is not set.');
});
