import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Defer, Round } from './workload.ts';

const CONNECTIONS = 32;
const REPORT = fileURLToPath(new URL('./wrk-report.lua', import.meta.url));

export interface Load {
  /** Of the candidate, for messages. */
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly seconds: number;
}

/** What wrk-report.lua writes. */
interface Report {
  readonly requests: number;
  readonly microseconds: number;
  readonly p50: number;
  readonly p99: number;
  /** Answers with a status of 400 and up. */
  readonly refused: number;
  readonly broken: number;
}

/** Sends as many requests as are answered. One that is refused or breaks ends the bench. */
export async function loadByWrk(
  defer: Defer,
  { name, url, headers, seconds }: Load,
): Promise<Omit<Round, 'cpuSeconds'>> {
  const flags = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-s', REPORT];
  const headerFlags = Object.entries(headers).flatMap(([header, value]) => ['-H', `${header}: ${value}`]);
  const wrk = spawn('wrk', [...flags, ...headerFlags, url], { stdio: ['ignore', 'pipe', 'inherit'] });
  defer(async () => void wrk.kill());
  const [output, [code]] = await Promise.all([text(wrk.stdout), once(wrk, 'exit')]);
  if (code !== 0) throw new Error(`wrk ended with ${code}:\n${output}`);
  const report = JSON.parse(output.trim().split('\n').at(-1)!) as Report;
  const { requests, microseconds, p50, p99, refused, broken } = report;
  if (refused + broken > 0)
    throw new Error(
      `${name}: of ${requests} requests ${refused} were refused and ${broken} broke. These figures say nothing.`,
    );
  return { operations: requests, seconds: microseconds / 1e6, p50Ms: p50 / 1000, p99Ms: p99 / 1000 };
}
