import { chmod, mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { chooseDataRoot, readDataRoot } from './data-root.ts';
import * as own from './files.ts';
import type { UnprivilegedUser } from './unprivileged-user.ts';

/** Where things are. All but `cluster` is ours alone; `cluster` belongs to whom PostgreSQL runs as. */
export interface DataLayout {
  /** <dataDir>/postgres: the password, the lock, the log, and where `dataRoot` is. */
  readonly folder: string;
  /** What PostgreSQL must reach: the cluster, and a copy of the programs if one is needed. */
  readonly dataRoot: string;
  readonly cluster: string;
}

/** The layout of a data folder that has been started once; undefined when it has not. */
export async function findLayout(dataDir: string): Promise<DataLayout | undefined> {
  const real = await own.undefinedIfMissing(realpath(path.join(dataDir, 'postgres')));
  if (real === undefined) return undefined;
  await own.assertOwnFolder(path.join(dataDir, 'postgres'));
  return layoutAt(real, (await readDataRoot(real)) ?? real);
}

/** Makes `folder` of the layout, in which the start lock is then taken. */
export async function ensureFolder(dataDir: string, user: UnprivilegedUser | undefined): Promise<string> {
  const mode = user ? own.TRAVERSE_ONLY_FOLDER : own.OWNER_ONLY_FOLDER;
  await own.ensureDataDir(dataDir, mode);
  const folder = path.join(await realpath(dataDir), 'postgres');
  const made = await mkdir(folder, { recursive: true, mode });
  await own.assertOwnFolder(folder);
  if (made) await chmod(folder, mode); // whatever the umask is
  return folder;
}

/** Only under the start lock: two processes would choose two homes. */
export async function openLayout(
  folder: string,
  user: UnprivilegedUser | undefined,
  log: (message: string) => void,
): Promise<DataLayout> {
  return layoutAt(folder, user ? await chooseDataRoot(user, folder, log) : folder);
}

function layoutAt(folder: string, dataRoot: string): DataLayout {
  return { folder, dataRoot, cluster: path.join(dataRoot, 'cluster') };
}
