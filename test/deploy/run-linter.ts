import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { Linter } from './linters.ts';

export interface Verdict {
  readonly passed: boolean;
  readonly text: string;
}

/** A linter that is missing is named. In CI it fails, if it can be installed. */
export function runLinter({ command, install, hasComplained }: Linter, inCi: boolean): Verdict {
  const [program, ...args] = command;
  const name = [path.basename(program), ...args].join(' ');
  const { error, status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (error !== undefined)
    return {
      passed: install === undefined || !inCi,
      text: `not installed: ${name}${install ? ` (${install})` : ''}`,
    };
  const passed = status === 0 && !hasComplained?.(stdout + stderr);
  return { passed, text: passed ? `ok: ${name}` : `failed: ${name}\n${stdout}${stderr}` };
}
