import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '../../base/atomic-file.ts';
import type { DataLayout } from './data-layout.ts';
import { OWNER_ONLY_FILE, readIfExists } from './files.ts';
import type { Programs } from './programs.ts';
import { runProgram, type UnprivilegedUser } from './run-program.ts';

export const SUPERUSER = 'tradepost';

/** 192 bits: as strong as SCRAM-SHA-256 needs. base64url goes into a URL as it is. */
const PASSWORD_BYTES = 24;
const UNFINISHED = 'cluster-unfinished-';

/** Every system has `--locale=C`; the built-in provider adds upper and lower case for all of Unicode. */
const INITDB = [
  `--username=${SUPERUSER}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
];

const passwordFile = (folder: string): string => path.join(folder, 'password');

export function readPassword(folder: string): Promise<string | undefined> {
  return readIfExists(passwordFile(folder));
}

/** Creates the cluster if there is none, and returns its password. */
export async function ensureCluster(
  layout: DataLayout,
  programs: Programs,
  user?: UnprivilegedUser,
): Promise<string> {
  const { folder, dataRoot, cluster } = layout;
  await removeUnfinished(dataRoot);
  const known = await readPassword(folder);
  const exists = (await readIfExists(path.join(cluster, 'PG_VERSION'))) !== undefined;
  if (exists && known !== undefined) return known;
  if (exists)
    throw new Error(
      `${passwordFile(folder)} is missing. Restore it, or remove ${folder} to start with an empty database.`,
    );
  const password = known ?? (await createPassword(folder));
  await createCluster(layout, programs, password, user);
  return password;
}

async function createPassword(folder: string): Promise<string> {
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  await replaceFile(passwordFile(folder), password);
  return password;
}

/** Made elsewhere and renamed into place, so that a crash never leaves half a cluster. */
async function createCluster(
  { dataRoot, cluster }: DataLayout,
  programs: Programs,
  password: string,
  user?: UnprivilegedUser,
): Promise<void> {
  const unfinished = await mkdtemp(path.join(dataRoot, UNFINISHED)); // mode 0700
  const pwfile = path.join(unfinished, 'password');
  const data = path.join(unfinished, 'data');
  await writeFile(pwfile, password, { flag: 'wx', mode: OWNER_ONLY_FILE });
  if (user) await Promise.all([unfinished, pwfile].map((file) => chown(file, user.uid, user.gid)));
  const run = await runProgram(programs.initdb, [...INITDB, `--pgdata=${data}`, `--pwfile=${pwfile}`], user);
  if (!run.ok) throw new Error(`initdb could not create the database in ${data}: ${run.output}`);
  await rename(data, cluster);
  await rm(unfinished, { recursive: true, force: true });
}

/** The initdb of a killed predecessor may still be running. What can't be removed because of it, the next start removes. */
async function removeUnfinished(dataRoot: string): Promise<void> {
  const left = (await readdir(dataRoot)).filter((name) => name.startsWith(UNFINISHED));
  await Promise.allSettled(
    left.map((name) => rm(path.join(dataRoot, name), { recursive: true, force: true })),
  );
}
