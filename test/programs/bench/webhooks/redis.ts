import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Defer } from '../workload.ts';

/** Redis doesn't listen at all on port 0, so ports are tried from here on, in IANA's dynamic range. */
const FIRST_PORT = 49_200;
const TRIES = 50;

/** When Redis writes to disk: before its response, like PostgreSQL; within a second; or not at all. */
export type Keeping = 'always' | 'everysec' | 'no';

const KEEPING: Readonly<Record<Keeping, Readonly<Record<string, string>>>> = {
  always: { appendonly: 'yes', appendfsync: 'always' },
  everysec: { appendonly: 'yes', appendfsync: 'everysec' },
  no: { appendonly: 'no' },
};

/** Starts a Redis server for the benchmark. */
export async function startRedis(
  defer: Defer,
  keeping: Keeping,
): Promise<{ readonly url: string; readonly pid: number }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tradepost-bench-redis-'));
  defer(() => rm(folder, { recursive: true, force: true }));
  for (let port = FIRST_PORT; port < FIRST_PORT + TRIES; port += 1) {
    const pid = await tryPort(defer, port, { dir: folder, ...KEEPING[keeping] });
    if (pid !== undefined) return { url: `redis://127.0.0.1:${port}`, pid };
  }
  throw new Error('redis-server could not be started. On Debian: apt-get install redis-server');
}

async function tryPort(
  defer: Defer,
  port: number,
  more: Readonly<Record<string, string>>,
): Promise<number | undefined> {
  const flags = { port, bind: '127.0.0.1', save: '', ...more };
  const args = Object.entries(flags).flatMap(([flag, value]) => [`--${flag}`, String(value)]);
  const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  // Rejects if redis-server isn't installed. The loop below then gets no line either.
  ended.catch(() => undefined);
  for await (const line of createInterface(child.stdout)) {
    if (!line.includes('Ready to accept connections')) continue;
    defer(async () => {
      child.kill('SIGTERM');
      await ended;
    });
    child.stdout.resume();
    return child.pid;
  }
  return undefined;
}
