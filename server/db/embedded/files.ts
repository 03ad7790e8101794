import { lstat, mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

export const OWNER_ONLY_FILE = 0o600;
export const OWNER_ONLY_FOLDER = 0o700;
/** Others may pass through to a folder that is theirs, but not list what is here. */
export const TRAVERSE_ONLY_FOLDER = 0o711;

/** `code` of a Node.js or PostgreSQL error. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

export async function readIfExists(file: string): Promise<string | undefined> {
  return undefinedIfMissing(readFile(file, 'utf8'));
}

/** The answer, or undefined when the file or folder that was asked for is not there. */
export async function undefinedIfMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Refuses what somebody else put where our own folder belongs: as root we would obey what is in it. */
export async function assertOwnFolder(folder: string): Promise<void> {
  const found = await lstat(folder);
  if (!found.isDirectory())
    throw new Error(`${folder} must be a folder, and it is a link or a file. Remove it.`);
  const uid = process.getuid?.();
  if (uid === undefined || found.uid === uid) return;
  throw new Error(
    `${folder} belongs to user id ${found.uid} and this process runs as ${uid}. ` +
      'Run it as that user, or choose another data folder with TRADEPOST_DATA_DIR.',
  );
}

/** Makes the folder when it is missing; in a place open to all, one that somebody else made is refused. */
export async function ensureDataDir(dataDir: string, mode: number): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode });
  const uid = process.getuid?.();
  if (uid === undefined) return;
  const [found, parent] = await Promise.all([lstat(dataDir), stat(path.dirname(dataDir))]);
  const openToAll = (parent.mode & 0o002) !== 0;
  if (!openToAll || found.uid === uid) return;
  throw new Error(
    `${dataDir} was made by user id ${found.uid} in a folder open to all. Choose another data folder.`,
  );
}
