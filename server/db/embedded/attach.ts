import { setTimeout as sleep } from 'node:timers/promises';
import { readPassword } from './cluster.ts';
import { Hold } from './hold.ts';
import { errorCode } from './own-files.ts';
import { livePostmaster } from './postmaster.ts';
import { connect, hasDatabase, type Server } from './server-connection.ts';
import { READY_WITHIN_MS } from './server-process.ts';
import type { Site } from './site.ts';

const LOOK_EVERY_MS = 20;
const INVALID_PASSWORD = '28P01';

/**
 * A hold on the server that an earlier process has left or another one uses; waits while it starts or
 * stops.
 */
export async function attach(site: Site): Promise<Hold | undefined> {
  const giveUpAt = Date.now() + READY_WITHIN_MS;
  while (Date.now() < giveUpAt) {
    if (!(await livePostmaster(site.cluster))) return undefined;
    const server = await readyServer(site);
    const hold = server && (await holdIfItAnswers(server));
    if (hold) return hold;
    await sleep(LOOK_EVERY_MS);
  }
  return undefined;
}

/** A ready server with its database, which a server in its very first start does not have yet. */
export async function findServer(site: Site): Promise<Server | undefined> {
  const server = await readyServer(site);
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

async function readyServer(site: Site): Promise<Server | undefined> {
  const postmaster = await livePostmaster(site.cluster);
  const password = await readPassword(site);
  if (!postmaster?.ready || password === undefined) return undefined;
  return { cluster: site.cluster, pid: postmaster.pid, port: postmaster.port, password };
}

async function holdIfItAnswers(server: Server): Promise<Hold | undefined> {
  try {
    return await Hold.take(server);
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
