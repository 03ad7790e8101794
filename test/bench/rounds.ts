import type { Length } from './run-workload.ts';
import type { Candidate, Round } from './workload.ts';

/** The rounds of each candidate by name, in the order in which they ran. */
export type Results = ReadonlyMap<string, readonly Round[]>;

/**
 * Runs one round of each candidate in turn, so that other load on the machine affects all of them alike. The first turn
 * is a warm-up and doesn't count.
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
      if (result.operations === 0) throw new Error(`${name}: no operation was complete within ${seconds} s.`);
      results.get(name)!.push(result);
      console.error(
        `${turn}/${rounds}  ${name.padEnd(12)}${Math.round(result.operations / result.seconds)}/s`,
      );
    }
  }
  return results;
}
