const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The document's limits: 5 attempts in all, and these waits between them. */
export const MAX_ATTEMPTS = 5;
export const RETRY_WAITS_MS: readonly number[] = [
  1 * MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
];

/** How long to wait after failed attempt n (from 1) of a round, or undefined when that was the last. */
export function waitAfter(
  attempt: number,
  maxAttempts = MAX_ATTEMPTS,
  waits = RETRY_WAITS_MS,
): number | undefined {
  return attempt < maxAttempts ? waits[Math.min(attempt, waits.length) - 1] : undefined;
}
