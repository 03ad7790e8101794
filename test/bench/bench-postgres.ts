import { onServer } from '../support/databases.ts';
import { parentOf, postgresCpuSeconds } from './process-usage.ts';

/** Returns a function for the CPU time that the PostgreSQL at `url`, on this machine, has used so far. */
export async function postgresMeter(url: string): Promise<() => number> {
  const postmaster = await onServer(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return parentOf(rows[0]!.pid);
  });
  return () => postgresCpuSeconds(postmaster);
}
