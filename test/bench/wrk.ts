import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Defer, Round } from './workload.ts';

const CONNECTIONS = 32;
const REPORT = fileURLToPath(new URL('./wrk-report.lua', import.meta.url));
const REFUSALS = fileURLToPath(new URL('./request-log/refusals.lua', import.meta.url));

/** Every n-th request is one that the server refuses, with these keys in turn. */
export interface Refusals {
  readonly keys: readonly string[];
  readonly every: number;
}

export interface Load {
  /** The candidate's name, for messages. */
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly seconds: number;
  readonly refusals?: Refusals | undefined;
}

/** Printed by wrk-report.lua. */
interface Report {
  readonly requests: number;
  readonly microseconds: number;
  readonly p50: number;
  readonly p99: number;
  /** Responses with a status of 400 or above. */
  readonly refused: number;
  readonly broken: number;
}

/** Loads the server with wrk. Throws if a request fails. */
export async function loadByWrk(
  defer: Defer,
  { name, url, headers, seconds, refusals }: Load,
): Promise<Omit<Round, 'cpuSeconds'>> {
  const flags = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-s', refusals ? REFUSALS : REPORT];
  const headerFlags = Object.entries(headers).flatMap(([header, value]) => ['-H', `${header}: ${value}`]);
  const settings = refusals && { EVERY: String(refusals.every), KEYS: refusals.keys.join(), REPORT };
  const wrk = spawn('wrk', [...flags, ...headerFlags, url], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  defer(async () => void wrk.kill());
  const [output, [code]] = await Promise.all([text(wrk.stdout), once(wrk, 'exit')]);
  if (code !== 0) throw new Error(`wrk ended with ${code}:\n${output}`);
  const report = JSON.parse(output.trim().split('\n').at(-1)!) as Report;
  const { requests, microseconds, p50, p99, refused, broken } = report;
  const expected = refusals ? Math.round(requests / refusals.every) : 0;
  // Requests in progress at the end may or may not be counted.
  if (Math.abs(refused - expected) > (refusals ? CONNECTIONS : 0) || broken > 0)
    throw new Error(
      `${name}: ${refused} of ${requests} requests were refused and ${broken} failed, so the results are invalid.`,
    );
  return { operations: requests, seconds: microseconds / 1e6, p50Ms: p50 / 1000, p99Ms: p99 / 1000 };
}
