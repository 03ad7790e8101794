import { ConfigurationError } from '../../errors/tradepost-error.ts';
import type { EventKey } from '../stores/event-store.ts';
import type { WebhookEvent } from '../verification/events.ts';

/** An event that gave up: its handler failed as often as the schedule of `run` allows. */
export interface GaveUpEvent extends EventKey {
  event: WebhookEvent;
  /** How often the handler failed. */
  failures: number;
  /** What the handler threw last, up to 1,000 characters. */
  lastError: string;
  receivedAt: Date;
  gaveUpAt: Date;
}

/** Which part of the list of what gave up, oldest first. */
export interface GaveUpPage {
  /** Defaults to 100. */
  limit?: number | undefined;
  /** The last event of the previous part. */
  after?: GaveUpEvent | undefined;
}

/** Throws a ConfigurationError, in place of what PostgreSQL would say. */
export function checkKey(key: EventKey): EventKey {
  if (Number.isSafeInteger(key?.tenantId) && typeof key.eventId === 'string') return key;
  throw new ConfigurationError('Pass an event of listGaveUp(), or its { tenantId, eventId }.');
}

/** The page with its defaults. Throws a ConfigurationError. */
export function checkPage({ limit = 100, after, ...unknown }: GaveUpPage): GaveUpPage {
  const [name] = Object.keys(unknown);
  if (name !== undefined) throw new ConfigurationError(`listGaveUp has no option ${name}.`);
  if (!(Number.isSafeInteger(limit) && limit > 0))
    throw new ConfigurationError('limit is not a whole number above 0.');
  if (after !== undefined) {
    checkKey(after);
    if (!(after?.gaveUpAt?.getTime?.() > 0))
      throw new ConfigurationError('after is not an event of listGaveUp().');
  }
  return { limit, after };
}
