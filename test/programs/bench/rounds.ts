import type { Length } from './run-workload.ts';
import type { Candidate, Round } from './workload.ts';

/** Nothing that is measured takes this long, even on a busy machine. */
const LONGEST_SECONDS = 60;
/** Of a round's length. Until V8 has compiled what runs often, a server uses twice the CPU time. */
const WARM_UP = 3;

/** The rounds of each candidate by name, in the order in which they ran. */
export type Results = ReadonlyMap<string, readonly Round[]>;

/**
 * Runs one round of each candidate in turn, so that other load on the machine affects all of them alike. The first turn
 * is a longer warm-up and doesn't count. `atRest` resolves when nothing of the round before is still running: wrk leaves its last requests
 * behind, and a peer's batch of rows holds their locks for seconds.
 */
export async function runRounds(
  candidates: readonly Candidate[],
  { rounds, seconds }: Length,
  atRest: () => Promise<void> = async () => {},
): Promise<Results> {
  const results = new Map<string, Round[]>(candidates.map(({ name }) => [name, []]));
  for (const { round } of candidates) {
    await atRest();
    await round(WARM_UP * seconds);
  }
  for (let turn = 1; turn <= rounds; turn += 1) {
    for (const candidate of candidates) {
      const { name } = candidate;
      await atRest();
      const result = await completeRound(candidate, seconds);
      results.get(name)!.push(result);
      console.error(
        `${turn}/${rounds}  ${name.padEnd(12)}${Math.round(result.operations / result.seconds)}/s`,
      );
    }
  }
  return results;
}

/** A round without a complete operation has no ratios, so it's repeated, twice as long. */
async function completeRound({ name, round }: Candidate, seconds: number): Promise<Round> {
  const result = await round(seconds);
  if (result.operations > 0) return result;
  if (seconds >= LONGEST_SECONDS) throw new Error(`${name}: no operation was complete within ${seconds} s.`);
  return completeRound({ name, round }, seconds * 2);
}
