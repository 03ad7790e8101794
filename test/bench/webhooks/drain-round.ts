import { setTimeout as wait } from 'node:timers/promises';
import { onServer } from '../../support/databases.ts';
import type { BenchEnvironment } from './bench-environment.ts';
import type { Consumer } from './endpoint-server.ts';
import type { Load } from './load.ts';
import { familySeconds } from './processor-time.ts';
import type { SenderProcess } from './sender-process.ts';

/** How often it is asked whether the last results are recorded: some hundredths of what a round takes. */
const ASK_EVERY_MS = 10;

export interface Drain {
  readonly count: number;
  readonly seconds: number;
  /** User and system time of the sender. */
  readonly cpuSeconds: number;
  /** The same of PostgreSQL or Redis. */
  readonly storeSeconds: number;
  readonly consumerSeconds: number;
}

/** From the start of the worker until the last delivery is recorded as sent. */
export async function drain(
  { database, consumer }: BenchEnvironment,
  sender: SenderProcess,
  load: Load,
): Promise<Drain> {
  // Before the filling and not after: then pages would be logged whole that in life were logged with their event.
  await onServer(database.url, (client) => client.query('CHECKPOINT'));
  await sender.fill(load);
  await consumer.take();
  const before = times(sender, consumer);
  await sender.start();
  await consumer.until(load.count);
  while ((await sender.left()) > 0) await wait(ASK_EVERY_MS);
  const after = times(sender, consumer);
  await sender.stop();
  const { ids } = await consumer.take();
  if (ids.length !== load.count || new Set(ids).size !== load.count)
    throw new Error(
      `${sender.name} sent ${new Set(ids).size} of ${load.count} deliveries in ${ids.length} POSTs.`,
    );
  const spent = (what: keyof Times): number => after[what] - before[what];
  return {
    count: load.count,
    seconds: spent('seconds'),
    cpuSeconds: spent('cpuSeconds'),
    storeSeconds: spent('storeSeconds'),
    consumerSeconds: spent('consumerSeconds'),
  };
}

type Times = Omit<Drain, 'count'>;

const times = (sender: SenderProcess, consumer: Consumer): Times => ({
  seconds: performance.now() / 1000,
  cpuSeconds: sender.cpuSeconds(),
  storeSeconds: sender.storeSeconds(),
  consumerSeconds: familySeconds(consumer.pid),
});
