import { ConfigurationError } from '../../errors/tradepost-error.ts';

/** Identifies an event for a consumer: event_id is unique within a tenant. */
export interface EventKey {
  /** The event's `tenant_id`. */
  tenantId: number;
  /** The receiver's `consumer`, a slash, and the event's `event_id`. Just the `event_id` if the receiver has no consumer. */
  eventId: string;
}

/** The answer of a store to a claim. */
export type Claim<Context = unknown> = ClaimedEvent<Context> | DoneEvent | BusyEvent;

export interface ClaimedEvent<Context> {
  /** The caller handles the event. */
  state: 'claimed';
  /** `complete` and `release` need it. */
  token: string;
  /** What the handler gets beside the event. */
  context: Context;
  /**
   * Called when the handler has returned. The receiver waits for what it began and didn't await; if that rejects, the
   * handler has failed.
   */
  ended?: (() => unknown) | undefined;
}

export interface DoneEvent {
  /** The event was completed before. */
  state: 'done';
}

export interface BusyEvent {
  /** Another delivery is handling the event. */
  state: 'busy';
  /** Its lease ends in that many milliseconds. */
  leaseMs: number;
}

/**
 * Remembers which events are done and which are being handled. A store that is unavailable rejects. Test a store of your
 * own with `storeChecks` of `@tradepost/sdk/webhooks/testing`.
 */
export interface EventStore<Context = unknown> {
  /** One of many concurrent claims gets the event, until it is released or `leaseMs` have passed. */
  claim(key: EventKey, leaseMs: number): Claim<Context> | Promise<Claim<Context>>;
  /** Marks the event as done. If another claim has taken it since, returns false and changes nothing. */
  complete(key: EventKey, token: string): boolean | Promise<boolean>;
  /** Releases the event, so that it can be claimed again at once. Changes nothing unless the token still holds it. */
  release(key: EventKey, token: string): void | Promise<void>;
  /** True if the store forgets everything when the process ends. Its receiver needs no consumer then. */
  readonly inMemory?: boolean | undefined;
  /** Where it keeps its events: any object, the same one for stores that share their events. By default the store itself. */
  readonly place?: object | undefined;
}

/**
 * How long a store remembers what is done. Staff can resend a delivery for 90 days.
 * The retries of one that is resent on the last day take under a day.
 */
export const RETENTION_DAYS = 91;

/** The options of a store. Another name would be ignored in JavaScript, and so would be what isn't an object. */
export function checkOptions<Options extends object>(
  store: string,
  options: Options,
  known: readonly (keyof Options & string)[],
): Options {
  if (typeof options !== 'object' || !options)
    throw new ConfigurationError(`${store} has ${options} as its options.`);
  for (const name in options)
    if (!known.includes(name) && options[name] !== undefined)
      throw new ConfigurationError(`${store} has no option ${name}, only ${known.join(' and ')}.`);
  return options;
}
