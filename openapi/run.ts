import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

export interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program of node_modules. What it prints is returned: notices and progress are shown only if somebody needs them. */
export function run(program: string, ...args: string[]): Run {
  return spawnSync(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 512 * 1024 * 1024,
    env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_SUPPRESS_NOTIFICATIONS: 'true' },
  });
}

export function redocly(...args: string[]): Run {
  return run('@redocly/cli/bin/cli.js', ...args);
}

/** Calls a function with a new folder, which is removed afterwards. */
export function inScratchFolder<T>(use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'tradepost-contract-'));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a program printed, as an error, if it failed. */
export function mustSucceed({ status, stdout, stderr }: Run): void {
  if (status !== 0) throw new FailedRun(`${stdout}${stderr}`);
}

export class FailedRun extends Error {
  override readonly name = 'FailedRun';
}
