import { execFile } from 'node:child_process';
import { cpus } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Reserved for the candidate being measured; the benchmark, PostgreSQL and the load generator share the others. */
export const SERVER_CORE = '0';
/** Left to the scheduler. */
export const ANY_CORE = `0-${cpus().length - 1}`;

/** Moves the benchmark to the other cores. Child processes stay there unless started with taskset. */
export async function pinBench(): Promise<void> {
  const cores = cpus().length;
  if (cores < 2)
    throw new Error('The benchmark needs two cores: one for the server, one for the load and PostgreSQL.');
  await requireTool('taskset', 'util-linux');
  await requireTool('wrk', 'wrk');
  await run('taskset', ['--all-tasks', '--cpu-list', '--pid', `1-${cores - 1}`, String(process.pid)]);
}

export async function requireTool(tool: string, debianPackage: string): Promise<void> {
  await run('which', [tool]).catch(() => {
    throw new Error(
      `The benchmark needs ${tool}, which is not installed. On Debian: apt-get install ${debianPackage}`,
    );
  });
}
