import type { RequestHandler } from 'express';
import type { PanelUser } from '../../accounts/staff/panel-user.ts';
import { BoundedCounter } from '../../base/counters/bounded-counter.ts';
import { FairSemaphore, type OnClosed } from '../../base/counters/fair-semaphore.ts';
import { clientAddress } from '../../http/connection/client-address.ts';
import { PanelError } from '../kit/panel-error.ts';

/** Short, so that whoever is refused needn't wait long, and so that a burst is as small as the rate. */
const WINDOW_MS = 10_000;
/**
 * Three lists of deliveries that reload every 2 s, a test's result that is asked for every second, a recovery's progress every
 * 2 s, and 2 clicks a second are 50. At about 3 ms a page, twice that is 3 % of a core.
 */
export const MAX_REQUESTS_PER_USER = 100;
/** Five such users in one office, or all the staff of a shop who click as people do. It also bounds who isn't logged in. */
export const MAX_REQUESTS_PER_ADDRESS = 500;
/** About 5 MB each. */
const MAX_KEYS = 10_000;

/**
 * Pages of one user that are made at the same time. Others of the user wait: 40 at once made every other page of the process
 * wait for all of them. A person waits for one, while lists in other tabs reload.
 */
const MAX_PAGES_PER_USER = 4;
/** Of all users; a key that is deactivated takes a second. Beyond it users take turns. */
const MAX_PAGES = 64;
/** Statements end after 8 s. Nobody waits longer for a page. */
const MAX_WAIT_MS = 10_000;

const newCounter = (nowMs: () => number) =>
  new BoundedCounter({ windowMs: WINDOW_MS, maxKeys: MAX_KEYS, nowMs });

function count(counter: BoundedCounter, key: string, most: number): void {
  const { count, msLeft } = counter.add(key);
  if (count > most)
    throw new PanelError(429, 'too_many', { retryAfterSeconds: Math.max(1, Math.ceil(msLeft / 1000)) });
}

/** Limits the requests of each client address, before its session is looked up. */
export function limitAddresses(nowMs: () => number): RequestHandler {
  const requests = newCounter(nowMs);
  return (req, _res, next) => {
    count(requests, clientAddress(req), MAX_REQUESTS_PER_ADDRESS);
    next();
  };
}

/** Limits the requests of each user, and how many pages of each are made at the same time. */
export class UserLimits {
  readonly #requests: BoundedCounter;
  readonly #pages = new FairSemaphore<string>(
    { total: MAX_PAGES, perOwner: MAX_PAGES_PER_USER, transactionsPerOwner: MAX_PAGES_PER_USER },
    MAX_WAIT_MS,
  );

  constructor(nowMs: () => number) {
    this.#requests = newCounter(nowMs);
  }

  /** Throws 429 beyond a limit, and 503 when others used up all turns. `onClosed` drops work that is still waiting. */
  async run<T>(
    { tenantId, id }: Pick<PanelUser, 'tenantId' | 'id'>,
    onClosed: OnClosed,
    work: () => Promise<T>,
  ): Promise<T> {
    const key = `${tenantId} ${id}`;
    count(this.#requests, key, MAX_REQUESTS_PER_USER);
    return this.#pages.run(key, 'query', onClosed, work);
  }
}
