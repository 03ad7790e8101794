import { median } from '../statistics.ts';
import type { Defer } from '../workload.ts';
import type { BenchEnvironment } from './bench-environment.ts';
import { directPost, graphileWorker, tradepost } from './committers.ts';
import { type Latency, latencyRound, PER_SECOND } from './latency-round.ts';

/** Allows for a NOTIFY, and for a claim that must be on disk before the POST. */
const MOST_TO_DIRECT = 5;
const MOST_TO_GRAPHILE_WORKER = 1;

export interface LatencyOptions {
  readonly rounds: number;
  readonly seconds: number;
}

/**
 * From the response to COMMIT to the arrival of the first POST, at a rate that all handle easily. Nothing is pinned:
 * the committing process sends the direct POST itself, whereas each hop to a sender on a reserved core would include
 * waking that core up.
 */
export async function benchLatency(
  defer: Defer,
  environment: BenchEnvironment,
  { rounds, seconds }: LatencyOptions,
): Promise<void> {
  const committers = [
    await tradepost(defer, environment),
    await directPost(defer, environment),
    await graphileWorker(defer, environment),
  ];
  const results = new Map<string, Latency[]>(committers.map(({ name }) => [name, []]));
  for (let turn = 0; turn <= rounds; turn += 1)
    for (const committer of committers) {
      const latency = await latencyRound(environment, committer, seconds);
      if (turn > 0) results.get(committer.name)!.push(latency);
    }
  print(results, rounds);
}

function print(results: ReadonlyMap<string, readonly Latency[]>, rounds: number): void {
  const lines = [...results].map(([name, latencies]) => ({
    name,
    p50Ms: median(latencies.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(latencies.map(({ p99Ms }) => p99Ms)),
  }));
  const [ours, directly, graphile] = lines;
  console.log(`\nCommit to first POST at ${PER_SECOND} events/s, median of ${rounds} rounds`);
  console.table(Object.fromEntries(lines.map(({ name, p50Ms, p99Ms }) => [name, { p50Ms, p99Ms }])));
  judge("p50 vs a direct POST's", ours!.p50Ms / directly!.p50Ms, MOST_TO_DIRECT);
  judge("p99 vs graphile-worker's", ours!.p99Ms / graphile!.p99Ms, MOST_TO_GRAPHILE_WORKER);
  console.log(JSON.stringify({ latency: lines }));
}

const judge = (what: string, ratio: number, most: number): void =>
  console.log(`Tradepost's ${what}: ${ratio.toFixed(2)}, goal ≤ ${most}${ratio > most ? ': MISSED' : ''}`);
