import { ConfigurationError } from '../errors/configuration-error.ts';
import type { WebhookReport } from './response.ts';
import type { EventStore } from './stores/event-store.ts';

// Above the 10 s after which Tradepost gives an attempt up, so that a slow handler keeps its event; below the minute
// after which it tries again, so that a process that was killed does not hold up the next attempt.
const LEASE_MS = 50_000;
// Twice over, and the handler's 5 s between: within the 10 s that Tradepost waits.
const STORE_TIMEOUT_MS = 2_000;
// The largest events are of orders: 500 lines with the longest names are under 1 MiB.
const MAX_BODY_BYTES = 2 * 1024 * 1024;

export interface WebhookReceiverOptions<Context> {
  /** The registration's secret as the panel shows it; while it is replaced, the new one and the old one. */
  secrets: readonly string[];
  /** Where it is remembered which events were done. */
  store: EventStore<Context>;
  /** By how much the timestamp of a delivery may differ from the clock, both ways. 300 unless set. */
  toleranceSeconds?: number;
  /**
   * What is done with the samples that staff send from the panel: 'accept' answers 200 and passes them to no handler,
   * 'handle' treats them like all others. 'accept' unless set: a sample order must not become an order.
   */
  testEvents?: 'accept' | 'handle';
  /** How long a handler has its event to itself. 50 000 unless set; a handler must not take longer. */
  leaseMs?: number;
  /** After how long a store that does not answer counts as away. 2 000 unless set. */
  storeTimeoutMs?: number;
  /** A larger body is answered with 413. 2 MiB unless set. */
  maxBodyBytes?: number;
  /**
   * Told what each delivery came to, before it is answered. Unless set, what the handler, the store or a wrong set-up
   * threw goes to console.error.
   */
  onReport?: (report: WebhookReport) => void;
  /** Milliseconds, as Date.now, which it is unless set. */
  clock?: () => number;
}

/** The options that have been filled in. */
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
  // Not refusals: anybody can cause as many of them as he likes.
  if (error && outcome !== 'refused') console.error(error);
}
