import type { ClaimedDelivery } from '../queue/claim.ts';
import type { AttemptResult } from '../queue/complete.ts';
import type { AttemptTracer } from './attempt-trace.ts';
import type { Address, Resolver } from './dns-resolver.ts';
import type { EndpointAgent } from './endpoint-agent.ts';
import { deliveryHeaders } from './headers.ts';
import { post } from './http-post.ts';
import { decideRetry } from './rules/decide-retry.ts';
import type { RetrySchedule } from './rules/retry-schedule.ts';
import type { OpenedSecrets } from './signing-keys.ts';

export interface Sender {
  readonly telemetry?: AttemptTracer | undefined;
  readonly dispatcher: EndpointAgent;
  readonly resolver: Resolver;
  readonly schedule: RetrySchedule;
  readonly monotonicMs: () => number;
}

/**
 * Sends a delivery once: signs it, posts it, and decides what comes next. A failing endpoint is a result, not an error. `nowMs`
 * is the database's clock. With `addresses` it connects to one of them alone.
 */
export async function sendAttempt(
  { dispatcher, schedule, monotonicMs, telemetry }: Sender,
  delivery: ClaimedDelivery,
  { keys, headers: own }: OpenedSecrets,
  nowMs: () => number,
  addresses?: readonly Address[],
): Promise<AttemptResult> {
  const startedMs = monotonicMs();
  const trace = telemetry?.startAttempt(delivery);
  const signed = { ...own, ...deliveryHeaders(delivery, keys, nowMs()) };
  const headers = trace ? { ...signed, traceparent: trace.traceparent } : signed;
  const posted = await post(
    addresses ? dispatcher.pinnedTo(addresses) : dispatcher,
    delivery.endpoint.url,
    headers,
    delivery.body,
  );
  const { outcome, detail, responseStatus, responseHeaders, responseBody } = posted;
  trace?.end(posted);
  const durationMs = Math.round(monotonicMs() - startedMs);
  const next = decideRetry(posted, delivery.attemptOfRound, schedule, nowMs());
  return { outcome, detail, responseStatus, responseHeaders, responseBody, durationMs, ...next };
}
