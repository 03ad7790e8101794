import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Defer, Round } from './workload.ts';

const DEFAULT_CONNECTIONS = 32;
/** wrk's own 2 s would make a failure of a slow response, which the p99 shows anyway. */
const TIMEOUT_SECONDS = 30;
const REPORT = fileURLToPath(new URL('./wrk-report.lua', import.meta.url));
const REFUSALS = fileURLToPath(new URL('./request-log/refusals.lua', import.meta.url));
const REQUESTS = fileURLToPath(new URL('./requests.lua', import.meta.url));

/** Every n-th request is one that the server refuses, with these keys in turn. */
export interface Refusals {
  readonly keys: readonly string[];
  readonly every: number;
}

/** The prepared requests of a file, in turn: see requests.lua. */
export interface PreparedRequests {
  readonly file: string;
  /** The numbers in bodies begin after it. */
  readonly firstNumber: () => number;
}

export interface Load {
  /** The candidate's name, for messages. */
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly seconds: number;
  readonly connections?: number | undefined;
  readonly refusals?: Refusals | undefined;
  readonly requests?: PreparedRequests | undefined;
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

/** The Lua script of a load and its environment. */
function scriptOf({ refusals, requests }: Load): { script: string; env: Record<string, string> } {
  if (refusals)
    return {
      script: REFUSALS,
      env: { REPORT, EVERY: String(refusals.every), KEYS: refusals.keys.join() },
    };
  if (requests)
    return {
      script: REQUESTS,
      env: { REPORT, REQUESTS: requests.file, FIRST_NUMBER: String(requests.firstNumber()) },
    };
  return { script: REPORT, env: {} };
}

/** Loads the server with wrk. Throws if a request fails. */
export async function loadByWrk(defer: Defer, load: Load): Promise<Omit<Round, 'cpuSeconds'>> {
  const { name, url, headers, seconds, refusals, connections = DEFAULT_CONNECTIONS } = load;
  const { script, env } = scriptOf(load);
  const flags = ['-t1', `-c${connections}`, `-d${seconds}s`, `--timeout=${TIMEOUT_SECONDS}s`, '-s', script];
  const headerFlags = Object.entries(headers).flatMap(([header, value]) => ['-H', `${header}: ${value}`]);
  const wrk = spawn('wrk', [...flags, ...headerFlags, url], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  defer(async () => void wrk.kill());
  const [output, [code]] = await Promise.all([text(wrk.stdout), once(wrk, 'exit')]);
  if (code !== 0) throw new Error(`wrk ended with ${code}:\n${output}`);
  const report = JSON.parse(output.trim().split('\n').at(-1)!) as Report;
  const { requests, microseconds, p50, p99, refused, broken } = report;
  const expected = refusals ? Math.round(requests / refusals.every) : 0;
  // Requests in progress at the end may or may not be counted.
  if (Math.abs(refused - expected) > (refusals ? connections : 0) || broken > 0)
    throw new Error(
      `${name}: ${refused} of ${requests} requests were refused and ${broken} failed, so the results are invalid.`,
    );
  return { operations: requests, seconds: microseconds / 1e6, p50Ms: p50 / 1000, p99Ms: p99 / 1000 };
}
