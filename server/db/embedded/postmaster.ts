import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { open, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { errorCode, readIfExists } from './files.ts';

/** The content of postmaster.pid. PostgreSQL 18, src/include/utils/pidfile.h: pid, folder, start, port, …, status. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

const PID_LINE = 0;
const PORT_LINE = 3;
const STATUS_LINE = 7;
const exec = promisify(execFile);

const pidFile = (cluster: string): string => path.join(cluster, 'postmaster.pid');

/** Undefined when there is no file, or when it is still being written. */
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

/** Whether the process is alive and runs this cluster: after a reboot another process may have its pid. */
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
 * The command line, separated by spaces; empty for a zombie, undefined where there is no way to read it. Don't use
 * /proc/…/cwd: in a container even root can't read it for another user's process.
 */
async function commandOf(pid: number): Promise<string | undefined> {
  try {
    if (process.platform === 'linux')
      return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
    if (process.platform === 'darwin')
      return (await exec('ps', ['-ww', '-o', 'command=', '-p', String(pid)])).stdout;
  } catch {
    return processExists(pid) ? undefined : '';
  }
  return undefined;
}

/**
 * PostgreSQL refuses to start while the pid in a stale postmaster.pid is any live process of its user. In a container
 * that is likely, because pids are small and get reused. PostgreSQL ignores its parent process, so we write our own pid.
 * The other lines stay: from them PostgreSQL still detects a server that is alive after all.
 */
export async function neutralizePidFile(cluster: string): Promise<void> {
  const content = await readIfExists(pidFile(cluster));
  if (content === undefined || process.platform === 'win32') return;
  const [pid, ...rest] = content.split('\n');
  if (!pid) return rm(pidFile(cluster)); // emptied by a power cut: PostgreSQL would reject it
  if (!processExists(Number(pid))) return;
  await rewrite(cluster, [process.pid, ...rest].join('\n'));
}

/** We may be root in a folder of `nobody`: no symbolic or hard link may trick us into changing a file of root. */
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
