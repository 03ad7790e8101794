import { setTimeout as wait } from 'node:timers/promises';
import type { BenchEnvironment } from './bench-environment.ts';
import { monotonicMs } from './clock.ts';
import type { Committer } from './committers.ts';
import { quantile } from './quantile.ts';

/** A rate that nobody has trouble with. */
export const PER_SECOND = 50;

export interface Latency {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** The latencies of one committer at PER_SECOND for so long. */
export async function latencyRound(
  { endpointServer }: BenchEnvironment,
  committer: Committer,
  seconds: number,
): Promise<Latency> {
  const { sender, name } = committer;
  const count = seconds * PER_SECOND;
  await sender?.fill({ count: 0, urls: [] });
  await sender?.start();
  await endpointServer.take();
  const committedAt = await emitAll(committer, count);
  await endpointServer.until(count);
  const { ids, atMs } = await endpointServer.take();
  await sender?.stop();
  if (ids.length !== count) throw new Error(`${name} sent ${ids.length} POSTs for ${count} events.`);
  const latencies = ids.map((id, n) => atMs[n]! - committedAt.get(id)!);
  return { p50Ms: quantile(latencies, 0.5), p99Ms: quantile(latencies, 0.99) };
}

/**
 * Events of people come at random, and an even beat could fall in with a worker's own. The same gaps in each round:
 * exponential, by the golden ratio in place of chance.
 */
const gapMs = (n: number): number => -Math.log(1 - ((n * 0.618034) % 1)) * (1000 / PER_SECOND);

/** Answers when each event was committed. */
async function emitAll(committer: Committer, count: number): Promise<Map<string, number>> {
  const committedAt = new Map<string, number>();
  const posts: Promise<void>[] = [];
  let dueAt = monotonicMs();
  for (let n = 0; n < count; n += 1) {
    dueAt += gapMs(n);
    await wait(Math.max(0, dueAt - monotonicMs()));
    await committer.client.query('BEGIN');
    const { eventId, committed } = await committer.emit(n);
    await committer.client.query('COMMIT');
    committedAt.set(eventId, monotonicMs());
    if (committed !== undefined) posts.push(committed());
  }
  await Promise.all(posts);
  return committedAt;
}
