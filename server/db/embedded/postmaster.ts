import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { open, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { errorCode, readIfExists } from './files.ts';

/**
 * What postmaster.pid says. PostgreSQL 18, src/include/utils/pidfile.h: pid, folder, start, port, …,
 * status.
 */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

const PID_LINE = 0;
const PORT_LINE = 3;
const STATUS_LINE = 7;
const ask = promisify(execFile);

const pidFile = (cluster: string): string => path.join(cluster, 'postmaster.pid');

/** Undefined when there is no file, or one that is still being written. */
export async function readPidFile(cluster: string): Promise<Postmaster | undefined> {
  const lines = ((await readIfExists(pidFile(cluster))) ?? '').split('\n');
  const pid = Number(lines[PID_LINE]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[PORT_LINE]), ready: lines[STATUS_LINE]?.trim() === 'ready' };
}

export async function livePostmaster(cluster: string): Promise<Postmaster | undefined> {
  const found = await readPidFile(cluster);
  return found && (await isPostmaster(found.pid, cluster)) ? found : undefined;
}

/** Whether the process lives and is this cluster's: after a reboot its number may be another process's. */
export async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  if (!processExists(pid)) return false;
  const command = await commandOf(pid);
  return command === undefined || command.includes(`-D ${cluster} `);
}

export function processExists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/**
 * The command line with blanks between; empty for a zombie, undefined where it cannot be known. Not
 * /proc/…/cwd, which root in a container cannot read for a process of another user.
 */
async function commandOf(pid: number): Promise<string | undefined> {
  try {
    if (process.platform === 'linux')
      return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
    if (process.platform === 'darwin')
      return (await ask('ps', ['-ww', '-o', 'command=', '-p', String(pid)])).stdout;
  } catch {
    return processExists(pid) ? undefined : '';
  }
  return undefined;
}

/**
 * PostgreSQL refuses to start while the number in a left-over postmaster.pid is any live process of its
 * user, which is likely in a container, where numbers are small and come again. It does not count its
 * parent: so name us. The rest of the file stays, because by it PostgreSQL still finds out about a server
 * that is alive after all.
 */
export async function neutralizePidFile(cluster: string): Promise<void> {
  const content = await readIfExists(pidFile(cluster));
  if (content === undefined || process.platform === 'win32') return;
  const [pid, ...rest] = content.split('\n');
  if (!pid) return rm(pidFile(cluster)); // emptied by a power cut: PostgreSQL would refuse it
  if (!processExists(Number(pid))) return;
  await rewrite(cluster, [process.pid, ...rest].join('\n'));
}

/**
 * We may be root in a folder of nobody's: no symbolic or hard link may lead us to change a file of root's.
 */
async function rewrite(cluster: string, content: string): Promise<void> {
  const file = await open(pidFile(cluster), constants.O_WRONLY | constants.O_NOFOLLOW);
  try {
    const [found, folder] = await Promise.all([file.stat(), stat(cluster)]);
    if (found.uid !== folder.uid)
      throw new Error(`${pidFile(cluster)} does not belong to the owner of its folder.`);
    await file.truncate();
    await file.writeFile(content);
  } finally {
    await file.close();
  }
}
