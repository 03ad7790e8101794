import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { BenchEnvironment } from './bench-environment.ts';
import { monotonicMs } from './clock.ts';
import { type EndpointServer, urlsOf } from './endpoint-server.ts';
import { type Endpoint, type Endpoints, emitTo } from './endpoints.ts';
import { hangs, letAnswer, letHang, SETTLING_MS, WARM_MS } from './hanging.ts';
import { quantile } from './quantile.ts';
import type { SenderProcess } from './sender-process.ts';

/** Between batches of events. */
const EVERY_MS = 10;
/** Longer than the deadline of 10 s, so that hanging endpoints release their slots and take them again. */
const COUNTED_MS = 12_000;
/** Limit for the last events to arrive, long enough for a busy machine. An event that takes longer is lost. */
const WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 100;

export interface Supply {
  readonly perSecond: number;
  readonly client: pg.Client;
  readonly endpoints: Endpoints;
}

interface Emitted {
  readonly atMs: number;
  readonly endpoint: number;
}

/** The p99 from commit to arrival, in ms, at the healthy endpoints, from 2 s after the others began to hang. */
export async function steadyRound(
  { endpointServer }: BenchEnvironment,
  sender: SenderProcess,
  supply: Supply,
  count: number,
  someHang: boolean,
): Promise<number> {
  const urls = urlsOf(endpointServer, count);
  const to = await supply.endpoints.of(urls);
  await sender.fill({ count: 0, urls: [] });
  await endpointServer.take();
  await sender.start();
  await emitUntil(monotonicMs() + WARM_MS, supply, to);
  if (someHang) await letHang(endpointServer, urls);
  const from = monotonicMs() + SETTLING_MS;
  const emitted = await emitUntil(from + COUNTED_MS, supply, to);
  const counted = [...emitted].filter(([, { atMs, endpoint }]) => atMs >= from && !hangs(endpoint));
  const arrivedAt = await arrivalsOf(endpointServer, new Set(counted.map(([id]) => id)));
  await letAnswer(endpointServer);
  await sender.stop();
  return quantile(
    counted.map(([id, { atMs }]) => arrivedAt.get(id)! - atMs),
    0.99,
  );
}

/** The first arrival of each event. */
async function arrivalsOf(
  endpointServer: EndpointServer,
  ids: ReadonlySet<string>,
): Promise<Map<string, number>> {
  const arrivedAt = new Map<string, number>();
  for (const untilMs = monotonicMs() + WITHIN_MS; monotonicMs() < untilMs; await wait(LOOK_EVERY_MS)) {
    const { ids: came, atMs } = await endpointServer.take();
    for (const [n, id] of came.entries()) if (ids.has(id) && !arrivedAt.has(id)) arrivedAt.set(id, atMs[n]!);
    if (arrivedAt.size === ids.size) return arrivedAt;
  }
  throw new Error(
    `${ids.size - arrivedAt.size} of ${ids.size} events did not arrive within ${WITHIN_MS} ms.`,
  );
}

/** Emits in small batches until `untilMs`. Returns the events by id. */
async function emitUntil(
  untilMs: number,
  { client, perSecond }: Supply,
  to: readonly Endpoint[],
): Promise<Map<string, Emitted>> {
  const emitted = new Map<string, Emitted>();
  const startedAt = monotonicMs();
  for (let n = 0; monotonicMs() < untilMs; ) {
    const most = Math.floor(((monotonicMs() - startedAt) / 1000) * perSecond) - n;
    const numbers = Array.from({ length: most }, (_, more) => n + more);
    n += numbers.length;
    const ids = await emitTo(client, numbers, to);
    const atMs = monotonicMs();
    for (const [at, id] of ids.entries()) emitted.set(id, { atMs, endpoint: numbers[at]! % to.length });
    await wait(EVERY_MS);
  }
  return emitted;
}
