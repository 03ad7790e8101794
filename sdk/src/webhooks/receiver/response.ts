import type { UnknownWebhookEvent, WebhookEvent } from '../verification/events.ts';

/** The status for each outcome of a delivery. Tradepost sends again after any status other than 2xx. */
export const STATUS_BY_OUTCOME = {
  /** The handler finished and the event is marked as done. */
  handled: 200,
  /** The event was done before. */
  duplicate: 200,
  /** The event is in the inbox, which has it handled later. */
  stored: 200,
  /** The event has no handler, but others have. */
  ignored: 200,
  /** It is a test event, and `testEvents` isn't 'handle'. */
  test: 200,
  /** Tradepost didn't send it, or its timestamp is out of range: a WebhookVerificationError. */
  refused: 401,
  /** The method isn't POST. */
  wrong_method: 405,
  /** Another delivery of the event is being handled. */
  busy: 409,
  /** The handler outlived its lease, and another delivery claimed the event. */
  taken_over: 409,
  too_large: 413,
  /** The handler threw, and the event was released. */
  failed: 500,
  /** For example, the body was parsed before it was verified, or there is no handler at all: a ConfigurationError. */
  misconfigured: 500,
  /** The store failed or didn't respond in time. */
  store_unavailable: 503,
} as const;

export type WebhookOutcome = keyof typeof STATUS_BY_OUTCOME;

/** The outcome of a delivery, for logs and metrics. */
export interface WebhookReport {
  /** What became of the delivery. */
  outcome: WebhookOutcome;
  /** Set if the delivery was verified. */
  event?: WebhookEvent | UnknownWebhookEvent;
  /** Why it was refused, or what the handler or the store threw. */
  error?: unknown;
}

export interface WebhookAnswer extends WebhookReport {
  /** The status to send. */
  status: number;
  /** The headers to send. */
  headers: Record<string, string>;
  /** JSON. The panel shows it with the delivery. */
  body: string;
}

interface ResponseParts extends Omit<WebhookReport, 'outcome'> {
  headers?: Record<string, string>;
  /** The sender reads these two, so they contain nothing of a handler's or a store's error. */
  reason?: string;
  detail?: string;
}

// Without spreading the parts, which took an eighth of the receiver's time.
export function respond(outcome: WebhookOutcome, parts: ResponseParts = {}): WebhookAnswer {
  const { event, error, headers, reason, detail } = parts;
  return {
    outcome,
    event,
    error,
    status: STATUS_BY_OUTCOME[outcome],
    headers: { 'content-type': 'application/json', ...headers },
    body: detail ? JSON.stringify({ outcome, reason, detail }) : `{"outcome":"${outcome}"}`,
  };
}

/** Whole seconds, which is all that Retry-After can express, and at least one, also if a store doesn't say how many. */
export function retryAfterHeader(milliseconds: number): { 'retry-after': string } {
  return { 'retry-after': String(Math.max(1, Math.ceil(milliseconds / 1000) || 1)) };
}
