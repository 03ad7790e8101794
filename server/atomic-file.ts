import { randomUUID } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

const OWNER_ONLY = 0o600;

/** Writes the file, or replaces it: readers see the old content or the new one, also after a kill or a power cut. */
export function replaceFile(file: string, content: string): Promise<void> {
  return withTemporaryFile(file, content, async (draft) => {
    await rename(draft, file);
    await syncFolder(file);
  });
}

/**
 * Creates the file with its whole content, or answers false when there is one already. Opened with `wx` and written after
 * that, it is empty for a moment, in which another process reads it.
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

/** Without it a power cut can take back the name. Windows cannot open a folder, and needs no such thing. */
async function syncFolder(file: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path.dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
