import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { replaceFile } from '../../atomic-file.ts';
import * as own from './own-files.ts';
import { firstClosedFolder, type UnprivilegedUser } from './unprivileged-user.ts';

/** Survives a reboot, which a temporary folder does not promise. */
const SYSTEM_FOLDER = '/var/lib/tradepost';
const HOME_RECORD = 'home';

/** The home that was chosen at the first start; undefined when it is `folder` itself. */
export function readHome(folder: string): Promise<string | undefined> {
  return own.readIfThere(path.join(folder, HOME_RECORD));
}

/** Where PostgreSQL's files are when it runs as another user: `folder`, unless that user cannot get there. */
export async function homeFor(
  user: UnprivilegedUser,
  folder: string,
  log: (message: string) => void,
): Promise<string> {
  const recorded = await readHome(folder);
  if (recorded !== undefined) return recordedHome(recorded, folder);
  const closed = await firstClosedFolder(folder, user);
  if (closed === undefined) return folder;
  if (await own.unlessMissing(realpath(path.join(folder, 'cluster')))) {
    throw new Error(
      `The database in ${folder} is out of reach: the user nobody may not pass through ${closed}.`,
    );
  }
  log(`The user nobody, whom PostgreSQL runs as, may not pass through ${closed}.`);
  const home = await homeOutside(folder, log);
  const barred = await firstClosedFolder(home, user);
  if (barred !== undefined) throw new Error(`Nor may it pass through ${barred}, to ${home}.`);
  await replaceFile(path.join(folder, HOME_RECORD), home);
  log(`So the database is kept in ${home}.`);
  return home;
}

async function recordedHome(home: string, folder: string): Promise<string> {
  if (await own.unlessMissing(realpath(home))) {
    await own.assertOwnFolder(home);
    return home;
  }
  throw new Error(
    `The database of ${folder} was kept in ${home}, which is gone. ` +
      `Bring that folder back, or remove ${folder} to begin with an empty database.`,
  );
}

/** A new folder at each call: no one can have made it before us, and no earlier data is taken for ours. */
async function homeOutside(folder: string, log: (message: string) => void): Promise<string> {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const home =
    (await systemHome(name)) ?? (await mkdtemp(path.join(await realpath(tmpdir()), `tradepost-${name}-`)));
  const lasting = home.startsWith(SYSTEM_FOLDER);
  if (!lasting) log(`${SYSTEM_FOLDER} cannot be written: the database may not outlive a reboot.`);
  await chmod(home, own.PASS_THROUGH_FOLDER);
  return home;
}

async function systemHome(name: string): Promise<string | undefined> {
  try {
    if (await mkdir(SYSTEM_FOLDER, { recursive: true })) await chmod(SYSTEM_FOLDER, own.PASS_THROUGH_FOLDER);
    await own.assertOwnFolder(SYSTEM_FOLDER);
    return await mkdtemp(path.join(SYSTEM_FOLDER, `${name}-`));
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS', 'ENOENT'].includes(own.errorCode(error) ?? '')) return undefined;
    throw error;
  }
}
