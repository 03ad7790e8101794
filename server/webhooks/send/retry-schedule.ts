const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export interface RetrySchedule {
  /** How many attempts a round has. */
  readonly maxAttempts: number;
  /** What to wait after the first, the second, … failed attempt, in ms. After more of them the last one counts. */
  readonly waitsMs: readonly number[];
}

/** The document's schedule with what the operator has set otherwise. */
export const createRetrySchedule = (set: {
  maxAttempts?: number;
  retryWaitsMs?: readonly number[];
}): RetrySchedule => ({
  maxAttempts: set.maxAttempts ?? DEFAULT_SCHEDULE.maxAttempts,
  waitsMs: set.retryWaitsMs ?? DEFAULT_SCHEDULE.waitsMs,
});

/** The document's limits: 5 attempts in all, and these waits between them. */
const DEFAULT_SCHEDULE: RetrySchedule = {
  maxAttempts: 5,
  waitsMs: [1 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS],
};

/**
 * How long to wait after failed attempt n (from 1) of a round, or undefined when that was the last. A wait that the
 * consumer asked for counts when it is the longer one.
 */
export function retryWaitMs(attempt: number, schedule: RetrySchedule, askedMs = 0): number | undefined {
  if (attempt >= schedule.maxAttempts) return undefined;
  return Math.max(schedule.waitsMs[Math.min(attempt, schedule.waitsMs.length) - 1]!, askedMs);
}
