import type { EventStore } from '../stores/event-store.ts';
import { checkOption, fail } from '../verification/check-option.ts';
import type { WebhookSecrets } from '../verification/secrets.ts';
import type { WebhookReport } from './response.ts';

// Above the 10 s after which Tradepost abandons an attempt, so that a slow handler keeps its event. Below the minute
// after which it tries again, so that a killed process doesn't block the next attempt.
const LEASE_MS = 50_000;
// Claim and complete take at most two of these. With 5 s for the handler that is within Tradepost's 10 s.
const STORE_TIMEOUT_MS = 2_000;
// The largest events are orders: 990 lines with the longest names are under 1.75 MiB.
const MAX_BODY_BYTES = 2 * 1024 * 1024;

export interface WebhookReceiverOptions<Context> {
  /**
   * The endpoint's secret as the panel shows it. While you replace it, the new one and the old one. If several tenants send
   * to the same receiver, those of each: `{ 42: [secret], 43: [new, old] }`.
   */
  secrets: WebhookSecrets;
  /** The tenant that the secrets belong to. An event of another one is refused. By default any tenant's is accepted. */
  tenantId?: number | undefined;
  /** Remembers which events are done. */
  store: EventStore<Context>;
  /**
   * A name for what the handlers do, such as `'erp'`: 1 to 64 letters, digits and `. _ : -`. Receivers that share a store
   * handle the same event once per consumer. All processes that do the same have the same one. Required unless the store
   * is in memory. A new name counts no event as done.
   */
  consumer?: string | undefined;
  /**
   * Counts the events that version 0.2 has recorded, without a consumer, as done by this one. Set it for one consumer,
   * for 91 days. A new event then costs the store two more statements.
   */
  adopt?: boolean | undefined;
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
   * Called with the outcome of each delivery, before the response. The receiver doesn't wait for it. By default errors of
   * the handler, the store or the configuration are logged with console.error.
   */
  onReport?: ((report: WebhookReport) => unknown) | undefined;
  /** Milliseconds. Defaults to Date.now. */
  clock?: (() => number) | undefined;
}

type Defaulted = 'testEvents' | 'leaseMs' | 'storeTimeoutMs' | 'maxBodyBytes' | 'onReport' | 'clock';

/** The options with their defaults. */
export type ResolvedOptions<Context> = WebhookReceiverOptions<Context> & {
  [Name in Defaulted]: NonNullable<WebhookReceiverOptions<Context>[Name]>;
};

export function resolveOptions<Context>(given: WebhookReceiverOptions<Context>): ResolvedOptions<Context> {
  const options = Object.entries(given).filter(([, value]) => value !== undefined);
  for (const [name, value] of options) checkOption(name, value);
  const { store, consumer, adopt } = given;
  if (typeof store?.claim !== 'function') fail('Pass a store, such as postgresStore(pool).');
  if (adopt || !store.inMemory) checkOption('consumer', consumer);
  return {
    testEvents: 'accept',
    leaseMs: LEASE_MS,
    storeTimeoutMs: STORE_TIMEOUT_MS,
    maxBodyBytes: MAX_BODY_BYTES,
    onReport: logErrors,
    clock: Date.now,
    ...(Object.fromEntries(options) as unknown as WebhookReceiverOptions<Context>),
  };
}

function logErrors({ outcome, error }: WebhookReport): void {
  // Not refusals: anyone can cause as many of them as they like.
  if (error && outcome !== 'refused') console.error(error);
}
