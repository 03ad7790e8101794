import type { Dispatcher } from 'undici';
import type { ClaimedDelivery } from '../queue/claim.ts';
import type { AttemptResult } from '../queue/complete.ts';
import { decideRetry } from './decide-retry.ts';
import { deliveryHeaders } from './headers.ts';
import { post } from './http-post.ts';
import type { RetrySchedule } from './retry-schedule.ts';
import type { SigningKeys } from './signing-keys.ts';

export interface Sender {
  readonly dispatcher: Dispatcher;
  readonly schedule: RetrySchedule;
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
}

/** Sends a delivery once: signs it, posts it, and decides what comes next. A failing endpoint is a result, not an error. */
export async function sendAttempt(
  { dispatcher, schedule, nowMs, monotonicMs }: Sender,
  delivery: ClaimedDelivery,
  keys: SigningKeys,
): Promise<AttemptResult> {
  const startedMs = monotonicMs();
  const headers = deliveryHeaders(delivery, keys, nowMs());
  const posted = await post(dispatcher, delivery.endpoint.url, headers, delivery.body);
  const { outcome, detail, responseStatus, responseBody } = posted;
  const durationMs = Math.round(monotonicMs() - startedMs);
  const next = decideRetry(posted, delivery.attemptOfRound, schedule, nowMs());
  return { outcome, detail, responseStatus, responseBody, durationMs, ...next };
}
