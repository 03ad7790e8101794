import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { readConfig } from '../../../server/main/config.ts';
import { spawnCommand } from '../../support/command.ts';
import { ownDatabase } from '../../support/databases.ts';
import { freePort } from '../../support/free-port.ts';
import { type PgBouncer, pgbouncerVersion, startPgBouncer } from '../../support/pgbouncer.ts';
import { hasRedis, type RedisServer, startRedis } from '../../support/redis-server.ts';
import { SECRET_KEY } from '../../support/test-environment.ts';
import { IMAGE, STARTED, type Started } from './commands.ts';

/** SHUTDOWN_DELAY and the 15 s to finish, in docs/operating.md. */
const STOP_SECONDS = 7 + 15;
const SETTINGS = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8');

it('starts the program of the image by its commands', () => {
  expect(IMAGE.entrypoint.slice(-2)).toEqual(['node', 'dist/server/cli.js']);
  expect(STARTED.map(({ name }) => name)).toEqual([
    'systemd',
    'compose api',
    'compose worker',
    'kubernetes api',
    'kubernetes worker',
  ]);
});

it.each(STARTED)(
  'sets only settings that exist, and gives $name the time to stop',
  ({ env, stopSeconds }) => {
    const names = Object.keys(env).map((name) => name.replace(/_FILE$/, ''));
    expect(names.filter((name) => !SETTINGS.includes(`\`${name}\``))).toEqual([]);
    expect(stopSeconds).toBeGreaterThan(STOP_SECONDS);
  },
);

type Env = Readonly<Record<string, string | undefined>>;

/** Secrets that the other machine has as files are files here, too. */
function withFiles(env: Env): Env {
  const folder = mkdtempSync(path.join(tmpdir(), 'tradepost-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = Object.keys(env).flatMap((name) => {
    const value = env[name.replace(/_FILE$/, '')];
    if (!name.endsWith('_FILE') || value === undefined) return [];
    const file = path.join(folder, name);
    writeFileSync(file, value);
    return [
      [name, file],
      [name.replace(/_FILE$/, ''), undefined],
    ] as const;
  });
  return { ...env, ...Object.fromEntries(files) };
}

const hasBoth = pgbouncerVersion() !== undefined && hasRedis();

describe.runIf(hasBoth)('with PgBouncer and Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());

  /** The addresses, ports and secrets that are another machine's; everything else is the file's. */
  async function settingsHere({ env }: Started, databaseUrl: string, pgbouncer: PgBouncer) {
    const [port, metricsPort] = [await freePort(), await freePort()];
    const [major, minor] = pgbouncerVersion()!;
    const keepsStatements = major > 1 || minor >= 21;
    return withFiles({
      ...env,
      ...{ HOST: '127.0.0.1', PORT: String(port) },
      ...{ METRICS_HOST: '127.0.0.1', METRICS_PORT: String(metricsPort), TRADEPOST_SECRET_KEY: SECRET_KEY },
      DATABASE_URL: env.DATABASE_DIRECT_URL ? pgbouncer.url : databaseUrl,
      ...(env.DATABASE_DIRECT_URL && { DATABASE_DIRECT_URL: databaseUrl }),
      // Debian 12's is 1.18, the image's 1.24.
      ...(env.DATABASE_PREPARED_STATEMENTS && !keepsStatements && { DATABASE_PREPARED_STATEMENTS: 'off' }),
      ...(env.REDIS_URL && { REDIS_URL: redis.url }),
      ...(env.PANEL_URL !== undefined && { PANEL_URL: '' }),
      ...(env.API_URL !== undefined && { API_URL: '' }),
      TRUST_PROXY: env.TRUST_PROXY?.replace(/^\$\{\w+:-(.*)\}$/, '$1'),
    });
  }

  it.each(STARTED)('$name starts, passes its probes and stops on SIGTERM', async (started) => {
    const { url: databaseUrl, drop } = await ownDatabase(inject('serverUrl'), 'tradepost_template');
    onTestFinished(drop);
    const pgbouncer = await startPgBouncer(databaseUrl);
    onTestFinished(() => pgbouncer.stop());
    const env = await settingsHere(started, databaseUrl, pgbouncer);
    expect(readConfig(env)).toMatchObject({ production: true });
    const child = spawnCommand([...started.args, '--json'], { ...env, SHUTDOWN_DELAY: '0s' });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    let errors = '';
    child.stderr.on('data', (chunk) => (errors += chunk));
    await Promise.race([once(child.stdout, 'data'), ended]);
    child.stdout.resume();
    const status = async (probe: string) => (await fetch(`http://127.0.0.1:${env.PORT}${probe}`)).status;
    for (const probe of started.probes) await expect.poll(() => status(probe), { message: errors }).toBe(200);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});
