import { readdirSync, readFileSync } from 'node:fs';

/** Linux reports process times in hundredths of a second, whatever the kernel's tick rate (proc(5), sysconf). */
const TICKS_PER_SECOND = 100;

/** User and system time, in seconds, of a process and its children, including those that have exited. */
export function familySeconds(pid: number): number {
  const own = statOf(pid);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parent === pid);
  return ((own?.all ?? 0) + children.reduce((sum, child) => sum + child!.own, 0)) / TICKS_PER_SECOND;
}

export const parentOf = (pid: number): number => statOf(pid)!.parent;

interface Stat {
  readonly parent: number;
  /** In ticks. */
  readonly own: number;
  /** Including its children that have exited. */
  readonly all: number;
}

/** Fields of proc(5) after the program's name, which may contain spaces. Undefined if the process has just exited. */
function statOf(pid: number): Stat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const own = fields[11]! + fields[12]!;
    return { parent: fields[1]!, own, all: own + fields[13]! + fields[14]! };
  } catch {
    return undefined;
  }
}
