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

/** User and system time of a process so far: fields 14 and 15. */
export function cpuSecondsOf(pid: number): number {
  const fields = statOf(pid);
  return seconds(fields[11], fields[12]);
}

/** The same of PostgreSQL: the postmaster's own, that of its children, and that of the children that have ended. */
export function postgresCpuSeconds(postmaster: number): number {
  const [own, children] = [statOf(postmaster), childrenOf(postmaster)];
  return seconds(...own.slice(11, 15), ...children.flatMap((fields) => fields.slice(11, 13)));
}

function childrenOf(parent: number): string[][] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      const fields = statOf(pid);
      return Number(fields[1]) === parent ? [fields] : [];
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
