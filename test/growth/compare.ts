import { loadavg } from 'node:os';
import { type Results, runRounds } from '../bench/rounds.ts';
import type { Length } from '../bench/run-workload.ts';
import { median, range } from '../bench/statistics.ts';
import type { Candidate, Round } from '../bench/workload.ts';

/** One request, or other work, of two candidates: the first is what the second is compared with. */
export interface Pair {
  readonly title: string;
  readonly candidates: readonly [Candidate, Candidate];
}

interface Compared {
  readonly title: string;
  readonly results: Results;
}

/** What an operation takes. Less is better. */
const COSTS: Readonly<Record<string, (round: Round) => number>> = {
  ms: ({ seconds, operations }) => (1e3 * seconds) / operations,
  'server CPU µs': ({ cpuSeconds, operations }) => (1e6 * cpuSeconds) / operations,
  'PostgreSQL CPU µs': ({ postgresCpuSeconds = 0, operations }) => (1e6 * postgresCpuSeconds) / operations,
  'both CPU µs': ({ cpuSeconds, postgresCpuSeconds = 0, operations }) =>
    (1e6 * (cpuSeconds + postgresCpuSeconds)) / operations,
};

/** Measures each pair, in turn round by round. Returns a Markdown table. */
export async function compare(pairs: readonly Pair[], length: Length): Promise<string> {
  const compared: Compared[] = [];
  for (const { title, candidates } of pairs) {
    console.error(title);
    compared.push({ title, results: await runRounds(candidates, length) });
  }
  const names = pairs[0]!.candidates.map(({ name }) => name);
  return tableOf(compared, names as [string, string], length);
}

function tableOf(
  compared: readonly Compared[],
  [base, other]: readonly [string, string],
  { rounds, seconds }: Length,
): string {
  const columns = ['request', ...Object.keys(COSTS).flatMap((cost) => [`${cost}, ${base}`, `× ${other}`])];
  const load = loadavg().map((average) => average.toFixed(1));
  return [
    `Median of ${rounds} rounds of ${seconds} s, node ${process.version}, load average at the end ${load.join(', ')}`,
    '',
    markdown(columns),
    markdown(columns.map((_, index) => (index === 0 ? '---' : '--:'))),
    ...compared.map(({ title, results }) =>
      markdown([title, ...Object.values(COSTS).flatMap(cellsOf(results.get(base)!, results.get(other)!))]),
    ),
  ].join('\n');
}

const markdown = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The cost for the first candidate, and how many times as much it is for the second in the same round. */
const cellsOf =
  (base: readonly Round[], other: readonly Round[]) =>
  (cost: (round: Round) => number): [string, string] => {
    const ratios = range(other.map((round, turn) => cost(round) / cost(base[turn]!)));
    const [value, ratio, low, high] = [median(base.map(cost)), ratios.median, ratios.lowest, ratios.highest];
    return [
      value.toFixed(value < 10 ? 2 : 0),
      `**${ratio.toFixed(2)}** (${low.toFixed(2)}–${high.toFixed(2)})`,
    ];
  };
