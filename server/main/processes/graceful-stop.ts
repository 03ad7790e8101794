import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../context.ts';
import type { Service } from '../roles/service.ts';

/** What a stop may take after its delay. Orchestrators kill after 30 s (Kubernetes) or 90 s (systemd). */
export const STOP_WITHIN_MS = 15_000;

export interface StopRequest {
  readonly reason: string;
  readonly delayMs: number;
  /** Ends the wait for whatever is still in progress. */
  readonly impatience: Promise<string>;
}

/** Stops the service and closes the database. Returns why it had to be cut short, or undefined. */
export async function stopGracefully(
  service: Service,
  { log, close }: Pick<Context, 'log' | 'close'>,
  { reason, delayMs, impatience }: StopRequest,
): Promise<string | undefined> {
  log.info({ delay_ms: delayMs }, `stopping: ${reason}`);
  const stopped = service
    .stop({ delayMs })
    .finally(close)
    .then(() => undefined);
  const late = wait(delayMs + STOP_WITHIN_MS, `it took more than ${STOP_WITHIN_MS / 1000} s`, { ref: false });
  const cut = await Promise.race([stopped, impatience, late]);
  if (cut === undefined) return undefined;
  log.warn(`stopping at once, with requests or deliveries in progress: ${cut}`);
  // The process is about to exit, and nobody is left to handle what fails now.
  stopped.catch(() => {});
  service.reset();
  return cut;
}
