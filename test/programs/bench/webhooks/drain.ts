import type { Defer } from '../workload.ts';
import { type BenchEnvironment, createDatabase, POOL_SIZE, tradepostEnv } from './bench-environment.ts';
import { type Drains, printDrains } from './drain-report.ts';
import { type Drain, drain } from './drain-round.ts';
import { urlsOf } from './endpoint-server.ts';
import type { Load } from './load.ts';
import { type Keeping, startRedis } from './redis.ts';
import { type SenderProcess, startSender } from './sender-process.ts';

/** Goals against undici and the queues that record each delivery's result by default. Other variants have none. */
const GOALS = { undici: 0.5, 'graphile-worker': 1.4, BullMQ: 1.4, 'pg-boss': 2.5 };
/** By the number of endpoints: 1 000 tenants with two each, ten, and one alone. */
const LOADS = new Map([
  [2_000, { ...GOALS, undici: 0.7 }],
  [20, GOALS],
  [1, GOALS],
]);

/** What a reader of the results has to know. */
const NOTES = [
  'Tradepost: the worker role, 1 000 tenants or 10, with attempt rows and the delivery log, LOG_LEVEL=warn (the default logs a line per attempt).',
  'All: 256 concurrent POSTs, the same headers and two signatures. undici: no queue. Only Tradepost reads and decrypts secrets.',
  'graphile-worker: concurrency 256; in batches: also localQueue of 500 and completeJobBatchDelay 0.',
  'pg-boss: 4 workers with 500 jobs each, completed one by one; in batches: one result for all 500.',
  'BullMQ: one worker with concurrency 256, completed jobs kept (the default), on a Redis with appendfsync everysec (as its manual recommends); durable: with appendfsync always, comparable to PostgreSQL; in memory: completed jobs removed, nothing on disk.',
  'Each sender warms up with half as many deliveries before each of its turns.',
  'The sender has a core to itself; PostgreSQL or Redis (the store) and the endpoint server share the others. CPU columns are µs per delivery.',
];

export interface DrainOptions {
  readonly rounds: number;
  readonly count: number;
}

/** Drains a queue of due deliveries, compared with common job queues and with no queue at all. */
export async function benchDrain(
  defer: Defer,
  environment: BenchEnvironment,
  { rounds, count }: DrainOptions,
): Promise<void> {
  const senders = await startSenders(defer, environment);
  for (const note of NOTES) console.log(note);
  for (const [endpoints, goals] of LOADS) {
    const load = { count, urls: urlsOf(environment.endpointServer, endpoints) };
    const title = `Draining ${count} deliveries of 1 kB to ${endpoints} endpoints, median of ${rounds} rounds`;
    printDrains(title, await drainInTurn(environment, senders, load, rounds), 'Tradepost', goals);
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
    await startBullMQ(defer, 'BullMQ durable', 'always'),
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
 * Each sender warms up just before its turn: after a minute of the others' turns, a process has been seen to be slow
 * for a second, which is most of a drain.
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
