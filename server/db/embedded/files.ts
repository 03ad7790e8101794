import { lstat, mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

export const OWNER_ONLY_FILE = 0o600;
export const OWNER_ONLY_FOLDER = 0o700;
/** Others can pass through to a folder of theirs, but can't list this one. */
export const TRAVERSE_ONLY_FOLDER = 0o711;

/** `code` of a Node.js or PostgreSQL error. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

export async function readIfExists(file: string): Promise<string | undefined> {
  return undefinedIfMissing(readFile(file, 'utf8'));
}

/** The promise's value, or undefined when the file or folder doesn't exist. */
export async function undefinedIfMissing<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Rejects a link or another user's folder in place of ours: running as root, we would trust what is in it. */
export async function assertOwnFolder(folder: string): Promise<void> {
  const found = await lstat(folder);
  if (!found.isDirectory())
    throw new Error(`${folder} must be a folder, but it is a link or a file. Remove it.`);
  const uid = process.getuid?.();
  if (uid === undefined || found.uid === uid) return;
  throw new Error(
    `${folder} belongs to user id ${found.uid}, and this process runs as ${uid}. ` +
      'Run it as that user, or choose another data folder with TRADEPOST_DATA_DIR.',
  );
}

/** Creates the data folder. In a world-writable place it rejects a folder that another user has created. */
export async function ensureDataDir(dataDir: string, mode: number): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode });
  const uid = process.getuid?.();
  if (uid === undefined) return;
  const [found, parent] = await Promise.all([lstat(dataDir), stat(path.dirname(dataDir))]);
  const worldWritable = (parent.mode & 0o002) !== 0;
  if (!worldWritable || found.uid === uid) return;
  throw new Error(
    `${dataDir} was created by user id ${found.uid} in a folder open to all. Choose another data folder.`,
  );
}
