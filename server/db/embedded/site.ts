import { chmod, mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { homeFor, readHome } from './home.ts';
import * as own from './own-files.ts';
import type { UnprivilegedUser } from './unprivileged-user.ts';

/** Where things are. All but `cluster` is ours alone; `cluster` belongs to whom PostgreSQL runs as. */
export interface Site {
  /** <dataDir>/postgres: the password, the lock, the log, and where `home` is. */
  readonly folder: string;
  /** What PostgreSQL must reach: the cluster, and a copy of the programs if one is needed. */
  readonly home: string;
  readonly cluster: string;
}

/** The site of a data folder that has been started once; undefined when it has not. */
export async function findSite(dataDir: string): Promise<Site | undefined> {
  const real = await own.unlessMissing(realpath(path.join(dataDir, 'postgres')));
  if (real === undefined) return undefined;
  await own.assertOwnFolder(path.join(dataDir, 'postgres'));
  return siteAt(real, (await readHome(real)) ?? real);
}

/** Makes `folder` of the site, in which the start lock is then taken. */
export async function openFolder(dataDir: string, user: UnprivilegedUser | undefined): Promise<string> {
  const mode = user ? own.PASS_THROUGH_FOLDER : own.OWNER_ONLY_FOLDER;
  await own.openDataDir(dataDir, mode);
  const folder = path.join(await realpath(dataDir), 'postgres');
  const made = await mkdir(folder, { recursive: true, mode });
  await own.assertOwnFolder(folder);
  if (made) await chmod(folder, mode); // whatever the umask is
  return folder;
}

/** Only under the start lock: two processes would choose two homes. */
export async function openSite(
  folder: string,
  user: UnprivilegedUser | undefined,
  log: (message: string) => void,
): Promise<Site> {
  return siteAt(folder, user ? await homeFor(user, folder, log) : folder);
}

function siteAt(folder: string, home: string): Site {
  return { folder, home, cluster: path.join(home, 'cluster') };
}
