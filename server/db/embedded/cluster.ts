import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '../../atomic-file.ts';
import { OWNER_ONLY_FILE, readIfThere } from './own-files.ts';
import { runTool } from './run-tool.ts';
import type { Site } from './site.ts';
import type { Tools } from './tools.ts';
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

export function readPassword(site: Site): Promise<string | undefined> {
  return readIfThere(path.join(site.folder, 'password'));
}

/** The password of the cluster, which is made when there is none. */
export async function ensureCluster(site: Site, tools: Tools, user?: UnprivilegedUser): Promise<string> {
  await removeUnfinished(site.home);
  const known = await readPassword(site);
  const made = (await readIfThere(path.join(site.cluster, 'PG_VERSION'))) !== undefined;
  if (made && known !== undefined) return known;
  if (made) {
    const file = path.join(site.folder, 'password');
    throw new Error(
      `${file} is missing. Bring it back, or remove ${site.folder} to begin with an empty database.`,
    );
  }
  const password = known ?? (await newPassword(site));
  await makeCluster(site, tools, password, user);
  return password;
}

async function newPassword(site: Site): Promise<string> {
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  await replaceFile(path.join(site.folder, 'password'), password);
  return password;
}

/** Made beside its place and renamed, so that a crash on the way never leaves half a cluster. */
async function makeCluster(
  site: Site,
  tools: Tools,
  password: string,
  user?: UnprivilegedUser,
): Promise<void> {
  const unfinished = await mkdtemp(path.join(site.home, UNFINISHED)); // mode 0700
  const passwordFile = path.join(unfinished, 'password');
  const data = path.join(unfinished, 'data');
  await writeFile(passwordFile, password, { flag: 'wx', mode: OWNER_ONLY_FILE });
  if (user) await Promise.all([unfinished, passwordFile].map((place) => chown(place, user.uid, user.gid)));
  const made = await runTool(tools.initdb, [...INITDB, `--pgdata=${data}`, `--pwfile=${passwordFile}`], user);
  if (!made.ok) throw new Error(`initdb could not make the database in ${data}: ${made.output}`);
  await rename(data, site.cluster);
  await rm(unfinished, { recursive: true, force: true });
}

/** What cannot be removed now, because initdb goes on after a kill of our predecessor, will be at the next start. */
async function removeUnfinished(home: string): Promise<void> {
  const left = (await readdir(home)).filter((name) => name.startsWith(UNFINISHED));
  await Promise.allSettled(left.map((name) => rm(path.join(home, name), { recursive: true, force: true })));
}
