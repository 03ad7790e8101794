import { setTimeout as wait } from 'node:timers/promises';
import type { Express } from 'express';
import { contractOperations } from '../../contract.ts';
import { compileValidators } from './validate.ts';

/** An operation's schemas take 15 ms, the largest 100 ms. At this pace requests get half of the processor until it is done. */
const PAUSE_MS = 15;

/** Compiles every schema, an operation at a time, between the requests of a process that is ready already. */
export async function warmUpValidators(
  app: Express,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  for (const operation of contractOperations) {
    await wait(PAUSE_MS, undefined, { ref: false });
    if (signal.aborted) return;
    await compileValidators(app, operation).catch(onError);
  }
}
