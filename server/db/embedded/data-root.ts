import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { replaceFile } from '../../atomic-file.ts';
import * as own from './files.ts';
import { firstInaccessibleFolder, type UnprivilegedUser } from './unprivileged-user.ts';

/** Survives a reboot, which a temporary folder does not promise. */
const SYSTEM_FOLDER = '/var/lib/tradepost';
/** The file in the data folder. Data folders of released versions hold it under this name. */
const DATA_ROOT_RECORD = 'home';

/** The dataRoot that was chosen at the first start; undefined when it is `folder` itself. */
export function readDataRoot(folder: string): Promise<string | undefined> {
  return own.readIfExists(path.join(folder, DATA_ROOT_RECORD));
}

/** Where PostgreSQL's files are when it runs as another user: `folder`, unless that user cannot get there. */
export async function chooseDataRoot(
  user: UnprivilegedUser,
  folder: string,
  log: (message: string) => void,
): Promise<string> {
  const recorded = await readDataRoot(folder);
  if (recorded !== undefined) return recordedDataRoot(recorded, folder);
  const closed = await firstInaccessibleFolder(folder, user);
  if (closed === undefined) return folder;
  if (await own.undefinedIfMissing(realpath(path.join(folder, 'cluster')))) {
    throw new Error(
      `The database in ${folder} is out of reach: the user nobody may not pass through ${closed}.`,
    );
  }
  log(`The user nobody, whom PostgreSQL runs as, may not pass through ${closed}.`);
  const dataRoot = await makeDataRootOutside(folder, log);
  const barred = await firstInaccessibleFolder(dataRoot, user);
  if (barred !== undefined) throw new Error(`Nor may it pass through ${barred}, to ${dataRoot}.`);
  await replaceFile(path.join(folder, DATA_ROOT_RECORD), dataRoot);
  log(`So the database is kept in ${dataRoot}.`);
  return dataRoot;
}

async function recordedDataRoot(dataRoot: string, folder: string): Promise<string> {
  if (await own.undefinedIfMissing(realpath(dataRoot))) {
    await own.assertOwnFolder(dataRoot);
    return dataRoot;
  }
  throw new Error(
    `The database of ${folder} was kept in ${dataRoot}, which is gone. ` +
      `Bring that folder back, or remove ${folder} to begin with an empty database.`,
  );
}

/** A new folder at each call: no one can have made it before us, and no earlier data is taken for ours. */
async function makeDataRootOutside(folder: string, log: (message: string) => void): Promise<string> {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const dataRoot =
    (await makeSystemDataRoot(name)) ??
    (await mkdtemp(path.join(await realpath(tmpdir()), `tradepost-${name}-`)));
  const lasting = dataRoot.startsWith(SYSTEM_FOLDER);
  if (!lasting) log(`${SYSTEM_FOLDER} cannot be written: the database may not outlive a reboot.`);
  await chmod(dataRoot, own.TRAVERSE_ONLY_FOLDER);
  return dataRoot;
}

async function makeSystemDataRoot(name: string): Promise<string | undefined> {
  try {
    if (await mkdir(SYSTEM_FOLDER, { recursive: true })) await chmod(SYSTEM_FOLDER, own.TRAVERSE_ONLY_FOLDER);
    await own.assertOwnFolder(SYSTEM_FOLDER);
    return await mkdtemp(path.join(SYSTEM_FOLDER, `${name}-`));
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS', 'ENOENT'].includes(own.errorCode(error) ?? '')) return undefined;
    throw error;
  }
}
