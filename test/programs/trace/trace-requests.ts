import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { buildServer, type ServerBuild, WITHOUT_WARM_UP } from '../../support/server-build.ts';
import { markFunctions } from './mark-functions.ts';

const PROGRAM = 'test/programs/trace/traced-service.ts';

export interface TracedRequest {
  readonly method: string;
  /** Relative to /api/v1. */
  readonly path: string;
  readonly body?: unknown;
  /** Sends a new Idempotency-Key. */
  readonly withKey?: boolean;
}

/** The server's files that each request passes, in the order in which they first run. */
export async function traceRequests(...requests: readonly TracedRequest[]): Promise<string[][]> {
  const build = buildServer([PROGRAM], [WITHOUT_WARM_UP], markFunctions);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tradepost-trace-'));
  // Started by root, PostgreSQL runs as another user, who has to reach the folder.
  chmodSync(dataDir, 0o711);
  try {
    const traces = await runService(build, dataDir, requests);
    return traces.map(inEach);
  } finally {
    build.remove();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Background jobs may run during one of the requests, but not during each. */
export const inEach = ([first = [], ...others]: readonly (readonly string[])[]): string[] =>
  first.filter((file) => others.every((other) => other.includes(file)));

/** For each request the files of several runs. */
async function runService(
  build: ServerBuild,
  dataDir: string,
  requests: readonly TracedRequest[],
): Promise<readonly string[][][]> {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [build.fileOf(PROGRAM), JSON.stringify(requests)], {
    env: { PATH, HOME, PORT: '0', LOG_LEVEL: 'error', TRADEPOST_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (code !== 0) throw new Error(`The traced service exited with ${code}: ${errors}`);
  return JSON.parse(output) as string[][][];
}
