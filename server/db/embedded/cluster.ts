import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '../../atomic-file.ts';
import type { DataLayout } from './data-layout.ts';
import { OWNER_ONLY_FILE, readIfExists } from './files.ts';
import type { Programs } from './programs.ts';
import { runProgram } from './run-program.ts';
import type { UnprivilegedUser } from './unprivileged-user.ts';

export const SUPERUSER = 'tradepost';

/** 192 bits: as strong as SCRAM-SHA-256 needs, and base64url goes into a URL as it is. */
const PASSWORD_BYTES = 24;
const UNFINISHED = 'cluster-unfinished-';

/**
 * `--locale=C` is there on every system; the built-in provider gives upper and lower case in all of
 * Unicode.
 */
const INITDB = [
  `--username=${SUPERUSER}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
];

export function readPassword(layout: DataLayout): Promise<string | undefined> {
  return readIfExists(path.join(layout.folder, 'password'));
}

/** The password of the cluster, which is made when there is none. */
export async function ensureCluster(
  layout: DataLayout,
  programs: Programs,
  user?: UnprivilegedUser,
): Promise<string> {
  await removeUnfinished(layout.dataRoot);
  const known = await readPassword(layout);
  const made = (await readIfExists(path.join(layout.cluster, 'PG_VERSION'))) !== undefined;
  if (made && known !== undefined) return known;
  if (made) {
    const file = path.join(layout.folder, 'password');
    throw new Error(
      `${file} is missing. Bring it back, or remove ${layout.folder} to begin with an empty database.`,
    );
  }
  const password = known ?? (await newPassword(layout));
  await makeCluster(layout, programs, password, user);
  return password;
}

async function newPassword(layout: DataLayout): Promise<string> {
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  await replaceFile(path.join(layout.folder, 'password'), password);
  return password;
}

/** Made beside its place and renamed, so that a crash on the way never leaves half a cluster. */
async function makeCluster(
  layout: DataLayout,
  programs: Programs,
  password: string,
  user?: UnprivilegedUser,
): Promise<void> {
  const unfinished = await mkdtemp(path.join(layout.dataRoot, UNFINISHED)); // mode 0700
  const passwordFile = path.join(unfinished, 'password');
  const data = path.join(unfinished, 'data');
  await writeFile(passwordFile, password, { flag: 'wx', mode: OWNER_ONLY_FILE });
  if (user) await Promise.all([unfinished, passwordFile].map((place) => chown(place, user.uid, user.gid)));
  const made = await runProgram(
    programs.initdb,
    [...INITDB, `--pgdata=${data}`, `--pwfile=${passwordFile}`],
    user,
  );
  if (!made.ok) throw new Error(`initdb could not make the database in ${data}: ${made.output}`);
  await rename(data, layout.cluster);
  await rm(unfinished, { recursive: true, force: true });
}

/** What cannot be removed now, because initdb goes on after a kill of our predecessor, will be at the next start. */
async function removeUnfinished(dataRoot: string): Promise<void> {
  const left = (await readdir(dataRoot)).filter((name) => name.startsWith(UNFINISHED));
  await Promise.allSettled(
    left.map((name) => rm(path.join(dataRoot, name), { recursive: true, force: true })),
  );
}
