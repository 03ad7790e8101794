import { open, readFile, rename } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ConfigurationError } from '../../errors/tradepost-error.ts';
import type { CursorStore } from './cursor-store.ts';
import { checkCursor, openOnce } from './cursor-use.ts';

export type { CursorStore } from './cursor-store.ts';

/**
 * Keeps the cursor in a file, for one process. The file has the new cursor or the old one, even if the process is killed
 * or the power fails in between.
 */
export function fileCursorStore(path: string): CursorStore {
  return {
    open: openOnce(FILES, 'file', typeof path === 'string' && path ? resolve(path) : ''),
    read: () => read(path),
    write: (cursor) => write(path, cursor),
  };
}

const FILES = {};

async function read(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new ConfigurationError(`${path} can't be read: ${error.message}`);
  });
  return checkCursor(text, 'file', path);
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
