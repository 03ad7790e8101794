import { setTimeout } from 'node:timers/promises';
import { onServer } from '../../support/databases.ts';
import { parentOf, postgresCpuSeconds } from './process-usage.ts';

/** Returns a function for the CPU time that the PostgreSQL at `url`, on this machine, has used so far. */
export async function postgresMeter(url: string): Promise<() => number> {
  const postmaster = await onServer(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return parentOf(rows[0]!.pid);
  });
  return () => postgresCpuSeconds(postmaster);
}

const CHECKED_EVERY_MS = 20;
const RUNNING = `SELECT FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND state <> 'idle' LIMIT 1`;

/** Waits until no client of the PostgreSQL at `url` has a statement or a transaction open. */
export const postgresAtRest = (url: string): Promise<void> =>
  onServer(url, async (client) => {
    while ((await client.query(RUNNING)).rowCount) await setTimeout(CHECKED_EVERY_MS);
  });
