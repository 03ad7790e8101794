import type { Dispatcher } from 'undici';
import type { ClaimedDelivery } from '../queue/claim.ts';
import type { AttemptResult } from '../queue/complete.ts';
import { deliveryHeaders } from './headers.ts';
import { type PostResult, post } from './http-post.ts';
import { retryAfterMs } from './retry-after.ts';
import { type RetrySchedule, retryWaitMs } from './retry-schedule.ts';
import type { SigningKeys } from './signing-keys.ts';

export interface Sender {
  readonly dispatcher: Dispatcher;
  readonly schedule: RetrySchedule;
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
}

/** With these a consumer may say when to come again (RFC 9110, 10.2.3; RFC 6585, 4). */
const RETRY_AFTER_STATUSES = new Set([429, 503]);

/** Sends a delivery once and tells what came of it. A consumer's reason is an outcome, not an error. */
export async function sendAttempt(
  sender: Sender,
  claimed: ClaimedDelivery,
  keys: SigningKeys,
): Promise<AttemptResult> {
  const { dispatcher, nowMs, monotonicMs } = sender;
  const startedAt = monotonicMs();
  const result = await post(
    dispatcher,
    claimed.endpoint.url,
    deliveryHeaders(claimed, keys, nowMs()),
    claimed.body,
  );
  const { outcome, detail, responseStatus, responseBody } = result;
  const durationMs = Math.round(monotonicMs() - startedAt);
  const next = decideRetry(result, claimed.attemptOfRound, sender);
  return { outcome, detail, responseStatus, responseBody, durationMs, ...next };
}

function decideRetry(
  { outcome, responseStatus, retryAfter }: PostResult,
  attempt: number,
  { schedule, nowMs }: Sender,
): Pick<AttemptResult, 'status' | 'retryInMs'> {
  if (outcome === 'accepted') return { status: 'SUCCESS', retryInMs: null };
  const asked = RETRY_AFTER_STATUSES.has(responseStatus ?? 0) ? retryAfterMs(retryAfter, nowMs()) : undefined;
  const retryInMs = retryWaitMs(attempt, schedule, asked) ?? null;
  return { status: retryInMs === null ? 'FAILED' : 'RETRYING', retryInMs };
}
