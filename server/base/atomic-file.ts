import { randomUUID } from 'node:crypto';
import { link, mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;

/** Creates or replaces the file atomically: readers see the old content or the new, even after a crash or power failure. */
export function replaceFile(file: string, content: string): Promise<void> {
  return withTemporaryFile(file, content, async (draft) => {
    await rename(draft, file);
    await syncFolder(file);
  });
}

/**
 * Creates the file atomically, or returns false if it exists. Opening it with `wx` and then writing would let another
 * process read it while it's empty.
 */
export function createFile(file: string, content: string): Promise<boolean> {
  return withTemporaryFile(file, content, async (draft) => {
    try {
      await link(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
    await syncFolder(file);
    return true;
  });
}

async function withTemporaryFile<T>(
  file: string,
  content: string,
  use: (draft: string) => Promise<T>,
): Promise<T> {
  // On a new machine there is no data folder before the first file in it.
  await mkdir(path.dirname(file), { recursive: true, mode: OWNER_ONLY_FOLDER });
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    const handle = await open(draft, 'wx', OWNER_ONLY);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    return await use(draft);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Without this, a power failure can undo the rename. Windows can't open a folder and doesn't need it. */
async function syncFolder(file: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path.dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
