import { setTimeout as sleep } from 'node:timers/promises';
import { readPassword } from './cluster.ts';
import type { DataLayout } from './data-layout.ts';
import { errorCode } from './files.ts';
import { livePostmaster } from './postmaster.ts';
import { connect, hasDatabase, type Server } from './server-connection.ts';
import { ServerLock } from './server-lock.ts';
import { READY_TIMEOUT_MS } from './server-process.ts';

const POLL_INTERVAL_MS = 20;
const INVALID_PASSWORD = '28P01';

/**
 * A lock on the server that an earlier process has left or another one uses; waits while it starts or
 * stops.
 */
export async function attach(layout: DataLayout): Promise<ServerLock | undefined> {
  const giveUpAt = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < giveUpAt) {
    if (!(await livePostmaster(layout.cluster))) return undefined;
    const server = await readyServer(layout);
    const lock = server && (await acquireIfReady(server));
    if (lock) return lock;
    await sleep(POLL_INTERVAL_MS);
  }
  return undefined;
}

/** A ready server with its database, which a server in its very first start does not have yet. */
export async function findServer(layout: DataLayout): Promise<Server | undefined> {
  const server = await readyServer(layout);
  if (!server) return undefined;
  try {
    const connection = await connect(server, 'tradepost looks for a server');
    const found = await hasDatabase(connection);
    await connection.client.end();
    return found ? server : undefined;
  } catch (error) {
    return refuseOtherPassword(error);
  }
}

async function readyServer(layout: DataLayout): Promise<Server | undefined> {
  const postmaster = await livePostmaster(layout.cluster);
  const password = await readPassword(layout);
  if (!postmaster?.ready || password === undefined) return undefined;
  return { cluster: layout.cluster, pid: postmaster.pid, port: postmaster.port, password };
}

async function acquireIfReady(server: Server): Promise<ServerLock | undefined> {
  try {
    return await ServerLock.acquire(server);
  } catch (error) {
    return refuseOtherPassword(error);
  }
}

/** Every other failure to connect is that of a server on its way up or down. */
function refuseOtherPassword(error: unknown): undefined {
  if (errorCode(error) !== INVALID_PASSWORD) return undefined;
  throw new Error(
    'The running PostgreSQL does not take the password in the data folder. Was its file changed?',
    {
      cause: error,
    },
  );
}
