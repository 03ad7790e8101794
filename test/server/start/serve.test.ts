import { once } from 'node:events';
import { access, chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { findRunningEmbedded } from '../../../server/db/embedded/embedded-postgres.ts';
import { smoke } from '../../programs/smoke/run.ts';
import { type Env, report, runCommand, spawnBuild, spawnCommand } from '../../support/command.ts';
import { TEMPLATE } from '../../support/database-server.ts';
import { onServer, ownDatabase } from '../../support/databases.ts';
import { report as reportInProcess } from '../../support/in-process-command.ts';
import { Visitor } from '../../support/panel.ts';
import { codeOf } from '../../support/people.ts';
import { buildServer, type SourceEdit } from '../../support/server-build.ts';
import { useTcpServer } from '../../support/stub-tcp-server.ts';

interface Running {
  readonly url: string;
  readonly demoKey: string | null;
  readonly demoEmail: string | null;
  readonly demoPassword: string | null;
  /** At the first start with a console. */
  readonly operatorLink: string | null | undefined;
  stop(signal?: NodeJS.Signals): Promise<number>;
  /** Waits until the process has logged a text. */
  logged(text: string): Promise<void>;
}

/** Starts `tradepost serve` on a free port, and stops it when the test ends. */
async function serve(env: Env, spawn = spawnCommand, args: readonly string[] = []): Promise<Running> {
  const child = spawn(['serve', '--json', ...args], { PORT: '0', LOG_LEVEL: 'warn', ...env });
  const closed = once(child, 'close') as Promise<[number]>;
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<number> => {
    child.kill(signal);
    return (await closed)[0];
  };
  onTestFinished(async () => void (await stop()));
  const ended = closed.then(() => Promise.reject(new Error(`serve ended: ${errors}`)));
  const [line] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer];
  const started = JSON.parse(line.toString()) as Record<string, string | null>;
  return {
    url: started.address!,
    demoKey: started.demo_key!,
    demoEmail: started.demo_email!,
    demoPassword: started.demo_password!,
    operatorLink: started.operator_link,
    stop,
    // A busy process compiles schemas at a hundredth of its time.
    logged: (text) => expect.poll(() => errors, { timeout: 300_000 }).toContain(text),
  };
}

async function ownDataDir(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'tradepost-serve-'));
  // As root, the server runs as another user, who needs access; without it the data goes to /var/lib.
  await chmod(dir, 0o711);
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** A database without tables. */
async function emptyDatabase(): Promise<string> {
  const name = `serve_${process.pid}_${Date.now()}`;
  const url = inject('serverUrl');
  await onServer(url, (client) => client.query(`CREATE DATABASE ${name}`));
  onTestFinished(() =>
    onServer(url, async (client) => void (await client.query(`DROP DATABASE ${name} WITH (FORCE)`))),
  );
  return url.replace(/\/tradepost$/, `/${name}`);
}

/** The key of an authenticator app, in hex. */
function fromBase32(text: string): string {
  const bits = [...text].map((each) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(each).toString(2).padStart(5, '0'),
  );
  return Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)!
      .map((byte) => Number.parseInt(byte, 2)),
  ).toString('hex');
}

async function migratedDatabase(): Promise<string> {
  const database = await ownDatabase(inject('serverUrl'), TEMPLATE);
  onTestFinished(() => database.drop());
  return database.url;
}

const FEW_OPERATIONS: SourceEdit = {
  find: 'for (const operation of contractOperations) {\n    const before',
  replacement: 'for (const operation of contractOperations.slice(0, 3)) {\n    const before',
};

it('serve takes an order and sends a signed webhook, on its embedded database', {
  timeout: 600_000,
}, async () => {
  const env = { TRADEPOST_DATA_DIR: await ownDataDir() };
  const { url } = await serve(env);
  await expect(smoke({ urls: [url], env, print: () => {} })).resolves.toBeUndefined();
});

it('serve takes an order in one process and sends its webhook from another, after both migrated the database at once', {
  timeout: 600_000,
}, async () => {
  const env = { DATABASE_URL: await emptyDatabase(), TRADEPOST_SECRET_KEY: 's'.repeat(64) };
  const services = await Promise.all([serve(env), serve(env)]);
  const urls = services.map(({ url }) => url);
  await expect(smoke({ urls, env, print: () => {}, report: reportInProcess })).resolves.toBeUndefined();
});

it('serve compiles the schemas once it is ready, before anybody has asked for them', async () => {
  const env = {
    DATABASE_URL: await migratedDatabase(),
    TRADEPOST_SECRET_KEY: 's'.repeat(64),
    LOG_LEVEL: 'debug',
  };
  // The build of the other tests leaves that out. That all of them compile is shown in warm-up.test.ts.
  const build = buildServer([], [FEW_OPERATIONS]);
  onTestFinished(() => build.remove());
  const { stop, logged } = await serve(env, (...args) => spawnBuild(build, ...args));
  await logged('the schemas of the operations are compiled');
  expect(await stop()).toBe(0);
});

it('serve keeps its data, its demo key and its login across restarts, the password until somebody changes it, and invites an operator until one has enrolled', {
  timeout: 600_000,
}, async () => {
  const env = { TRADEPOST_DATA_DIR: await ownDataDir() };
  const withConsole = ['--roles', 'api,panel,console'];
  const first = await serve(env, spawnCommand, withConsole);
  expect((await fetch(first.operatorLink!)).status).toBe(200);
  const headers = { authorization: `Bearer ${first.demoKey}` };
  const created = await fetch(`${first.url}/api/v1/categories`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Kept' }),
  });
  expect(created.status).toBe(201);
  const panel = new Visitor(first.url);
  expect((await panel.logIn({ email: first.demoEmail! }, first.demoPassword!)).location).toBe('/panel');
  expect((await panel.get('/panel/account')).text).toContain('Gerenciar webhooks e entregas');
  expect(await first.stop()).toBe(0);
  const second = await serve(env, spawnCommand, withConsole);
  expect(second.demoKey).toBe(first.demoKey);
  const again = new URL(second.operatorLink!);
  const open = async (path: string) => (await fetch(again.origin + path)).status;
  // A start that can't listen leaves the link alone.
  const taken = { ...env, PORT: new URL(second.url).port };
  expect((await runCommand(['serve', ...withConsole], taken)).code).not.toBe(0);
  expect([await open(new URL(first.operatorLink!).pathname), await open(again.pathname)]).toEqual([404, 200]);
  const operator = new Visitor(again.origin);
  const token = again.pathname.split('/').at(-1)!;
  const shown = await operator.post('/console/link', { token, next: 'a password of my own' });
  const key = fromBase32(/secret=([A-Z2-7]+)/.exec(shown.text)![1]!);
  expect((await operator.post('/console/link/code', { token, code: codeOf(key) })).status).toBe(200);
  const list = await fetch(`${second.url}/api/v1/categories?slug=kept`, { headers });
  expect(await list.json()).toMatchObject({ data: [{ name: 'Kept' }] });
  expect(second.demoPassword).toBe(first.demoPassword);
  const tenant = await report<{ user_id: number }[]>(['user', 'list', '--tenant', '1'], env);
  const id = String(tenant[0]!.user_id);
  await report(['user', 'set-password', id, '--password-stdin'], env, 'a password of my own');
  await second.stop();
  const third = await serve(env, spawnCommand, withConsole);
  expect([third.demoEmail, third.demoPassword, third.operatorLink]).toEqual([first.demoEmail, null, null]);
  const changed = await new Visitor(third.url).logIn({ email: third.demoEmail! }, 'a password of my own');
  expect(changed.location).toBe('/panel');
});

it('a command without a running service starts the embedded server, and stops it at the end', {
  timeout: 600_000,
}, async () => {
  const env = { TRADEPOST_DATA_DIR: await ownDataDir() };
  const created = await runCommand(['tenant', 'create', '--name', 'Loja', '--plan', 'Basic', '--json'], env);
  expect({ code: created.code, ...JSON.parse(created.stdout) }).toEqual({
    code: 0,
    tenant_id: 1,
    name: 'Loja',
    plan: 'Basic',
    currency: 'BRL',
    time_zone: 'America/Sao_Paulo',
  });
  expect(created.stderr).toContain('PostgreSQL stopped');
});

describe('in production', () => {
  const NODE_ENV = 'production';
  const TRADEPOST_SECRET_KEY = 's'.repeat(64);

  it.each([
    ['serve', ['serve']],
    ['a command', ['tenant', 'create', '--name', 'Loja', '--plan', 'Basic']],
  ])('%s refuses to create an embedded database', async (_, args) => {
    const env = { NODE_ENV, TRADEPOST_SECRET_KEY, TRADEPOST_DATA_DIR: path.join(await ownDataDir(), 'data') };
    const refused = await runCommand(args, env);
    expect(refused).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('DATABASE_URL is not set.'),
    });
    await expect(access(env.TRADEPOST_DATA_DIR)).rejects.toThrow('ENOENT');
  });

  it('serve uses the embedded database when DATABASE_EMBEDDED is on, without a demo tenant', {
    timeout: 600_000,
  }, async () => {
    const dataDir = await ownDataDir();
    const env = { NODE_ENV, TRADEPOST_SECRET_KEY, TRADEPOST_DATA_DIR: dataDir, DATABASE_EMBEDDED: 'on' };
    const { url, demoKey } = await serve(env);
    expect(demoKey).toBeNull();
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await readdir(dataDir)).toEqual(['postgres']);
    const seeded = await runCommand(['seed'], env);
    expect(seeded).toMatchObject({ code: 2, stderr: expect.stringContaining('no demo tenant is created') });
    const tenants = await report<{ tenant_id: number }>(
      ['tenant', 'create', '--name', 'Loja', '--plan', 'Basic'],
      env,
    );
    expect(tenants.tenant_id).toBe(1);
  });
});

it('a failed start stops the embedded database that it started, and leaves alone that of another process', {
  timeout: 600_000,
}, async () => {
  const dataDir = await ownDataDir();
  // In production there is no demo tenant, which nothing here needs.
  const env = {
    NODE_ENV: 'production',
    TRADEPOST_SECRET_KEY: 's'.repeat(64),
    TRADEPOST_DATA_DIR: dataDir,
    DATABASE_EMBEDDED: 'on',
    SHUTDOWN_DELAY: '0s',
  };
  const failedStart = async (setting: string, taken: string): Promise<void> => {
    const failed = await runCommand(['serve'], { PORT: '0', ...env, [setting]: taken });
    expect(failed).toMatchObject({ code: 1, stdout: '' });
    expect(failed.stderr).toContain(
      `Port ${taken} of 127.0.0.1 is in use. Set ${setting} to another port, or stop the program that uses it.\n`,
    );
  };
  await failedStart('PORT', String(await useTcpServer()));
  expect(await findRunningEmbedded(dataDir)).toBeUndefined();
  const { url } = await serve(env);
  await failedStart('METRICS_PORT', new URL(url).port);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

it('serve says in words that its port is in use', { timeout: 600_000 }, async () => {
  const env = { DATABASE_URL: await migratedDatabase() };
  const dataDir = await ownDataDir();
  const { url } = await serve({ ...env, TRADEPOST_DATA_DIR: dataDir });
  const port = new URL(url).port;
  const second = await runCommand(['serve'], { ...env, TRADEPOST_DATA_DIR: dataDir, PORT: port });
  expect(second.code).toBe(1);
  expect(second.stderr).toContain(
    `Port ${port} of 127.0.0.1 is in use. Set PORT to another port, or stop the program that uses it.`,
  );
});
