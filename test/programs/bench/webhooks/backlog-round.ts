import { setTimeout as wait } from 'node:timers/promises';
import type { BenchEnvironment } from './bench-environment.ts';
import { monotonicMs } from './clock.ts';
import { type Arrivals, urlsOf } from './endpoint-server.ts';
import { healthyPaths, letAnswer, letHang, SETTLING_MS, WARM_MS } from './hanging.ts';
import type { SenderProcess } from './sender-process.ts';

const COUNTED_MS = 4_000;
/** Share of the endpoints, and so of the backlog. */
const HEALTHY = 0.7;

/** Deliveries per second to the healthy endpoints from an endless backlog, from 2 s after the others began to hang. */
export async function backlogRound(
  { endpointServer }: BenchEnvironment,
  sender: SenderProcess,
  endpoints: number,
  someHang: boolean,
  backlog: number,
): Promise<number> {
  const urls = urlsOf(endpointServer, endpoints);
  await sender.fill({ count: backlog, urls });
  await endpointServer.take();
  await sender.start();
  await wait(WARM_MS);
  if (someHang) await letHang(endpointServer, urls);
  const from = monotonicMs() + SETTLING_MS;
  await wait(SETTLING_MS + COUNTED_MS);
  const arrivals = await endpointServer.take();
  await letAnswer(endpointServer);
  await sender.stop();
  const times = timesOf(arrivals, healthyPaths(urls));
  if (times.length >= backlog * HEALTHY)
    throw new Error(`A backlog of ${backlog} is too small for this machine.`);
  return times.filter((at) => at >= from && at < from + COUNTED_MS).length / (COUNTED_MS / 1000);
}

const timesOf = ({ paths, atMs }: Arrivals, of: ReadonlySet<string>): number[] =>
  atMs.filter((_, n) => of.has(paths[n]!));
