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
    'TRADEPOST_SECRET_KEY must have at least 32 characters, 32 random bytes in hex for instance.',
  ]);
  expect(message).not.toMatch(/hunter2|short-secret/);
});

it('refuses to start in production without a secret key', () => {
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow('TRADEPOST_SECRET_KEY is not set.');
});
