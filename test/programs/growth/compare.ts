import { loadavg } from 'node:os';
import { type Results, runRounds } from '../bench/rounds.ts';
import type { Length } from '../bench/run-workload.ts';
import { median, type Spread } from '../bench/statistics.ts';
import { markdown, ratioOf, ruleOf, spreadText } from '../bench/table.ts';
import type { Candidate, Round } from '../bench/workload.ts';

/** One request, or other work, of two candidates: the first is what the second is compared with. */
export interface Pair {
  readonly title: string;
  readonly candidates: readonly [Candidate, Candidate];
}

/** What an operation takes. Less is better. */
const COSTS: Readonly<Record<string, (round: Round) => number>> = {
  ms: ({ seconds, operations }) => (1e3 * seconds) / operations,
  'server CPU µs': ({ cpuSeconds, operations }) => (1e6 * cpuSeconds) / operations,
  'PostgreSQL CPU µs': ({ postgresCpuSeconds = 0, operations }) => (1e6 * postgresCpuSeconds) / operations,
  'both CPU µs': ({ cpuSeconds, postgresCpuSeconds = 0, operations }) =>
    (1e6 * (cpuSeconds + postgresCpuSeconds)) / operations,
};

/**
 * Measures each pair, in turn round by round, and prints a Markdown table, each line as soon as it is known. Returns by title what the second
 * takes of processor time, server and PostgreSQL together, divided by what the first does.
 */
export async function compare(
  pairs: readonly Pair[],
  { rounds, seconds }: Length,
): Promise<ReadonlyMap<string, Spread>> {
  const [base, other] = pairs[0]!.candidates.map(({ name }) => name);
  const columns = ['request', ...Object.keys(COSTS).flatMap((cost) => [`${cost}, ${base}`, `× ${other}`])];
  console.log(`Median of ${rounds} rounds of ${seconds} s, node ${process.version}\n`);
  console.log(markdown(columns));
  console.log(ruleOf(columns.length, 1));
  const both = new Map<string, Spread>();
  for (const { title, candidates } of pairs) {
    console.error(title);
    const results = await runRounds(candidates, { rounds, seconds });
    console.log(lineOf(title, results));
    const [of, by] = [...results.values()];
    both.set(title, ratioOf(by!, of!, COSTS['both CPU µs']!));
  }
  console.log(
    `\nLoad average at the end ${loadavg()
      .map((average) => average.toFixed(1))
      .join(', ')}`,
  );
  return both;
}

function lineOf(title: string, results: Results): string {
  const [base, other] = [...results.values()];
  return markdown([title, ...Object.values(COSTS).flatMap(cellsOf(base!, other!))]);
}

/** The cost for the first candidate, and how many times as much it is for the second in the same round. */
const cellsOf =
  (base: readonly Round[], other: readonly Round[]) =>
  (cost: (round: Round) => number): [string, string] => {
    const value = median(base.map(cost));
    return [value.toFixed(value < 10 ? 2 : 0), spreadText(ratioOf(other, base, cost))];
  };
