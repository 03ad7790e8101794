import type { Length } from './run-workload.ts';
import type { Candidate, Round } from './workload.ts';

/** The rounds of each candidate by its name, in the order in which they were run. */
export type Results = ReadonlyMap<string, readonly Round[]>;

/**
 * One round of each after the other, again and again: whatever else the machine does meets all of them alike. The first
 * turn warms up and does not count.
 */
export async function runRounds(
  candidates: readonly Candidate[],
  { rounds, seconds }: Length,
): Promise<Results> {
  const results = new Map<string, Round[]>(candidates.map(({ name }) => [name, []]));
  for (const { round } of candidates) await round(seconds);
  for (let turn = 1; turn <= rounds; turn += 1) {
    for (const { name, round } of candidates) {
      const result = await round(seconds);
      results.get(name)!.push(result);
      console.error(
        `${turn}/${rounds}  ${name.padEnd(12)}${Math.round(result.operations / result.seconds)}/s`,
      );
    }
  }
  return results;
}
