import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { HttpListener } from '../../http/connection/http-listener.ts';
import type { ProcessHealth } from './process-health.ts';

/** How long requests may still take once the process is asked to stop, which has to be done within 15 s. */
const DRAIN_MS = 12_000;
/** For a probe or a scrape in progress at the very end. */
const OBSERVER_DRAIN_MS = 1_000;

export type Stop = () => Promise<void>;

/** What has been started, in the order in which it was. */
export interface Running {
  readonly log: Logger;
  readonly health: ProcessHealth;
  /** They serve the API and the panel. */
  readonly listeners: HttpListener[];
  /** What requests need, stopped after them. */
  readonly forRequests: Stop[];
  readonly worker: Stop[];
  /** They serve health and metrics until the end. */
  readonly observers: HttpListener[];
  endStreams: () => void;
}

/** Ends gracefully; new connections are accepted for another `delayMs`. */
export async function stopAll(running: Running, delayMs: number): Promise<void> {
  const { log, health, listeners, forRequests, worker, observers } = running;
  health.stop();
  running.endStreams();
  for (const listener of [...listeners, ...observers]) listener.announceClose();
  const stopServing = async (): Promise<void> => {
    if (listeners.length > 0) await wait(delayMs);
    const resets = await Promise.all(listeners.map((listener) => listener.close(DRAIN_MS)));
    const count = resets.reduce((sum, each) => sum + each, 0);
    if (count > 0) log.warn({ count }, 'connections were reset: their requests took too long to end');
    await stopInOrder(forRequests);
  };
  // At the same time, because each may take most of the 15 s.
  const stopped = await Promise.allSettled([stopServing(), stopInOrder(worker)]);
  await Promise.all(observers.map((listener) => listener.close(OBSERVER_DRAIN_MS)));
  throwFirst(stopped);
}

/** One after the other, in the order in which they were started; all of them, even if one fails. */
async function stopInOrder(stops: readonly Stop[]): Promise<void> {
  const stopped: PromiseSettledResult<void>[] = [];
  for (const stop of stops) stopped.push(...(await Promise.allSettled([stop()])));
  throwFirst(stopped);
}

function throwFirst(results: readonly PromiseSettledResult<void>[]): void {
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
