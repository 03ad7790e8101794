import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** Ids as the kernel has them, 0 to 2^32-1. */
export interface UnprivilegedUser {
  readonly uid: number;
  readonly gid: number;
}

const NAME = 'nobody';
const ask = promisify(execFile);

/** Whom PostgreSQL has to run as: it refuses to run as root. Undefined when it can run as we do. */
export async function unprivilegedUser(): Promise<UnprivilegedUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  try {
    const [uid, gid] = await Promise.all([idOf('-u'), idOf('-g')]);
    return { uid, gid };
  } catch (cause) {
    const advice = 'Run Tradepost as an ordinary user, or set DATABASE_URL to a PostgreSQL server.';
    throw new Error(
      `PostgreSQL does not run as root, and there is no user "${NAME}" to run it as. ${advice}`,
      { cause },
    );
  }
}

async function idOf(option: '-u' | '-g'): Promise<number> {
  const { stdout } = await ask('id', [option, NAME]);
  return Number(stdout) >>> 0; // macOS has nobody at -2
}

/** child_process takes ids as signed 32 bits, chown as unsigned. */
export function spawnIds(user: UnprivilegedUser | undefined): { uid?: number; gid?: number } {
  return user ? { uid: user.uid | 0, gid: user.gid | 0 } : {};
}

/** The first folder on the way down to and including `folder` that the user may not pass through. */
export async function firstInaccessibleFolder(
  folder: string,
  user: UnprivilegedUser,
): Promise<string | undefined> {
  for (const step of stepsDownTo(folder)) {
    if (!(await canTraverse(step, user))) return step;
  }
  return undefined;
}

function stepsDownTo(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [...stepsDownTo(parent), folder];
}

async function canTraverse(folder: string, user: UnprivilegedUser): Promise<boolean> {
  const { uid, gid, mode } = await stat(folder);
  if (uid === user.uid) return (mode & 0o100) !== 0;
  if (gid === user.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}
