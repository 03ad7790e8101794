import pg from 'pg';
import { median, range } from '../statistics.ts';
import type { Defer } from '../workload.ts';
import { backlogRound } from './backlog-round.ts';
import { type BenchEnvironment, openBenchContext, tradepostEnv } from './bench-environment.ts';
import { type Drains, printDrains, rateOf, spreadText } from './drain-report.ts';
import { type Drain, drain } from './drain-round.ts';
import { urlsOf } from './endpoint-server.ts';
import { Endpoints } from './endpoints.ts';
import { type SenderProcess, startSender } from './sender-process.ts';
import { type Supply, steadyRound } from './steady-round.ts';

const DRAINED = 20_000;
/** More than a worker on one core can send while deliveries are counted. */
const BACKLOG = 240_000;
/**
 * Fraction of a drain's rate. Emitting an event costs PostgreSQL about five times as much as delivering it in a drain,
 * and small claims cost more per delivery: this is a quarter to a half of what the machine can emit and deliver.
 */
const STEADY = 0.05;
/** A longer p99 without hanging endpoints means that other load keeps the machine too busy; the round is discarded. */
const VOID_MS = 500;
/** Goals for the ratios of throughput and p99 to those without hanging endpoints. */
const KEEP = 0.8;
const MOST_P99 = 2;
/** A single endpoint should be as fast, apart from the variation between rounds. */
const ALONE = 0.9;

/** How throughput and p99 of the healthy endpoints change while 30 % of all endpoints hang. */
export async function benchFairness(
  defer: Defer,
  environment: BenchEnvironment,
  rounds: number,
): Promise<void> {
  const { url } = environment.database;
  const sender = await startSender(defer, 'Tradepost', 'tradepost', tradepostEnv(url), {
    store: environment.postmaster,
  });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  defer(() => client.end());
  const title = `Draining ${DRAINED} deliveries to one endpoint and to 20, median of ${rounds} rounds`;
  const drains = await alone(environment, sender, rounds);
  printDrains(title, drains, '1 endpoint', { '20 endpoints': ALONE });
  const perSecond = STEADY * median(drains.get('20 endpoints')!.map(rateOf));
  const supply = { client, perSecond, endpoints: new Endpoints(openBenchContext(defer, url)) };
  for (const endpoints of [10, 100]) await hanging(environment, sender, supply, endpoints, rounds);
}

async function alone(environment: BenchEnvironment, sender: SenderProcess, rounds: number): Promise<Drains> {
  const drains = new Map<string, Drain[]>([
    ['20 endpoints', []],
    ['1 endpoint', []],
  ]);
  for (let turn = 0; turn <= rounds; turn += 1)
    for (const [name, results] of drains) {
      const result = await drain(environment, sender, {
        count: DRAINED,
        urls: urlsOf(environment.endpointServer, Number.parseInt(name, 10)),
      });
      if (turn > 0) results.push(result);
    }
  return drains;
}

async function hanging(
  environment: BenchEnvironment,
  sender: SenderProcess,
  supply: Supply,
  endpoints: number,
  rounds: number,
): Promise<void> {
  const throughput: number[] = [];
  const p99: number[] = [];
  for (let turn = 1; turn <= rounds; turn += 1) {
    const perSecond = async (some: boolean) => backlogRound(environment, sender, endpoints, some, BACKLOG);
    const latency = async (some: boolean) => steadyRound(environment, sender, supply, endpoints, some);
    const [all, most] = [await perSecond(false), await perSecond(true)];
    const [quick, beside] = [await latency(false), await latency(true)];
    throughput.push(most / all);
    if (quick < VOID_MS) p99.push(beside / quick);
    console.error(
      `${turn}/${rounds}  ${endpoints} endpoints: ${Math.round(all)}/s, with hanging ones ${Math.round(most)}/s; p99 ${quick.toFixed(1)} ms, ${beside.toFixed(1)} ms`,
    );
  }
  print(endpoints, throughput, p99);
}

function print(endpoints: number, throughputs: readonly number[], p99s: readonly number[]): void {
  console.log(`\n30 % of ${endpoints} endpoints hang; the others from 2 s on, relative to when none hang:`);
  const throughput = range(throughputs);
  console.log(
    `  throughput ${spreadText(throughput)}, goal ≥ ${KEEP}${throughput.median < KEEP ? ': MISSED' : ''}`,
  );
  const p99 = p99s.length > 0 ? range(p99s) : undefined;
  if (p99 === undefined) console.log('  p99: no result, other load kept the machine too busy');
  else
    console.log(
      `  p99 ${spreadText(p99)} of ${p99s.length} rounds, goal ≤ ${MOST_P99}${p99.median > MOST_P99 ? ': MISSED' : ''}`,
    );
  console.log(JSON.stringify({ fairness: endpoints, throughput, p99 }));
}
