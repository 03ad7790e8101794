import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Env } from '../../../server/base/environment/env-reader.ts';
import { urlsOfHosts } from '../../../server/db/connect/database-url.ts';
import { readConfig } from '../../../server/main/config.ts';

it('needs no setting outside production', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: undefined,
    production: false,
  });
});

it.each([
  ['ajuda@example.com', true],
  ['https://example.com/ajuda', true],
  ['ajuda', false],
  ['javascript:alert(1)', false],
])('takes %s as OPERATOR_CONTACT: %s', (OPERATOR_CONTACT, taken) => {
  const read = () => readConfig({ OPERATOR_CONTACT }).operatorContact;
  if (taken) expect(read()).toBe(OPERATOR_CONTACT);
  else expect(read).toThrow(/^OPERATOR_CONTACT must be an e-mail address, or a URL/);
});

it('reports every mistake at once, in words, and quotes no secret', () => {
  const env = {
    PORT: '70000',
    DATABASE_URL: 'mysql://root:hunter2@db/x',
    LOG_LEVEL: 'loud',
    TRADEPOST_SECRET_KEY: 'short-secret',
    TRADEPOST_SECRET_KEY_PREVIOUS: 'short-secret',
    DATABASE_EMBEDDED: 'yes',
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
    'WEBHOOK_RETRY_SCHEDULE is 1m,5 minutes; it must be a comma-separated list of durations, such as 1m,5m,15m,1h,6h, each at most 24h.',
    'WEBHOOK_ALLOW_PRIVATE_NETWORKS is yes; it must be one of on, off.',
    'DATABASE_EMBEDDED is yes; it must be one of on, off.',
    'TRADEPOST_SECRET_KEY must have at least 32 characters, for example 32 random bytes in hex.',
    'TRADEPOST_SECRET_KEY_PREVIOUS must have at least 32 characters, for example 32 random bytes in hex.',
    'TRADEPOST_SECRET_KEY_PREVIOUS is the same as TRADEPOST_SECRET_KEY.',
  ]);
  expect(message).not.toMatch(/hunter2|short-secret/);
});

it.each([
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'REDIS_URL',
  'SMTP_URL',
  'TRADEPOST_SECRET_KEY',
  'TRADEPOST_SECRET_KEY_PREVIOUS',
])('%s may be in a file, and a mistake names the variable and quotes nothing', (name) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tradepost-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'secret');
  const messageOf = (env: Env): string => {
    try {
      readConfig(env);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(messageOf({ [`${name}_FILE`]: file })).toBe(
    `${name}_FILE is ${file}, which can't be read (ENOENT).`,
  );
  expect(messageOf({ [`${name}_FILE`]: folder })).toBe(
    `${name}_FILE is ${folder}, which can't be read (EISDIR).`,
  );
  writeFileSync(file, '\n');
  expect(messageOf({ [`${name}_FILE`]: file })).toBe(`${name}_FILE is ${file}, which is empty.`);
  writeFileSync(file, 'hunter2\n');
  expect(messageOf({ [`${name}_FILE`]: file, [name]: 'hunter2' })).toBe(
    `${name} and ${name}_FILE are set. Use only one of them.`,
  );
  const invalid = messageOf({ [`${name}_FILE`]: file });
  expect(invalid).toContain(`${name} must`);
  expect(invalid).not.toContain('hunter2');
});

it('a secret from a file is the one that the variable would have had', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tradepost-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'secret');
  writeFileSync(file, `${'k'.repeat(32)}\r\n`);
  expect(readConfig({ TRADEPOST_SECRET_KEY_FILE: file })).toEqual(
    readConfig({ TRADEPOST_SECRET_KEY: 'k'.repeat(32) }),
  );
  expect(readConfig({ DATABASE_URL_FILE: '', DATABASE_URL: 'postgres://db/x' }).databaseUrl).toBe(
    'postgres://db/x',
  );
});

it('takes several database hosts, if each can be read and the primary is wanted', () => {
  const read = (url: string) => readConfig({ DATABASE_URL: url }).databaseUrl;
  for (const url of [
    'postgres://u:p@one:5432,two:5433/tradepost?target_session_attrs=read-write',
    'postgresql://one,[::1]:5432/tradepost?sslmode=require&target_session_attrs=primary',
  ])
    expect(read(url)).toBe(url);
  expect(() => read('postgres://u:hunter2@one:5432,two:x/tradepost')).toThrow(
    /^DATABASE_URL has hosts that can't be read/,
  );
  expect(() => read('postgres://u:hunter2@one,/tradepost')).not.toThrow(/hunter2/);
  expect(() => read('postgres://one,two/tradepost?target_session_attrs=standby')).toThrow(
    'DATABASE_URL has target_session_attrs=standby; it must be read-write',
  );
});

it('takes replicas that may be standbys, and not one that must be the primary', () => {
  const read = (url: string) =>
    readConfig({ DATABASE_URL: 'postgres://db/tradepost', DATABASE_REPLICA_URL: url }).replicaUrl;
  const url = 'postgres://u:p@two:5433,three/tradepost?target_session_attrs=standby';
  expect(read(url)).toBe(url);
  expect(() => read('postgres://two/tradepost?target_session_attrs=read-write')).toThrow(
    'DATABASE_REPLICA_URL has target_session_attrs=read-write; it must be standby',
  );
  expect(() => read('http://u:hunter2@two')).toThrow(/^DATABASE_REPLICA_URL must be a URL that begins with/);
  expect(() => readConfig({ DATABASE_REPLICA_URL: url })).toThrow('DATABASE_URL is not');
});

it('reads a URL per host, as libpq would, without what only libpq knows', () => {
  expect(urlsOfHosts('postgres://u:p%40@one:1,two/db?a=b&target_session_attrs=read-write&c=d')).toEqual([
    'postgres://u:p%40@one:1/db?a=b&c=d',
    'postgres://u:p%40@two/db?a=b&c=d',
  ]);
  expect(urlsOfHosts('postgres://one/db?target_session_attrs=read-write')).toEqual(['postgres://one/db']);
  expect(urlsOfHosts('postgres://one,two/db?sslmode=require')).toEqual([
    'postgres://one/db?sslmode=require&uselibpqcompat=true',
    'postgres://two/db?sslmode=require&uselibpqcompat=true',
  ]);
  expect(urlsOfHosts('socket:/run/postgresql?db=x')).toEqual(['socket:/run/postgresql?db=x']);
});

it('reads a retry schedule', () => {
  const { webhooks } = readConfig({ WEBHOOK_RETRY_SCHEDULE: '1s, 2m,3h', WEBHOOK_MAX_ATTEMPTS: '6' });
  expect(webhooks).toEqual({
    maxAttempts: 6,
    retryWaitsMs: [1_000, 120_000, 10_800_000],
    allowPrivateNetworks: false,
    paused: false,
  });
  expect(() => readConfig({ WEBHOOK_RETRY_SCHEDULE: '25h' })).toThrow('each at most 24h');
});

it('refuses to start in production without a secret key', () => {
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow('TRADEPOST_SECRET_KEY is not set.');
});

it.each<[string, unknown]>([
  ['', false],
  ['off', false],
  ['2', 2],
  ['10.0.0.0/8, loopback,2001:db8::1', ['10.0.0.0/8', 'loopback', '2001:db8::1']],
])('reads TRUST_PROXY=%s', (value, trustProxy) => {
  expect(readConfig({ TRUST_PROXY: value })).toMatchObject({ trustProxy });
});

it.each(['on', 'true', '0', '11', '10.0.0.0/33', '10.1', 'balancer.example', '10.0.0.1,,10.0.0.2'])(
  'refuses TRUST_PROXY=%s',
  (value) => {
    expect(() => readConfig({ TRUST_PROXY: value })).toThrow(
      `TRUST_PROXY is ${value}; it must be off, the number of proxies (1 to 10), or a comma-separated list of their addresses, such as 10.0.0.0/8,loopback.`,
    );
  },
);
describe('in production', () => {
  const production = { NODE_ENV: 'production', TRADEPOST_SECRET_KEY: 's'.repeat(32) };
  const refusal =
    'DATABASE_URL is not set. In production, set it to your PostgreSQL server, or set DATABASE_EMBEDDED=on to keep the data in the embedded database.';

  it('refuses to start without a database, and says what to set', () => {
    expect(() => readConfig(production)).toThrow(refusal);
    expect(() => readConfig({ ...production, DATABASE_URL: ' ' })).toThrow(refusal);
    expect(() => readConfig({ ...production, DATABASE_EMBEDDED: 'off' })).toThrow(refusal);
  });

  it('uses the embedded database when DATABASE_EMBEDDED is on', () => {
    expect(readConfig({ ...production, DATABASE_EMBEDDED: 'on' })).toMatchObject({ databaseUrl: undefined });
  });
});

it('refuses settings that contradict each other', () => {
  const DATABASE_URL = 'postgres://db/tradepost';
  expect(() => readConfig({ DATABASE_URL, DATABASE_EMBEDDED: 'on' })).toThrow('Use only one of them.');
  expect(() => readConfig({ DATABASE_DIRECT_URL: DATABASE_URL })).toThrow('DATABASE_URL is not');
});

it('serves metrics on loopback, wherever the API listens, unless METRICS_HOST is set', () => {
  expect(readConfig({ HOST: '0.0.0.0' }).metricsHost).toBe('127.0.0.1');
  expect(readConfig({ METRICS_HOST: '10.0.0.7' }).metricsHost).toBe('10.0.0.7');
});

const failureOf = (env: Record<string, string>): string => {
  try {
    readConfig(env);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

it('refuses a port for the metrics that something else listens on', () => {
  const refusal = (settings: Env) => () => readConfig({ METRICS_PORT: '4000', ...settings });
  expect(refusal({ PORT: '4000' })).toThrow('METRICS_PORT is 4000, as PORT; it needs a port of its own.');
  expect(refusal({ PORT: '4000', HOST: '0.0.0.0' })).toThrow('as PORT');
  expect(refusal({ PANEL_PORT: '4000', METRICS_HOST: '::' })).toThrow('METRICS_PORT is 4000, as PANEL_PORT;');
  for (const fine of [{ PORT: '4000', HOST: '10.0.0.1' }, { PORT: '0', METRICS_PORT: '0' }, { PORT: '4001' }])
    expect(refusal(fine)).not.toThrow();
});

describe('the console', () => {
  it('is on loopback, whatever HOST is, at the port after PORT', () => {
    const at = (env: Env) => readConfig(env).console;
    expect(at({ PORT: '4000', HOST: '0.0.0.0' })).toEqual({ host: '127.0.0.1', port: 4001 });
    expect(at({ PORT: '0' })).toEqual({ host: '127.0.0.1', port: 0 });
    expect(at({ CONSOLE_HOST: '10.0.0.1', CONSOLE_PORT: '9000' })).toEqual({ host: '10.0.0.1', port: 9000 });
  });

  it("is never at the API's port", () => {
    const refusal = (env: Env) => () => readConfig({ PORT: '4000', CONSOLE_PORT: '4000', ...env });
    expect(refusal({})).toThrow('CONSOLE_PORT is 4000, as PORT; it needs a port of its own.');
    expect(refusal({ HOST: '0.0.0.0' })).toThrow('CONSOLE_PORT');
    expect(refusal({ HOST: '10.0.0.1' })).not.toThrow();
  });

  it('has a URL that is its own', () => {
    expect(readConfig({ CONSOLE_URL: 'https://c.example/console' }).consoleUrl).toBe('https://c.example');
    expect(() => readConfig({ CONSOLE_URL: 'https://c.example/panel' })).toThrow(
      'CONSOLE_URL must be where operators open the console, such as https://console.example.com.',
    );
  });
});

describe.each(['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'])('%s', (setting) => {
  const failure = (url: string): string =>
    failureOf({ DATABASE_URL: 'postgres://db/x', [setting]: url }).replaceAll(setting, 'IT');

  it.each(['disable', 'require', 'verify-full', 'verify-ca&sslrootcert=/ca.pem'])(
    'takes sslmode=%s',
    (mode) => {
      expect(failure(`postgres://u:p@db/x?sslmode=${mode}`)).toBe('');
    },
  );

  it.each([
    ['sslmod=require', 'IT has unknown parameters: sslmod. Known ones are '],
    ['connect_timeout=3&sslMode=require', 'IT has unknown parameters: connect_timeout, sslMode. Known'],
    ['sslmode=prefer', 'IT has sslmode=prefer, which would go on without TLS'],
    ['sslmode=allow', 'IT has sslmode=allow, which would go on without TLS'],
    [
      'sslmode=nonsense',
      'IT has sslmode=nonsense; it must be one of disable, require, verify-ca, verify-full.',
    ],
    ['sslmode=', 'IT has sslmode=; it must be one of'],
    ['sslmode=verify-ca', 'IT has sslmode=verify-ca, which needs sslrootcert.'],
    ['sslrootcert=/ca.pem', 'IT has sslrootcert without sslmode.'],
  ])('refuses %s, of one host and of several', (query, message) => {
    expect(failure(`postgres://u:p@db/x?${query}`)).toContain(message);
    expect(failure(`postgres://u:p@db,other/x?${query}`)).toContain(message);
  });
});

it.each(['#', '/', '?', '1/2', '1?2', '1#2', '%zz'])(
  'a password with %s has to be percent-encoded',
  (part) => {
    const mistake =
      /^(DATABASE|REDIS)_URL (can't be read as a URL. Percent-encode what is special in its user and password|has hosts that can't be read. Separate them by commas, and percent-encode)/;
    for (const DATABASE_URL of [
      `postgres://u:${part}hunter2@db/x`,
      `postgres://u:${part}hunter2@db,other/x`,
      `postgres://u:${part}hunter2@db/x?sslmode=require`,
    ]) {
      expect(failureOf({ DATABASE_URL })).toMatch(mistake);
      expect(failureOf({ DATABASE_URL })).not.toContain('hunter2');
    }
    expect(failureOf({ REDIS_URL: `redis://:${part}hunter2@redis` })).toMatch(mistake);
    expect(failureOf({ DATABASE_URL: `postgres://u:${encodeURIComponent(part)}@db/x` })).toBe('');
  },
);

it.each(['postgres:/u:pw@host/db', 'postgresql:host/db', 'postgres:u'])('%s is refused', (DATABASE_URL) => {
  expect(failureOf({ DATABASE_URL })).toBe(
    'DATABASE_URL must be a URL that begins with postgres:// or postgresql://',
  );
  expect(failureOf({ REDIS_URL: 'redis:/redis' })).toBe(
    'REDIS_URL must be a URL that begins with redis:// or rediss://',
  );
});
