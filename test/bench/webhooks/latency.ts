import { median } from '../statistics.ts';
import type { Defer } from '../workload.ts';
import type { BenchEnvironment } from './bench-environment.ts';
import { directPost, graphileWorker, tradepost } from './committers.ts';
import { type Latency, latencyRound, PER_SECOND } from './latency-round.ts';

/** A hop by NOTIFY, and a claim that is on disk before anything goes out. */
const MOST_TO_DIRECT = 5;
const MOST_TO_GRAPHILE_WORKER = 1;

export interface LatencyOptions {
  readonly rounds: number;
  readonly seconds: number;
}

/**
 * From COMMIT's answer to the arrival of the first POST, at a rate that nobody has trouble with. Nothing is pinned: the
 * direct POST goes out from the process that commits, and a core of the sender's own would charge each of our hops, and
 * none of its, with the waking of a core that sleeps.
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
  judge("p50 to a direct POST's", ours!.p50Ms / directly!.p50Ms, MOST_TO_DIRECT);
  judge("p99 to graphile-worker's", ours!.p99Ms / graphile!.p99Ms, MOST_TO_GRAPHILE_WORKER);
  console.log(JSON.stringify({ latency: lines }));
}

const judge = (what: string, ratio: number, most: number): void =>
  console.log(
    `Tradepost's ${what}: ${ratio.toFixed(2)}, to reach at most ${most}${ratio > most ? ': MISSED' : ''}`,
  );
