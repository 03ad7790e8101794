import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CleanupStack } from '../../support/cleanup-stack.ts';
import { freePort } from '../../support/free-port.ts';

export function hasHaproxy(): boolean {
  try {
    execFileSync('haproxy', ['-v']);
    return true;
  } catch {
    if (process.env.CI) throw new Error('CI must install haproxy.');
    return false;
  }
}

export interface Haproxy {
  readonly url: string;
  /** Whether haproxy sends requests to this server. */
  isUp(server: string): Promise<boolean>;
}

export interface HaproxyOptions {
  /** The servers' ports by name. */
  readonly servers: Readonly<Record<string, number>>;
  /** Added to each server after `check`. Empty: haproxy's defaults, a check every 2 s, down after 3, up after 2. */
  readonly checks: string;
  /** Added to the defaults. */
  readonly defaults: string;
}

/** The balancer of docs/operating.md: no retries of requests, no redispatch, only the check of /readyz. */
export async function startHaproxy(
  { defer }: CleanupStack,
  { servers, checks, defaults }: HaproxyOptions,
): Promise<Haproxy> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tradepost-haproxy-'));
  defer(() => rm(folder, { recursive: true }));
  const [port, socket, file] = [await freePort(), path.join(folder, 'stats'), path.join(folder, 'cfg')];
  const lines = Object.entries(servers).map(
    ([name, at]) => `  server ${name} 127.0.0.1:${at} check ${checks}`,
  );
  await writeFile(file, configuration(port, socket, lines, defaults));
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  const ended = once(child, 'exit');
  defer(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const died = ended.then(() => Promise.reject(new Error(`haproxy exited: ${errors}`)));
  died.catch(() => {});
  // It moves the socket to its name once it listens on everything: on a busy machine the port answers earlier.
  for (const place of [{ port, host: '127.0.0.1' }, { path: socket }])
    await Promise.race([answers(place), died]);
  return { url: `http://127.0.0.1:${port}`, isUp: (server) => isUp(socket, server) };
}

const configuration = (port: number, socket: string, servers: readonly string[], more: string): string => `
global
  stats socket ${socket}
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
${more}frontend api
  bind 127.0.0.1:${port}
  default_backend tradepost
backend tradepost
  option httpchk GET /readyz
${servers.join('\n')}
`;

async function answers(place: net.NetConnectOpts): Promise<void> {
  for (;;) {
    const socket = net.connect(place);
    const connected = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (connected) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The 18th column of `show stat` is the status. While a check fails for the first time, it's `UP 2/3`, for instance. */
async function isUp(socket: string, server: string): Promise<boolean> {
  const client = net.connect(socket);
  client.end('show stat\n');
  let text = '';
  for await (const chunk of client) text += chunk;
  const row = text.split('\n').find((line) => line.startsWith(`tradepost,${server},`));
  return row?.split(',')[17] === 'UP';
}
