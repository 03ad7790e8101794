import { open, readFile, rename } from 'node:fs/promises';
import { ConfigurationError } from '../../errors/tradepost-error.ts';
import type { CursorStore } from './cursor-store.ts';

export type { CursorStore } from './cursor-store.ts';

/**
 * Keeps the cursor in a file, for one process. The file has the new cursor or the old one, even if the process is killed
 * or the power fails in between.
 */
export function fileCursorStore(path: string): CursorStore {
  return { read: () => read(path), write: (cursor) => write(path, cursor) };
}

async function read(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new ConfigurationError(`${path} can't be read: ${error.message}`);
  });
  // Starting at the beginning instead would handle the events of three months again.
  if (text?.trim() === '')
    throw new ConfigurationError(`${path} is empty. Delete it to start at the beginning of the feed.`);
  return text?.trim();
}

async function write(path: string, cursor: string): Promise<void> {
  const draft = `${path}.${process.pid}.tmp`;
  const file = await open(draft, 'w');
  try {
    await file.writeFile(cursor);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path); // replaces the file in one step
}
