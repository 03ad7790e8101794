const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export interface RetrySchedule {
  /** Attempts per round. A resend starts a new round. */
  readonly maxAttempts: number;
  /** The waits after the first, second, … failed attempt. After more failures the last one repeats. */
  readonly waitsMs: readonly number[];
}

/** As specified: 5 attempts in all, with these waits after each failure. The last one is reached with a sixth attempt. */
const DEFAULT_SCHEDULE: RetrySchedule = {
  maxAttempts: 5,
  waitsMs: [1 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 1 * HOUR_MS, 6 * HOUR_MS],
};

/** The operator's settings, WEBHOOK_MAX_ATTEMPTS and WEBHOOK_RETRY_SCHEDULE. Undefined: the default schedule's. */
export interface RetryConfig {
  readonly maxAttempts?: number | undefined;
  readonly retryWaitsMs?: readonly number[] | undefined;
}

export const createRetrySchedule = (settings: RetryConfig): RetrySchedule => ({
  maxAttempts: settings.maxAttempts ?? DEFAULT_SCHEDULE.maxAttempts,
  waitsMs: settings.retryWaitsMs ?? DEFAULT_SCHEDULE.waitsMs,
});

/**
 * How long to wait after failed attempt n of a round, counted from 1; undefined when that was the last one. If the endpoint
 * asked for a longer wait, that one counts.
 */
export function retryWaitMs(attempt: number, schedule: RetrySchedule, askedMs = 0): number | undefined {
  if (attempt >= schedule.maxAttempts) return undefined;
  return Math.max(schedule.waitsMs[Math.min(attempt, schedule.waitsMs.length) - 1]!, askedMs);
}
