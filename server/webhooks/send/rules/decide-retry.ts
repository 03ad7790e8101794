import type { AttemptResult } from '../../queue/complete.ts';
import type { PostResult } from '../post-result.ts';
import { retryAfterMs } from './retry-after.ts';
import { type RetrySchedule, retryWaitMs } from './retry-schedule.ts';

/** With these an endpoint may say when to try again (RFC 9110, 10.2.3; RFC 6585, 4). */
const RETRY_AFTER_STATUSES = new Set([429, 503]);

/**
 * What happens to a delivery after an attempt that came to an end: success, a retry, or failure for good. For an attempt
 * whose worker was lost, queue/sweep.ts decides.
 */
export function decideRetry(
  { outcome, responseStatus, retryAfter }: PostResult,
  attemptOfRound: number,
  schedule: RetrySchedule,
  nowMs: number,
): Pick<AttemptResult, 'status' | 'retryInMs'> {
  if (outcome === 'accepted') return { status: 'SUCCESS', retryInMs: null };
  const mayAsk = RETRY_AFTER_STATUSES.has(responseStatus ?? 0);
  const askedMs = mayAsk ? retryAfterMs(retryAfter, nowMs) : undefined;
  const retryInMs = retryWaitMs(attemptOfRound, schedule, askedMs) ?? null;
  return { status: retryInMs === null ? 'FAILED' : 'RETRYING', retryInMs };
}
