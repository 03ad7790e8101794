import type { Defer } from '../workload.ts';
import { type BenchEnvironment, createDatabase, POOL_SIZE, tradepostEnv } from './bench-environment.ts';
import { type Drains, printDrains } from './drain-report.ts';
import { type Drain, drain } from './drain-round.ts';
import { urlsOf } from './endpoint-server.ts';
import type { Load } from './load.ts';
import { type Keeping, startRedis } from './redis.ts';
import { type SenderProcess, startSender } from './sender-process.ts';

/** Against those that keep a result of each delivery, as they come; with more or less they are shown beside. */
const GOALS = { undici: 0.5, 'graphile-worker': 1.4, BullMQ: 1.4, 'pg-boss': 2.5 };

/** What a reader of the figures has to know. */
const NOTES = [
  'Tradepost: the role worker, 10 tenants, attempt rows and the log written, LOG_LEVEL=warn (its default writes a line an attempt).',
  'All: 256 POSTs at a time, the same headers and two signatures. undici: no queue. Nobody else reads or opens a secret.',
  'graphile-worker: concurrency 256; in batches: localQueue of 500 and completeJobBatchDelay 0 besides.',
  'pg-boss: 4 workers with 500 jobs each, completed one by one; in batches: all 500 have one result.',
  'BullMQ: one worker with concurrency 256, done jobs kept, as it comes, on a Redis that may lose a second, as its manual has it; as durable: on one that writes before it answers, as PostgreSQL; in memory: done jobs removed, nothing on disk.',
  'Each warms up with half as many before each of its turns.',
  'The sender has a core to itself; PostgreSQL or Redis and the endpoint server share the others. The store and endpointServer columns are their CPU µs.',
];

export interface DrainOptions {
  readonly rounds: number;
  readonly count: number;
}

/** Empties a queue of due deliveries, against the queues that people use and against no queue at all. */
export async function benchDrain(
  defer: Defer,
  environment: BenchEnvironment,
  { rounds, count }: DrainOptions,
): Promise<void> {
  const senders = await startSenders(defer, environment);
  for (const note of NOTES) console.log(note);
  for (const endpoints of [20, 1]) {
    const load = { count, urls: urlsOf(environment.endpointServer, endpoints) };
    const title = `Draining ${count} deliveries of 1 kB to ${endpoints} endpoints, median of ${rounds} rounds`;
    printDrains(title, await drainInTurn(environment, senders, load, rounds), 'Tradepost', GOALS);
  }
}

async function startSenders(defer: Defer, environment: BenchEnvironment): Promise<SenderProcess[]> {
  const store = { store: environment.postmaster };
  const common = { DATABASE_POOL_SIZE: POOL_SIZE };
  const graphile = { ...common, DATABASE_URL: await createDatabase(environment, 'graphile') };
  const boss = { ...common, DATABASE_URL: await createDatabase(environment, 'boss') };
  return [
    await startSender(defer, 'Tradepost', 'tradepost', tradepostEnv(environment.database.url), store),
    await startSender(defer, 'undici', 'undici', {}),
    await startSender(defer, 'graphile-worker', 'graphile-worker', { ...graphile, ONE_BY_ONE: '1' }, store),
    await startSender(defer, 'graphile-worker in batches', 'graphile-worker', graphile, store),
    await startBullMQ(defer, 'BullMQ', 'everysec'),
    await startBullMQ(defer, 'BullMQ as durable', 'always'),
    await startBullMQ(defer, 'BullMQ in memory', 'no'),
    await startSender(defer, 'pg-boss', 'pg-boss', boss, store),
    await startSender(defer, 'pg-boss in batches', 'pg-boss', { ...boss, ONE_RESULT_A_BATCH: '1' }, store),
  ];
}

async function startBullMQ(defer: Defer, name: string, keeping: Keeping): Promise<SenderProcess> {
  const { url, pid } = await startRedis(defer, keeping);
  const env = { REDIS_URL: url, ...(keeping === 'no' && { KEEPS_NOTHING: '1' }) };
  return startSender(defer, name, 'bullmq', env, { store: pid });
}

/**
 * Each warms up just before its turn: after the minute of the others' turns a process was seen to be slow for a second, which
 * is most of what a drain takes.
 */
export async function drainInTurn(
  environment: BenchEnvironment,
  senders: readonly SenderProcess[],
  load: Load,
  rounds: number,
): Promise<Drains> {
  const warmUp = { ...load, count: Math.ceil(load.count / 2) };
  const drains = new Map<string, Drain[]>(senders.map(({ name }) => [name, []]));
  for (let turn = 1; turn <= rounds; turn += 1)
    for (const sender of senders) {
      await drain(environment, sender, warmUp);
      const result = await drain(environment, sender, load);
      drains.get(sender.name)!.push(result);
      console.error(
        `${turn}/${rounds}  ${sender.name.padEnd(28)}${Math.round(result.count / result.seconds)}/s`,
      );
    }
  return drains;
}
