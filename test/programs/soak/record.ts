import type { Span } from '../chaos/timeline.ts';

/** A request, or a delivery from its event to its arrival. */
export interface Timed {
  readonly at: number;
  readonly kind: string;
  readonly ms: number;
  readonly failure: string | undefined;
}

export interface MemorySample {
  readonly at: number;
  readonly process: string;
  readonly bytes: number;
}

export interface SoakRecord {
  readonly span: Span;
  readonly faults: readonly Span[];
  /** Without the times at which the machine itself stood still, which excuse failures, too. */
  readonly injected: readonly Span[];
  readonly responses: readonly Timed[];
  readonly memory: readonly MemorySample[];
}

/** What neither was in flight during a fault nor began within `afterFaultMs` of its end. */
export const isCalm =
  (faults: readonly Span[], afterFaultMs: number) =>
  ({ at, ms }: Timed): boolean =>
    !faults.some(({ from, until }) => at + ms >= from && at <= until + afterFaultMs);

/** Node 20 has no Map.groupBy. */
export function grouped<T>(all: readonly T[], by: (each: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const each of all) {
    const group = groups.get(by(each));
    if (group === undefined) groups.set(by(each), [each]);
    else group.push(each);
  }
  return [...groups];
}
