import { setTimeout as wait } from 'node:timers/promises';
import type { BenchEnvironment } from './bench-environment.ts';
import { monotonicMs } from './clock.ts';
import type { Committer } from './committers.ts';
import { quantile } from './quantile.ts';

/** A rate that all committers handle easily. */
export const PER_SECOND = 50;

export interface Latency {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Measures one committer's latencies at PER_SECOND. */
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
 * Gaps have an exponential distribution, because real events are random, and even gaps could coincide with a worker's
 * polling interval. Multiples of the golden ratio instead of random numbers give the same gaps in each round.
 */
const gapMs = (n: number): number => -Math.log(1 - ((n * 0.618034) % 1)) * (1000 / PER_SECOND);

/** Emits the events and returns the commit time of each. */
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
