import { spawn } from 'node:child_process';
import path from 'node:path';
import { spawnIds, type UnprivilegedUser } from './unprivileged-user.ts';

interface ProgramResult {
  readonly ok: boolean;
  readonly output: string;
}

/**
 * All that PostgreSQL's programs get: our own environment holds secrets, and PG* variables would mislead
 * them.
 */
const INHERITED_VARIABLES = ['PATH', 'SYSTEMROOT', 'TEMP', 'TMP'];

/** How each of PostgreSQL's programs is spawned. The root folder, because the user may not reach ours. */
export function programSpawnOptions(user: UnprivilegedUser | undefined) {
  return {
    ...spawnIds(user),
    cwd: path.parse(process.cwd()).root,
    env: programEnvironment(),
    windowsHide: true,
  };
}

/**
 * TZ spares initdb the search for the machine's time zone; LC_ALL keeps messages in English and macOS
 * starting.
 */
function programEnvironment(): NodeJS.ProcessEnv {
  const kept = INHERITED_VARIABLES.flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  );
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' };
}

/**
 * Runs one of PostgreSQL's programs to its end. A program that cannot be run at all is a failure with its
 * reason.
 */
export function runProgram(
  file: string,
  args: string[],
  user: UnprivilegedUser | undefined,
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { ...programSpawnOptions(user), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', (error) => resolve({ ok: false, output: error.message }));
    child.once('close', (code, signal) => {
      const fallback = signal ? `ended by ${signal}` : `exit code ${code}`;
      resolve({ ok: code === 0, output: output.trim() || fallback });
    });
  });
}
