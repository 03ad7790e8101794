import { ConfigurationError } from '../../errors/tradepost-error.ts';
import type { EventStore } from '../stores/event-store.ts';
import type { WebhookReport } from './response.ts';

// Above the 10 s after which Tradepost abandons an attempt, so that a slow handler keeps its event. Below the minute
// after which it tries again, so that a killed process doesn't block the next attempt.
const LEASE_MS = 50_000;
// Claim and complete take at most two of these. With 5 s for the handler that is within Tradepost's 10 s.
const STORE_TIMEOUT_MS = 2_000;
// The largest events are orders: 500 lines with the longest names are under 1 MiB.
const MAX_BODY_BYTES = 2 * 1024 * 1024;

export interface WebhookReceiverOptions<Context> {
  /** The endpoint's secret as the panel shows it. While you replace it, the new one and the old one. */
  secrets: readonly string[];
  /** Remembers which events are done. */
  store: EventStore<Context>;
  /** How far the timestamp of a delivery may be from the clock, in either direction. Defaults to 300. */
  toleranceSeconds?: number | undefined;
  /**
   * What to do with the test events that staff send from the panel: 'accept' responds with 200 without calling a handler,
   * 'handle' treats them like any other. Defaults to 'accept', because a sample order must not become an order.
   */
  testEvents?: 'accept' | 'handle' | undefined;
  /** How long a handler has its event to itself. It must not take longer. Defaults to 50,000. */
  leaseMs?: number | undefined;
  /** After this time without a response the store counts as unavailable. Defaults to 2,000. */
  storeTimeoutMs?: number | undefined;
  /** Larger bodies get a 413. Defaults to 2 MiB. */
  maxBodyBytes?: number | undefined;
  /**
   * Called with the outcome of each delivery, before the response. By default errors of the handler, the store or the
   * configuration are logged with console.error.
   */
  onReport?: ((report: WebhookReport) => void) | undefined;
  /** Milliseconds. Defaults to Date.now. */
  clock?: (() => number) | undefined;
}

/** The options with their defaults. */
export type ResolvedOptions<Context> = Required<
  Omit<WebhookReceiverOptions<Context>, 'secrets' | 'toleranceSeconds'>
>;

export function resolveOptions<Context>({
  store,
  testEvents = 'accept',
  leaseMs = LEASE_MS,
  storeTimeoutMs = STORE_TIMEOUT_MS,
  maxBodyBytes = MAX_BODY_BYTES,
  onReport = logErrors,
  clock = Date.now,
}: WebhookReceiverOptions<Context>): ResolvedOptions<Context> {
  for (const [name, value] of Object.entries({ leaseMs, storeTimeoutMs, maxBodyBytes })) {
    if (!(value > 0)) throw new ConfigurationError(`${name} is not above 0.`);
  }
  if (typeof store?.claim !== 'function') {
    throw new ConfigurationError('Pass a store, such as postgresStore(pool).');
  }
  return { store, testEvents, leaseMs, storeTimeoutMs, maxBodyBytes, onReport, clock };
}

function logErrors({ outcome, error }: WebhookReport): void {
  // Not refusals: anyone can cause as many of them as they like.
  if (error && outcome !== 'refused') console.error(error);
}
