import type { Logger } from 'pino';
import type { EmbeddedPostgres } from '../../db/embedded/embedded-postgres.ts';

/** An accident doesn't happen more often. What does has a cause that only the operator can remove: a full disk, too little memory. */
const MAX_RESTARTS = 3;
const WITHIN_MINUTES = 10;

/** Starts the embedded server again whenever it ends. Resolves with the reason once that is no use. */
export async function untilLost(embedded: EmbeddedPostgres, log: Logger): Promise<string> {
  let restartedAt: number[] = [];
  for (;;) {
    const reason = await new Promise<string>((resolve) => embedded.onExit?.(resolve));
    const now = performance.now();
    restartedAt = restartedAt.filter((at) => now - at < WITHIN_MINUTES * 60_000);
    if (restartedAt.length >= MAX_RESTARTS)
      return `${reason}, after ${MAX_RESTARTS} restarts within ${WITHIN_MINUTES} minutes`;
    try {
      await embedded.restart?.();
    } catch (error) {
      return `${reason}, and can't be started again: ${(error as Error).message}`;
    }
    restartedAt.push(now);
    log.error({ restarts: restartedAt.length, most: MAX_RESTARTS }, `${reason} and was started again`);
  }
}
