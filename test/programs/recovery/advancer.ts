import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AdvanceReport } from './advance-process.ts';

const PROGRAM = fileURLToPath(new URL('./advance-process.ts', import.meta.url));

/** What the processes that advanced a recovery have used. */
export class Usage {
  /** The longest statement of each batch, in ms. */
  readonly statementsMs: number[] = [];
  /** The heap after each batch. */
  readonly heapBytes: number[] = [];

  add({ statementMs, heapBytes }: AdvanceReport): void {
    this.statementsMs.push(statementMs);
    this.heapBytes.push(heapBytes);
  }
}

/** Runs a process that advances the recoveries until none is running, or until it's killed after `batches` of them. */
export async function advance(
  databaseUrl: string,
  usage: Usage,
  batches = Number.POSITIVE_INFINITY,
): Promise<void> {
  const child = fork(PROGRAM, {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  let count = 0;
  child.on('message', (report: AdvanceReport) => {
    usage.add(report);
    count += 1;
    if (count === batches) child.kill('SIGKILL');
  });
  const [code] = await once(child, 'exit');
  if (code !== 0 && count < batches) throw new Error(`${PROGRAM} ended with ${code}`);
}

/** The memory of its own of the largest process of a PostgreSQL server, in bytes. Undefined where there is no /proc. */
export async function backendBytes(pids: readonly number[]): Promise<number | undefined> {
  const sizes = await Promise.all(
    pids.map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      return Number(/^RssAnon:\s*(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) * 1024;
    }),
  );
  const known = sizes.filter((size) => !Number.isNaN(size));
  return known.length === 0 ? undefined : Math.max(...known);
}
