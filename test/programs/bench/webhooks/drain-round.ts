import { setTimeout as wait } from 'node:timers/promises';
import { onServer } from '../../../support/databases.ts';
import type { BenchEnvironment } from './bench-environment.ts';
import type { EndpointServer } from './endpoint-server.ts';
import type { Load } from './load.ts';
import { familySeconds } from './processor-time.ts';
import type { SenderProcess } from './sender-process.ts';

/** Interval for checking whether the last results are recorded: a few hundredths of a round. */
const ASK_EVERY_MS = 10;

export interface Drain {
  readonly count: number;
  readonly seconds: number;
  /** User and system time of the sender. */
  readonly cpuSeconds: number;
  /** User and system time of PostgreSQL or Redis. */
  readonly storeSeconds: number;
  readonly endpointServerSeconds: number;
}

/** From the start of the worker until the last delivery is recorded as sent. */
export async function drain(
  { database, endpointServer }: BenchEnvironment,
  sender: SenderProcess,
  load: Load,
): Promise<Drain> {
  // Before filling: after it, the drain would pay for full-page writes that are normally part of the event's commit.
  await onServer(database.url, (client) => client.query('CHECKPOINT'));
  await sender.fill(load);
  await endpointServer.take();
  const before = times(sender, endpointServer);
  await sender.start();
  await endpointServer.until(load.count);
  while ((await sender.left()) > 0) await wait(ASK_EVERY_MS);
  const after = times(sender, endpointServer);
  await sender.stop();
  const { ids } = await endpointServer.take();
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
    endpointServerSeconds: spent('endpointServerSeconds'),
  };
}

type Times = Omit<Drain, 'count'>;

const times = (sender: SenderProcess, endpointServer: EndpointServer): Times => ({
  seconds: performance.now() / 1000,
  cpuSeconds: sender.cpuSeconds(),
  storeSeconds: sender.storeSeconds(),
  endpointServerSeconds: familySeconds(endpointServer.pid),
});
