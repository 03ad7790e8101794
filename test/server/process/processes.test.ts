import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { restartDelay } from '../../../server/process/restart-delay.ts';
import { smoke } from '../../smoke/run.ts';
import { type Env, report, runCommand, spawnCommand } from '../../support/command.ts';
import { ownDatabase } from '../../support/databases.ts';

async function environment(): Promise<Env> {
  const { url, drop } = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  onTestFinished(drop);
  return { DATABASE_URL: url, TRADEPOST_SECRET_KEY: 's'.repeat(64), PORT: '0' };
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
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
  return {
    url: (JSON.parse(line.toString()) as { address: string }).address,
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

const scrape = async (port: string): Promise<string> =>
  (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
const sumOf = (text: string, name: string): number =>
  text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);

describe('serve --processes', () => {
  it('takes orders and sends webhooks, adds up the metrics, and ends with all its processes', async () => {
    const env = { ...(await environment()), METRICS_PORT: await freePort() };
    const { url, children, stop } = await start(env);
    await smoke({ urls: [url], env, print: () => {} });
    const { tenant_id } = await report<{ tenant_id: number }>(
      ['tenant', 'create', '--name', 'A', '--plan', 'Pro'],
      env,
    );
    const { key } = await report<{ key: string }>(
      ['key', 'create', '--tenant', String(tenant_id), '--name', 'a', '--scopes', 'all'],
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

  it('replaces a process that dies, while the other one serves', async () => {
    const env = { ...(await environment()), METRICS_PORT: await freePort() };
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

  it('says once why it cannot start, and leaves no process behind', async () => {
    const env = await environment();
    const taken: Server = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void taken.close());
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const { code, stdout, stderr } = await runCommand(['serve', '--processes', '2'], {
      ...env,
      PORT: String(port),
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.match(/is in use/g)).toHaveLength(1);
    expect(stderr).toContain("A process of the service couldn't start (exit code 1).");
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
