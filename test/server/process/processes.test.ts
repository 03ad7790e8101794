import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { parseProcesses } from '../../../server/main/commands/option-checks.ts';
import { restartDelay } from '../../../server/main/processes/restart-delay.ts';
import { smoke } from '../../programs/smoke/run.ts';
import { type Env, runCommand, spawnCommand } from '../../support/command.ts';
import { onServer, ownDatabase } from '../../support/databases.ts';
import { freePort } from '../../support/free-port.ts';
import { report } from '../../support/in-process-command.ts';
import { PASSWORD, type PanelReply, Visitor } from '../../support/panel.ts';
import { useTcpServer } from '../../support/stub-tcp-server.ts';
import { useEndpoint } from '../../support/test-endpoint.ts';

async function environment(): Promise<Env> {
  const { url, drop } = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  onTestFinished(drop);
  return { DATABASE_URL: url, TRADEPOST_SECRET_KEY: 's'.repeat(64), PORT: '0' };
}

async function start(env: Env, ...args: string[]) {
  const child = spawnCommand(['serve', '--json', '--processes', '2', ...args], { LOG_LEVEL: 'info', ...env });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  const closed = once(child, 'close') as Promise<[number]>;
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<number> => {
    child.kill(signal);
    return (await closed)[0];
  };
  onTestFinished(async () => void (await stop()));
  const ended = closed.then(() => Promise.reject(new Error(`serve ended: ${errors}`)));
  ended.catch(() => {});
  const [line] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer];
  const started = JSON.parse(line.toString()) as Record<string, string>;
  return {
    url: started.address!,
    panelUrl: started.panel_address!,
    healthUrl: started.health_address!,
    children: () => childrenOf(child.pid!),
    logged: () => errors,
    stop,
  };
}

/** From /proc, because a small Debian has no `ps`. The parent's id follows the name, which is in parentheses. */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        return stat.slice(stat.lastIndexOf(')')).split(' ')[2] === String(pid);
      } catch {
        return false; // It has ended in the meantime.
      }
    })
    .map(Number);
}

async function tenantOf(env: Env): Promise<{ tenantId: string }> {
  const options = ['--name', 'A', '--plan', 'Pro'];
  const { tenant_id } = await report<{ tenant_id: number }>(['tenant', 'create', ...options], env);
  return { tenantId: String(tenant_id) };
}

/** How many connections the service has left on its database. */
const connections = (url: string): Promise<number> =>
  onServer(inject('serverUrl'), async (client) => {
    const text = 'SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = $1';
    return (await client.query<{ n: number }>(text, [new URL(url).pathname.slice(1)])).rows[0]!.n;
  });

const scrape = async (port: string): Promise<string> =>
  (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
const sumOf = (text: string, name: string): number =>
  text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);

describe('serve --processes', () => {
  it('takes orders and sends webhooks, adds up the metrics, and ends with all its processes', async () => {
    const env = { ...(await environment()), METRICS_PORT: String(await freePort()) };
    const { url, children, stop } = await start(env);
    await smoke({ urls: [url], env, print: () => {}, report });
    const { tenantId } = await tenantOf(env);
    const { key } = await report<{ key: string }>(
      ['key', 'create', '--tenant', tenantId, '--name', 'a', '--scopes', 'all'],
      env,
    );
    // On a connection each, which the processes take in turn.
    const headers = { authorization: `Bearer ${key}`, connection: 'close' };
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => fetch(`${url}/api/v1/orders?limit=1`, { headers })),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    const used = responses.map((response) => Number(/r=(\d+)/.exec(response.headers.get('ratelimit')!)![1]));
    expect(new Set(used).size).toBe(20);
    const text = await scrape(env.METRICS_PORT);
    expect(sumOf(text, 'tradepost_http_requests_total{operation="listOrders",status="200"}')).toBe(20);
    expect(sumOf(text, 'tradepost_processes')).toBe(2);
    // The same from each process, so not their sum.
    expect(sumOf(text, 'tradepost_database_up')).toBe(1);
    // The sum: 10 of each process.
    expect(sumOf(text, 'tradepost_database_pool_size{pool="requests"}')).toBe(20);
    const pids = children();
    expect(pids).toHaveLength(2);
    expect(await stop()).toBe(0);
    expect(pids.filter(isAlive)).toEqual([]);
  });

  it('serves the panel: a login in one process counts in the other, and so does a logout', async () => {
    const env = await environment();
    const { panelUrl, children } = await start(env, '--roles', 'panel');
    const { tenantId } = await tenantOf(env);
    const email = 'ana@serraalta.com.br';
    const user = ['--tenant', tenantId, '--email', email, '--name', 'Ana', '--permissions', 'all'];
    await report(['user', 'create', ...user, '--password-stdin'], env, PASSWORD);
    const visitor = new Visitor(panelUrl);
    expect((await visitor.logIn({ email })).location).toBe('/panel');
    // On a connection each, which the processes take in turn.
    const open = (): Promise<PanelReply[]> =>
      Promise.all(Array.from({ length: 8 }, () => visitor.get('/panel/account', { connection: 'close' })));
    const pages = await open();
    expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));
    expect(children()).toHaveLength(2);
    const before = new Map(visitor.cookies);
    expect((await visitor.post('/panel/logout')).status).toBe(303);
    for (const [name, value] of before) visitor.cookies.set(name, value);
    for (const { location } of await open()) expect(location).toContain('/panel/login');
  });

  it('runs the worker: each process is ready, and they send webhooks', async () => {
    const env = await environment();
    const { healthUrl, children, stop } = await start(env, '--roles', 'worker');
    const ready = () => fetch(`${healthUrl}/readyz`, { headers: { connection: 'close' } });
    const responses = await Promise.all(Array.from({ length: 8 }, ready));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    const endpoint = await useEndpoint();
    const { tenantId } = await tenantOf(env);
    const webhook = ['--tenant', tenantId, '--url', endpoint.url, '--events', 'product.deleted'];
    await report(['webhook', 'create', ...webhook], env);
    const emit = `SELECT emit_event($1, 'product.deleted', '{"product_id":1}') FROM generate_series(1, 20)`;
    await onServer(env.DATABASE_URL!, (client) => client.query(emit, [tenantId]));
    await expect.poll(() => endpoint.received.length).toBe(20);
    const pids = children();
    expect(pids).toHaveLength(2);
    expect(await stop()).toBe(0);
    expect(pids.filter(isAlive)).toEqual([]);
  });

  it('replaces a process that dies, while the other one serves', async () => {
    const env = { ...(await environment()), METRICS_PORT: String(await freePort()) };
    const { url, children, logged } = await start(env, '--roles', 'api,panel');
    const [first, second] = children();
    process.kill(first!, 'SIGKILL');
    await expect.poll(logged).toContain('a process of the service ended, and another is started');
    expect((await fetch(`${url}/readyz`, { headers: { connection: 'close' } })).status).toBe(200);
    await expect.poll(logged).toContain('the process that ended is replaced');
    await expect.poll(() => scrape(env.METRICS_PORT)).toMatch(/^tradepost_processes 2$/m);
    expect(children()).toContain(second);
    expect(children()).not.toContain(first);
  });

  it.each([
    ['PORT', ["A process of the service couldn't start (exit code 1)."]],
    // The parent's, which tries it before there are others.
    ['METRICS_PORT', []],
  ])('says once that %s is in use, and leaves no process behind', async (setting, more) => {
    const env = await environment();
    const taken = String(await useTcpServer());
    // They write to the same standard error, so the command's end is the end of them all.
    const { code, stdout, stderr } = await runCommand(['serve', '--processes', '2'], {
      ...env,
      [setting]: taken,
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trimEnd().split('\n')).toEqual([
      `Port ${taken} of 127.0.0.1 is in use. Set ${setting} to another port, or stop the program that uses it.`,
      ...more,
    ]);
    expect(await connections(env.DATABASE_URL!)).toBe(0);
  });

  it.each([
    ['0', '--processes must be auto or a number from 1 to 256.\n'],
    ['many', '--processes must be auto or a number from 1 to 256.\n'],
    [
      '2',
      '--processes needs DATABASE_URL: with the embedded database one process counts the limits, in memory.\n',
    ],
  ])('is refused as %s without DATABASE_URL', async (count, message) => {
    expect(await runCommand(['serve', '--processes', count])).toEqual({
      code: 2,
      stdout: '',
      stderr: message,
    });
  });
});

it('auto means a process for each core that it may use', () => {
  expect(parseProcesses('auto')).toBe(os.availableParallelism());
});

it.each([
  ['the first time', 10_000, 0, 500],
  ['again at once', 10_000, 500, 1_000],
  ['again and again', 10_000, 20_000, 30_000],
  ['after a long life', 60_000, 30_000, 500],
])('a process that dies %s is started again after a while', (_, livedMs, lastDelayMs, delayMs) => {
  expect(restartDelay(livedMs, lastDelayMs)).toBe(delayMs);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
