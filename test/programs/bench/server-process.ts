import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { SERVER_CORE } from './cores.ts';
import { cpuSecondsOf, peakMemoryOf } from './process-usage.ts';
import type { Defer } from './workload.ts';

const STOP_WITHIN_MS = 20_000;

export interface ServerProcess {
  readonly pid: number;
  readonly address: string;
  /** User and system time so far. */
  cpuSeconds(): number;
  /** Peak memory in bytes. */
  peakMemory(): number;
}

/**
 * Starts a server in a separate Node process, by default on the core reserved for it. The server prints a line of JSON
 * with its `address`. It gets only the given environment, so that a DATABASE_URL of the shell can't reach it.
 */
export async function startServer(
  defer: Defer,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  core: string = SERVER_CORE,
  node: string = process.execPath,
): Promise<ServerProcess> {
  const child = spawn('taskset', ['--cpu-list', core, node, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  defer(async () => {
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
    child.kill('SIGTERM');
    await ended;
    clearTimeout(timer);
  });
  const died = ended.then(([code, signal]) => {
    throw new Error(`The server exited before it was ready (${code ?? signal}): node ${args.join(' ')}`);
  });
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), died])) as [string];
  died.catch(() => {});
  const { address } = JSON.parse(line) as { address: string };
  const pid = child.pid!;
  return { pid, address, cpuSeconds: () => cpuSecondsOf(pid), peakMemory: () => peakMemoryOf(pid) };
}
