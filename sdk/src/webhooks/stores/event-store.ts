/** By what an event is done once: event_id is unique within a tenant. */
export interface EventKey {
  tenantId: number;
  eventId: string;
}

export type Claim<Context = unknown> =
  /** It is the caller's to handle. `token` proves it to `complete` and `release`; `context` goes to the handler. */
  | { state: 'claimed'; token: string; context: Context }
  /** It was handled and completed before. */
  | { state: 'done' }
  /** Somebody else is handling it; his lease ends in that many milliseconds. */
  | { state: 'busy'; leaseMs: number };

/**
 * Remembers which events were handled, and who is handling one now. `storeChecks` of `@tradepost/sdk/webhooks/testing`
 * tells whether a store of your own keeps all of this. A store that is away rejects.
 */
export interface EventStore<Context = unknown> {
  /** Of many who claim at once, one gets it, until it is released or `leaseMs` have passed. */
  claim(key: EventKey, leaseMs: number): Claim<Context> | Promise<Claim<Context>>;
  /** Marks it as done. False when somebody else has claimed it since; then nothing is changed. */
  complete(key: EventKey, token: string): boolean | Promise<boolean>;
  /** Gives it back unhandled, to be claimed at once. Changes nothing unless the token still holds it. */
  release(key: EventKey, token: string): void | Promise<void>;
}

/**
 * How long a store should remember what is done. Tradepost keeps a delivery for 90 days, to be sent again by hand at any
 * time; the retries of one that was sent on the last of them take under a day.
 */
export const RETENTION_DAYS = 91;
