import { readdirSync, readFileSync } from 'node:fs';

/** Linux reports process times in hundredths of a second, whatever the kernel's tick rate (proc(5), sysconf). */
const TICKS_PER_SECOND = 100;

/** The fields of /proc/PID/stat after the program's name, which may contain spaces: the state, field 3, comes first. */
function statOf(pid: number | string): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

const seconds = (...ticks: (string | undefined)[]): number =>
  ticks.reduce((sum, text) => sum + Number(text), 0) / TICKS_PER_SECOND;

/** User and system time of a thread, in nanoseconds: a burst is too short for hundredths of a second. */
const nanoseconds = (folder: string): number =>
  Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0]);

/** User and system time of a process so far, of its threads that haven't ended. */
export const cpuSecondsOf = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, tid) => sum + nanoseconds(`/proc/${pid}/task/${tid}`), 0) /
  1e9;

/** The same of PostgreSQL: the postmaster's own, that of its children, and that of the children that have ended: fields 16 and 17. */
export function postgresCpuSeconds(postmaster: number): number {
  const ended = seconds(...statOf(postmaster).slice(13, 15));
  return childrenOf(postmaster).reduce((sum, child) => sum + child, ended + cpuSecondsOf(postmaster));
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      return parentOf(Number(pid)) === parent ? [nanoseconds(`/proc/${pid}`) / 1e9] : [];
    } catch {
      return []; // It has ended in the meantime, and is part of the postmaster's fields next time.
    }
  });
}

export const parentOf = (pid: number): number => Number(statOf(pid)[1]);

/** Peak memory in bytes. */
export function peakMemoryOf(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
