import type { Length } from './run-workload.ts';
import type { Contestant, Round } from './workload.ts';

/** The rounds of each contestant by its name, in the order in which they were run. */
export type Results = ReadonlyMap<string, readonly Round[]>;

/**
 * One round of each after the other, again and again: whatever else the machine does meets all of them alike. The first
 * turn warms up and does not count.
 */
export async function runRounds(
  contestants: readonly Contestant[],
  { rounds, seconds }: Length,
): Promise<Results> {
  const results = new Map<string, Round[]>(contestants.map(({ name }) => [name, []]));
  for (const { round } of contestants) await round(seconds);
  for (let turn = 1; turn <= rounds; turn += 1) {
    for (const { name, round } of contestants) {
      const result = await round(seconds);
      results.get(name)!.push(result);
      console.error(
        `${turn}/${rounds}  ${name.padEnd(12)}${Math.round(result.operations / result.seconds)}/s`,
      );
    }
  }
  return results;
}
