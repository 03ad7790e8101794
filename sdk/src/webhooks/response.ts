import type { UnknownWebhookEvent, WebhookEvent } from './events.ts';

/** What became of a delivery, with the status that tells Tradepost. Any other than 2xx makes it send again. */
export const STATUS_BY_OUTCOME = {
  /** The handler ended, and the event is marked as done. */
  handled: 200,
  /** It was done before. */
  duplicate: 200,
  /** There is no handler for its kind. */
  ignored: 200,
  /** It is a test, and `testEvents` is not 'handle'. */
  test: 200,
  /** It was not sent by Tradepost, or not now: a WebhookVerificationError. */
  refused: 401,
  /** Another method than POST. */
  wrong_method: 405,
  /** Another delivery of the event is being handled. */
  busy: 409,
  /** The handler ended after its lease, and another delivery had taken the event over. */
  taken_over: 409,
  too_large: 413,
  /** The handler threw; the event was released. */
  failed: 500,
  /** The body was parsed before it was verified, for instance: a ConfigurationError. */
  misconfigured: 500,
  /** The store did not answer, or not in time. */
  store_unavailable: 503,
} as const;

export type WebhookOutcome = keyof typeof STATUS_BY_OUTCOME;

/** What a delivery came to. For logs and figures; the answer is what Tradepost gets. */
export interface WebhookReport {
  outcome: WebhookOutcome;
  /** Of a delivery that was verified. */
  event?: WebhookEvent | UnknownWebhookEvent;
  /** Why it was refused, what the handler threw, or what the store failed with. */
  error?: unknown;
}

export interface WebhookAnswer extends WebhookReport {
  status: number;
  headers: Record<string, string>;
  /** JSON. The panel shows it with the delivery. */
  body: string;
}

interface ResponseParts extends WebhookReport {
  headers?: Record<string, string>;
  /** Who sent the delivery reads these two, so they have nothing of a handler's or a store's error. */
  reason?: string;
  detail?: string;
}

// Written out, without spreading: that made up an eighth of all that the receiver does.
export function respond({ outcome, event, error, headers, reason, detail }: ResponseParts): WebhookAnswer {
  return {
    outcome,
    event,
    error,
    status: STATUS_BY_OUTCOME[outcome],
    headers: { 'content-type': 'application/json', ...headers },
    body: detail ? JSON.stringify({ outcome, reason, detail }) : `{"outcome":"${outcome}"}`,
  };
}

/** At least a second, and never a fraction, which Retry-After cannot say. */
export function retryAfterHeader(milliseconds: number): { 'retry-after': string } {
  return { 'retry-after': String(Math.max(1, Math.ceil(milliseconds / 1000))) };
}
