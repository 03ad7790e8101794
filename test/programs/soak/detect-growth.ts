import { quantile as nearestRank } from '../bench/webhooks/quantile.ts';
import type { Span } from '../chaos/timeline.ts';
import { grouped, isCalm, type MemorySample, type SoakRecord, type Timed } from './record.ts';

export interface SoakRules {
  /** So long after a fault requests may still fail or be slow: connections are opened again, and what has waited is made up for. */
  readonly afterFaultMs: number;
  /** Whether memory and latency have to be flat. A run of less than some minutes is all warm-up. */
  readonly flat: boolean;
  /** What must have succeeded after the last fault, too. */
  readonly kinds: readonly string[];
}

export const LONG_RULES = { afterFaultMs: 15_000, flat: true } as const;

/** Compiled code and caches: what a process gains at first isn't a leak. */
const WARM_UP = 0.1;
/** The last third against the first, by a factor and by so much in any case, which is noise. */
const MEMORY = { factor: 1.2, bytes: 20e6 };
const MEDIAN = { factor: 1.5, ms: 5 };
const P99 = { factor: 2, ms: 50 };

export interface GrowthReport {
  /** One line for each process and each kind. */
  readonly figures: readonly string[];
  readonly violations: readonly string[];
}

/** Compares the last third of a run with the first: memory, and the latency outside of faults, where nothing may fail. */
export function detectGrowth(record: SoakRecord, { afterFaultMs, flat, kinds }: SoakRules): GrowthReport {
  const { span, faults, responses, memory } = record;
  const calm = responses.filter(isCalm(faults, afterFaultMs));
  const failures = calm.filter(({ failure }) => failure !== undefined);
  const lines = [
    ...grouped(memory, (each) => each.process).map(([name, all]) => memoryLine(name, inThirds(all, span))),
    ...grouped(calm, (each) => each.kind).map(([kind, all]) => latencyLine(kind, inThirds(all, span))),
  ];
  return {
    figures: lines.map(({ text }) => text),
    violations: [
      ...grouped(failures, ({ kind }) => kind).map(
        ([kind, some]) => `${kind} failed without a fault, ${some.length} times; first: ${some[0]!.failure}`,
      ),
      ...unseenKinds(record, { afterFaultMs, kinds }).map((kind) => `${kind} wasn't seen after the faults`),
      ...lines.filter(({ grew }) => flat && grew).map(({ text }) => `not flat: ${text}`),
    ],
  };
}

/** Which kinds haven't succeeded since the last fault's effects are over. */
export function unseenKinds(
  { injected, responses }: Pick<SoakRecord, 'injected' | 'responses'>,
  { afterFaultMs, kinds }: Omit<SoakRules, 'flat'>,
): string[] {
  const over = injected.reduce((last, { until }) => Math.max(last, until + afterFaultMs), 0);
  const seen = new Set(
    responses.filter(({ at, failure }) => at > over && failure === undefined).map(({ kind }) => kind),
  );
  return kinds.filter((kind) => !seen.has(kind));
}

interface Line {
  readonly text: string;
  readonly grew: boolean;
}

function memoryLine(name: string, { first, last }: Thirds<MemorySample>): Line {
  const [from, to] = [first, last].map((all) =>
    quantile(
      all.map(({ bytes }) => bytes),
      0.5,
    ),
  );
  const text = `${name}: ${mega(from!)} MB, then ${mega(to!)} MB`;
  return { text, grew: !(to! <= from! * MEMORY.factor + MEMORY.bytes) };
}

function latencyLine(kind: string, { first, last }: Thirds<Timed>): Line {
  const [from, to] = [msOf(first), msOf(last)];
  const [median, medianLast] = [quantile(from, 0.5), quantile(to, 0.5)];
  const [p99, p99Last] = [quantile(from, 0.99), quantile(to, 0.99)];
  return {
    text: `${kind}: median ${median.toFixed(1)} ms, then ${medianLast.toFixed(1)}; p99 ${p99.toFixed(0)} ms, then ${p99Last.toFixed(0)}; ${from.length} of the first third, ${to.length} of the last`,
    // A quantile of nothing isn't flat: it means that nothing was measured.
    grew: !(medianLast <= median * MEDIAN.factor + MEDIAN.ms && p99Last <= p99 * P99.factor + P99.ms),
  };
}

interface Thirds<T> {
  readonly first: readonly T[];
  readonly last: readonly T[];
}

function inThirds<T extends { readonly at: number }>(all: readonly T[], { from, until }: Span): Thirds<T> {
  const start = from + (until - from) * WARM_UP;
  const third = (until - start) / 3;
  return {
    first: all.filter(({ at }) => at >= start && at < start + third),
    last: all.filter(({ at }) => at >= until - third && at < until),
  };
}

export const quantile = (values: readonly number[], part: number): number =>
  values.length === 0 ? Number.NaN : nearestRank(values, part);
export const msOf = (timed: readonly Timed[]): number[] => timed.map(({ ms }) => ms);
export const mega = (bytes: number): string => (bytes / 1e6).toFixed(0);
