import { quantile as nearestRank } from '../bench/webhooks/quantile.ts';
import type { Span } from '../chaos/timeline.ts';

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
  readonly responses: readonly Timed[];
  readonly memory: readonly MemorySample[];
}

/** Connections are opened again, and what has waited is made up for. */
const AFTER_FAULT_MS = 15_000;
/** Compiled code and caches: what a process gains at first isn't a leak. */
const WARM_UP = 0.1;
/** The last third against the first, by a factor and by so much in any case, which is noise. */
const MEMORY = { factor: 1.2, bytes: 20e6 };
const MEDIAN = { factor: 1.5, ms: 5 };
const P99 = { factor: 2, ms: 50 };

/** Compares the last third of a run with the first: memory, and the latency outside of faults, where nothing may fail. */
export function detectGrowth({ span, faults, responses, memory }: SoakRecord): {
  figures: string[];
  violations: string[];
} {
  const calm = responses.filter(
    ({ at }) => !faults.some((fault) => at >= fault.from - 1000 && at <= fault.until + AFTER_FAULT_MS),
  );
  const failures = calm.filter(({ failure }) => failure !== undefined);
  const lines = [
    ...grouped(memory, (each) => each.process).map(([name, samples]) =>
      memoryLine(name, inThirds(samples, span)),
    ),
    ...grouped(calm, (each) => each.kind).map(([kind, timed]) => latencyLine(kind, inThirds(timed, span))),
  ];
  return {
    figures: lines.map(({ text }) => text),
    violations: [
      ...grouped(failures, ({ kind }) => kind).map(
        ([kind, some]) => `${kind} failed without a fault, ${some.length} times; first: ${some[0]!.failure}`,
      ),
      ...lines.filter(({ grew }) => grew).map(({ text }) => `not flat: ${text}`),
    ],
  };
}

interface Line {
  readonly text: string;
  readonly grew: boolean;
}

function memoryLine(name: string, { first, last }: Thirds<MemorySample>): Line {
  const [from, to] = [first, last].map((samples) =>
    quantile(
      samples.map(({ bytes }) => bytes),
      0.5,
    ),
  );
  const text = `${name}: ${mega(from!)} MB, then ${mega(to!)} MB`;
  return { text, grew: !(to! <= from! * MEMORY.factor + MEMORY.bytes) };
}

function latencyLine(kind: string, { first, last }: Thirds<Timed>): Line {
  const [from, to] = [first, last].map((timed) => timed.map(({ ms }) => ms));
  const [median, medianLast, p99, p99Last] = [
    ...[quantile(from!, 0.5), quantile(to!, 0.5), quantile(from!, 0.99), quantile(to!, 0.99)],
  ] as [number, number, number, number];
  const text = `${kind}: median ${median.toFixed(1)} ms, then ${medianLast.toFixed(1)}; p99 ${p99.toFixed(0)} ms, then ${p99Last.toFixed(0)}; ${to!.length} of the last third`;
  return {
    text,
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

const quantile = (values: readonly number[], part: number): number =>
  values.length === 0 ? Number.NaN : nearestRank(values, part);

function grouped<T>(all: readonly T[], by: (each: T) => string): [string, T[]][] {
  return [...new Set(all.map(by))].map((name) => [name, all.filter((each) => by(each) === name)]);
}
const mega = (bytes: number): string => (bytes / 1e6).toFixed(0);
