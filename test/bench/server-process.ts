import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { SERVER_CORE } from './cores.ts';
import type { Defer } from './workload.ts';

/** Linux reports the time of processes in hundredths of a second, whatever its own clock is (proc(5), sysconf). */
const TICKS_PER_SECOND = 100;
const STOP_WITHIN_MS = 20_000;

export interface ServerProcess {
  readonly address: string;
  /** User and system time so far. */
  cpuSeconds(): number;
  /** The most memory that it has had at one time, in bytes. */
  peakMemory(): number;
}

/**
 * Starts a server in a Node process of its own, on the server's core unless told otherwise. It says where it listens by a line of JSON with an
 * `address` on standard output. It gets this environment and no other: a DATABASE_URL of the shell must not reach it.
 */
export async function startServer(
  defer: Defer,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  core: string = SERVER_CORE,
): Promise<ServerProcess> {
  const child = spawn('taskset', ['--cpu-list', core, process.execPath, ...args], {
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
    throw new Error(`The server ended before it was ready (${code ?? signal}): node ${args.join(' ')}`);
  });
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), died])) as [string];
  died.catch(() => {});
  const { address } = JSON.parse(line) as { address: string };
  return { address, cpuSeconds: () => cpuSecondsOf(child.pid!), peakMemory: () => peakMemoryOf(child.pid!) };
}

/** utime and stime: fields 14 and 15, counted from behind the program's name, which may hold blanks. */
function cpuSecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

function peakMemoryOf(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
