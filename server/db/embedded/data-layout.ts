import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, realpath, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { replaceFile } from '../../base/atomic-file.ts';
import * as files from './files.ts';
import type { UnprivilegedUser } from './run-program.ts';

/** Where things are. Only `cluster` belongs to the user that PostgreSQL runs as; the rest is ours. */
export interface DataLayout {
  /** <dataDir>/postgres: the password, the start lock, the log, and the record of `dataRoot`. */
  readonly folder: string;
  /** What PostgreSQL must be able to reach: the cluster, and a copy of the programs if it needs one. */
  readonly dataRoot: string;
  readonly cluster: string;
}

/** Survives a reboot, which a temporary folder may not. */
const SYSTEM_FOLDER = '/var/lib/tradepost';
/** The file that says where the data root is. Existing data folders have it under this name. */
const DATA_ROOT_RECORD = 'home';

/** The layout of a data folder that has been started before; undefined otherwise. */
export async function findLayout(dataDir: string): Promise<DataLayout | undefined> {
  const folder = await files.undefinedIfMissing(realpath(path.join(dataDir, 'postgres')));
  if (folder === undefined) return undefined;
  await files.assertOwnFolder(path.join(dataDir, 'postgres'));
  return layoutAt(folder, (await recordedDataRoot(folder)) ?? folder);
}

/** Creates the layout's `folder`, where the start lock is then taken. */
export async function ensureFolder(dataDir: string, user: UnprivilegedUser | undefined): Promise<string> {
  const mode = user ? files.TRAVERSE_ONLY_FOLDER : files.OWNER_ONLY_FOLDER;
  await files.ensureDataDir(dataDir, mode);
  const folder = path.join(await realpath(dataDir), 'postgres');
  const made = await mkdir(folder, { recursive: true, mode });
  await files.assertOwnFolder(folder);
  if (made) await chmod(folder, mode); // whatever the umask is
  return folder;
}

/** Call it under the start lock: two processes could otherwise choose two data roots. */
export async function openLayout(
  folder: string,
  user: UnprivilegedUser | undefined,
  log: (message: string) => void,
): Promise<DataLayout> {
  return layoutAt(folder, user ? await dataRootFor(user, folder, log) : folder);
}

function layoutAt(folder: string, dataRoot: string): DataLayout {
  return { folder, dataRoot, cluster: path.join(dataRoot, 'cluster') };
}

/** The data root that the first start chose; undefined when it is `folder` itself. */
function recordedDataRoot(folder: string): Promise<string | undefined> {
  return files.readIfExists(path.join(folder, DATA_ROOT_RECORD));
}

/** Where PostgreSQL's files go when it runs as another user: in `folder`, unless that user can't get there. */
async function dataRootFor(
  user: UnprivilegedUser,
  folder: string,
  log: (message: string) => void,
): Promise<string> {
  const recorded = await recordedDataRoot(folder);
  if (recorded !== undefined) return assertStillThere(recorded, folder);
  const closed = await firstInaccessibleFolder(folder, user);
  if (closed === undefined) return folder;
  if (await files.undefinedIfMissing(realpath(path.join(folder, 'cluster'))))
    throw new Error(`PostgreSQL runs as the user nobody, who cannot reach ${folder}: ${closed} is closed.`);
  const dataRoot = await createDataRootOutside(folder, log);
  const barred = await firstInaccessibleFolder(dataRoot, user);
  if (barred !== undefined)
    throw new Error(
      `PostgreSQL runs as the user nobody, who can reach neither ${folder} (${closed} is closed) ` +
        `nor ${dataRoot} (${barred} is closed).`,
    );
  await replaceFile(path.join(folder, DATA_ROOT_RECORD), dataRoot);
  log(`PostgreSQL runs as the user nobody, who cannot enter ${closed}. The database is in ${dataRoot}.`);
  return dataRoot;
}

async function assertStillThere(dataRoot: string, folder: string): Promise<string> {
  if (await files.undefinedIfMissing(realpath(dataRoot))) {
    await files.assertOwnFolder(dataRoot);
    return dataRoot;
  }
  throw new Error(
    `The database of ${folder} was in ${dataRoot}, which no longer exists. ` +
      `Restore that folder, or remove ${folder} to start with an empty database.`,
  );
}

/** A new folder on each call: nobody can have prepared it, and no earlier data is mistaken for ours. */
async function createDataRootOutside(folder: string, log: (message: string) => void): Promise<string> {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const dataRoot =
    (await createSystemFolder(name)) ??
    (await mkdtemp(path.join(await realpath(tmpdir()), `tradepost-${name}-`)));
  const lasting = dataRoot.startsWith(SYSTEM_FOLDER);
  if (!lasting) log(`${SYSTEM_FOLDER} is not writable: the database may not survive a reboot.`);
  await chmod(dataRoot, files.TRAVERSE_ONLY_FOLDER);
  return dataRoot;
}

async function createSystemFolder(name: string): Promise<string | undefined> {
  try {
    if (await mkdir(SYSTEM_FOLDER, { recursive: true }))
      await chmod(SYSTEM_FOLDER, files.TRAVERSE_ONLY_FOLDER);
    await files.assertOwnFolder(SYSTEM_FOLDER);
    return await mkdtemp(path.join(SYSTEM_FOLDER, `${name}-`));
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS', 'ENOENT'].includes(files.errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

/** The first folder on the path to `folder`, itself included, that the user cannot enter. */
async function firstInaccessibleFolder(folder: string, user: UnprivilegedUser): Promise<string | undefined> {
  for (const step of foldersDownTo(folder)) {
    if (!(await canEnter(step, user))) return step;
  }
  return undefined;
}

function foldersDownTo(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [...foldersDownTo(parent), folder];
}

async function canEnter(folder: string, user: UnprivilegedUser): Promise<boolean> {
  const { uid, gid, mode } = await stat(folder);
  if (uid === user.uid) return (mode & 0o100) !== 0;
  if (gid === user.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}
