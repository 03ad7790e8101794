import { setTimeout as sleep } from 'node:timers/promises';
import { isPostmaster, livePostmaster } from './postmaster.ts';
import type { Programs } from './programs.ts';
import { runProgram } from './run-program.ts';
import type { UnprivilegedUser } from './unprivileged-user.ts';

/** SIGINT: transactions are rolled back, and a checkpoint of up to shared_buffers (128 MB) is written. */
const FAST_SHUTDOWN_TIMEOUT_MS = 20_000;
/** SIGQUIT: PostgreSQL itself kills children that are left after 5 s. */
const IMMEDIATE_SHUTDOWN_TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 10;

/**
 * Stops the server; one that does not go in time will recover at its next start. pg_ctl sends the signal,
 * as the user of the server: were we to send it as root, who can write postmaster.pid could have us end any
 * process.
 */
export async function shutDown(
  pid: number,
  cluster: string,
  programs: Programs,
  user?: UnprivilegedUser,
): Promise<void> {
  const current = await livePostmaster(cluster);
  // When it has ended by itself, pg_ctl would stop the one that another service has started since.
  if (current?.pid !== pid) return;
  const ask = (mode: string) => runProgram(programs.pgCtl, ['stop', '-D', cluster, '-m', mode, '-W'], user);
  await ask('fast');
  if (await waitUntilGone(pid, cluster, FAST_SHUTDOWN_TIMEOUT_MS)) return;
  const { output } = await ask('immediate');
  if (await waitUntilGone(pid, cluster, IMMEDIATE_SHUTDOWN_TIMEOUT_MS)) return;
  throw new Error(`The embedded PostgreSQL (process ${pid}) does not stop: ${output}`);
}

async function waitUntilGone(pid: number, cluster: string, timeoutMs: number): Promise<boolean> {
  const giveUpAt = Date.now() + timeoutMs;
  while (await isPostmaster(pid, cluster)) {
    if (Date.now() > giveUpAt) return false;
    await sleep(POLL_INTERVAL_MS);
  }
  return true;
}
