import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { Express } from 'express';
import { contractOperations } from '../../base/contract.ts';
import { compileValidators } from './validate.ts';

/** An operation's schemas take 15 ms, the largest 100 ms. At this pace an idle process has compiled all of them after 3 s. */
const PAUSE_MS = 15;
/**
 * While schemas are compiled no request is served, so in a busy process that takes a hundredth of the time: more would be its p99. All
 * are compiled after five minutes; those that a request needs sooner, with it.
 */
const BUSY_PAUSE_MS = 4_000;
const BUSY_UTILIZATION = 0.5;

/**
 * Compiles schemas, an operation at a time, between the requests of a process that is ready already. Not those for large bodies and the
 * rows of batches: they take half as long again, and 5 MB, and few operations ever need them.
 */
export async function warmUpValidators(
  app: Express,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  for (const operation of contractOperations) {
    const before = performance.eventLoopUtilization();
    await wait(PAUSE_MS, undefined, { ref: false });
    const pauseMs = furtherPauseMs(performance.eventLoopUtilization(before).utilization);
    if (pauseMs > 0) await wait(pauseMs, undefined, { ref: false });
    if (signal.aborted) return;
    await compileValidators(app, operation, 'allIssues').catch(onError);
  }
}

/** By how busy the process was in the pause before. */
export const furtherPauseMs = (utilization: number): number =>
  utilization > BUSY_UTILIZATION ? BUSY_PAUSE_MS - PAUSE_MS : 0;
