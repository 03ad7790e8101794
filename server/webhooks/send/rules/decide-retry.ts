import type { AttemptResult } from '../../queue/complete.ts';
import type { PostResult } from '../post-result.ts';
import { retryAfterMs } from './retry-after.ts';
import { type RetrySchedule, retryWaitMs } from './retry-schedule.ts';

/** With these an endpoint may say when to try again (RFC 9110, 10.2.3; RFC 6585, 4). */
const RETRY_AFTER_STATUSES = new Set([429, 503]);

/** The result of an attempt whose worker was lost: nothing is known of what the endpoint did. */
export const LOST = {
  outcome: 'lost',
  detail: null,
  responseStatus: null,
  responseHeaders: null,
  responseBody: null,
  durationMs: null,
  retryAfter: null,
} as const;

/** What happens to a delivery after an attempt: success, a retry, or failure for good. */
export function decideRetry(
  { outcome, responseStatus, retryAfter }: PostResult | typeof LOST,
  attemptOfRound: number,
  schedule: RetrySchedule,
  nowMs: number,
): Pick<AttemptResult, 'status' | 'retryInMs'> {
  if (outcome === 'accepted') return { status: 'SUCCESS', retryInMs: null };
  const mayAsk = RETRY_AFTER_STATUSES.has(responseStatus ?? 0);
  const askedMs = mayAsk ? retryAfterMs(retryAfter, nowMs) : undefined;
  const waitMs = retryWaitMs(attemptOfRound, schedule, askedMs);
  if (waitMs === undefined) return { status: 'FAILED', retryInMs: null };
  // A lost worker says nothing against the endpoint.
  return { status: 'RETRYING', retryInMs: outcome === 'lost' ? 0 : waitMs };
}
