import type { Results } from './rounds.ts';
import type { Length } from './run-workload.ts';
import { median, range, type Spread } from './statistics.ts';
import type { Round, Workload } from './workload.ts';

interface Line {
  readonly name: string;
  readonly perSecond: number;
  /** Operations per second relative to the baseline in the same round: more is better. */
  readonly ratio: Spread;
  readonly cpuMicroseconds: number;
  /** Operations per second of CPU time relative to the baseline: more is better. */
  readonly cpuRatio: Spread;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Share of its core that it used. Well below 1, something else was the bottleneck. */
  readonly busy: number;
}

const perSecond = ({ operations, seconds }: Round): number => operations / seconds;
const perCpuSecond = ({ operations, cpuSeconds }: Round): number => operations / cpuSeconds;
const busy = ({ cpuSeconds, seconds }: Round): number => cpuSeconds / seconds;

/** Prints a table for people and a line of JSON for programs. */
export function printReport(workload: Workload, length: Length, results: Results): void {
  const baseline = results.get(workload.baseline)!;
  const lines = [...results].map(([name, rounds]) => lineOf(name, rounds, baseline));
  console.log(
    `\n${workload.name}: median of ${length.rounds} rounds of ${length.seconds} s, node ${process.version}`,
  );
  for (const note of workload.notes) console.log(`  ${note}`);
  console.table(Object.fromEntries(lines.map((line) => [line.name, cellsOf(line, workload.baseline)])));
  printRounds(workload.baseline, results);
  console.log(
    JSON.stringify({ workload: workload.name, baseline: workload.baseline, ...length, candidates: lines }),
  );
}

/** Each round's cost relative to the baseline in the same round: less is better. Their spread is the noise. */
function printRounds(name: string, results: Results): void {
  const baseline = results.get(name)!;
  const costs = { time: perSecond, CPU: perCpuSecond };
  for (const [what, measure] of Object.entries(costs)) {
    console.log(`  ${what} of an operation, times ${name}'s, round by round:`);
    for (const [each, rounds] of results) {
      const ratios = rounds.map((round, turn) => (measure(baseline[turn]!) / measure(round)).toFixed(2));
      if (each !== name) console.log(`    ${each.padEnd(24)}${ratios.join('  ')}`);
    }
  }
}

function lineOf(name: string, rounds: readonly Round[], baseline: readonly Round[]): Line {
  const ratios = (measure: (round: Round) => number): number[] =>
    rounds.map((round, turn) => measure(round) / measure(baseline[turn]!));
  return {
    name,
    perSecond: median(rounds.map(perSecond)),
    ratio: range(ratios(perSecond)),
    cpuMicroseconds: 1e6 / median(rounds.map(perCpuSecond)),
    cpuRatio: range(ratios(perCpuSecond)),
    p50Ms: median(rounds.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
    busy: median(rounds.map(busy)),
  };
}

function cellsOf(line: Line, baseline: string): Record<string, string> {
  return {
    'per second': line.perSecond.toFixed(0),
    [`vs ${baseline}`]: spreadText(line.ratio),
    'CPU µs/operation': line.cpuMicroseconds.toFixed(0),
    [`by CPU, vs ${baseline}`]: spreadText(line.cpuRatio),
    'p50 ms': line.p50Ms.toFixed(1),
    'p99 ms': line.p99Ms.toFixed(1),
    'core busy': `${(line.busy * 100).toFixed(0)} %`,
  };
}

const spreadText = ({ median, lowest, highest }: Spread): string =>
  `${median.toFixed(2)} (${lowest.toFixed(2)}–${highest.toFixed(2)})`;
