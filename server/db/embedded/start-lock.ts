import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFile } from '../../base/atomic-file.ts';
import { readIfExists, undefinedIfMissing } from './files.ts';
import { processExists } from './postmaster.ts';

const POLL_INTERVAL_MS = 20;
const TOUCH_INTERVAL_MS = 5_000;
/** Six missed touches: a process with the holder's pid is no longer the holder. */
const STALE_AFTER_MS = 30_000;
/** Longer than a start can take: READY_TIMEOUT_MS in server-process.ts, initdb, and copying the programs. */
const WAIT_TIMEOUT_MS = 120_000;

/**
 * Runs the work while no other process starts or stops this server. The lock is a file with the holder's pid. If two
 * processes ever held it at once, PostgreSQL's own lock would still keep a second server off the cluster.
 */
export async function withStartLock<T>(
  folder: string,
  log: (message: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  const file = path.join(folder, 'start.lock');
  const content = `${process.pid} ${randomUUID()}`;
  await acquire(file, content, log);
  const touch = setInterval(
    () => void utimes(file, new Date(), new Date()).catch(() => {}),
    TOUCH_INTERVAL_MS,
  ).unref();
  try {
    return await work();
  } finally {
    clearInterval(touch);
    if ((await readIfExists(file)) === content) await rm(file, { force: true });
  }
}

async function acquire(file: string, content: string, log: (message: string) => void): Promise<void> {
  const giveUpAt = Date.now() + WAIT_TIMEOUT_MS;
  let logged = false;
  while (!(await tryCreate(file, content))) {
    await removeIfStale(file);
    const holder = await readIfExists(file);
    if (holder && !logged)
      log(`Waiting for process ${processOf(holder)}, which is starting or stopping PostgreSQL.`);
    logged ||= Boolean(holder);
    if (Date.now() > giveUpAt)
      throw new Error(`${file} was still held after ${WAIT_TIMEOUT_MS / 1000} s by ${holder}`);
    await sleep(POLL_INTERVAL_MS);
  }
}

/** Looks before it creates the file, which takes a temporary file and two syncs. */
async function tryCreate(file: string, content: string): Promise<boolean> {
  return (await readIfExists(file)) === undefined && (await createFile(file, content));
}

/** Renames the file before removing it, to see which file it got: another process may just have replaced the stale one. */
async function removeIfStale(file: string): Promise<void> {
  const found = await undefinedIfMissing(stat(file));
  const content = await readIfExists(file);
  if (!found || content === undefined) return;
  const old = Date.now() - found.mtimeMs > STALE_AFTER_MS;
  const written = content !== ''; // Tradepost 0.1 created it empty and wrote it a moment later
  if (!old && (!written || processExists(processOf(content)))) return;
  const aside = `${file}.${randomUUID()}`;
  const moved = await undefinedIfMissing(rename(file, aside).then(() => readFile(aside, 'utf8')));
  if (moved === undefined) return;
  if (moved !== content) await link(aside, file).catch(() => {});
  await rm(aside, { force: true });
}

function processOf(content: string): number {
  return Number(content.split(' ')[0]);
}
