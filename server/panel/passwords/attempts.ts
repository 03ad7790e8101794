import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { CounterStore } from '../../http/limits/counter-store.ts';
import type { Site } from '../session/site.ts';
import { keyOf, secondsToWait } from './throttle.ts';

const QUARTER_HOUR_SECONDS = 15 * 60;
const HOUR_SECONDS = 3_600;
/** The reasons for these numbers are in docs/decisions/people.md. */
export const ATTEMPT_LIMITS = {
  /** Wrong codes of a user, who has given the password. */
  code: { points: 10, duration: HOUR_SECONDS },
  /** Links that don't work, from one network. */
  unknown_link: { points: 30, duration: QUARTER_HOUR_SECONDS },
  /** Forms with a new password that are sent for one link. */
  link: { points: 10, duration: QUARTER_HOUR_SECONDS },
  /** E-mails about a forgotten password to one address, whether or not it has users. */
  forgotten: { points: 3, duration: HOUR_SECONDS },
  /** Forms about forgotten passwords from one network. */
  forgotten_network: { points: 10, duration: QUARTER_HOUR_SECONDS },
  /** E-mails to people outside that one tenant's users cause: invitations, and new addresses. */
  mail: { points: 50, duration: HOUR_SECONDS },
} as const;
type Limit = keyof typeof ATTEMPT_LIMITS;

/** Counts what is guessed or sent besides passwords. A code is counted before it's looked at. */
export class Attempts {
  readonly #counters: Readonly<Record<Limit, RateLimiterAbstract>>;

  constructor({ name }: Site, store: CounterStore) {
    const open = (limit: Limit) => store.open({ keyPrefix: `${name}-${limit}`, ...ATTEMPT_LIMITS[limit] });
    this.#counters = {
      code: open('code'),
      unknown_link: open('unknown_link'),
      link: open('link'),
      forgotten: open('forgotten'),
      forgotten_network: open('forgotten_network'),
      mail: open('mail'),
    };
  }

  /** Zero if there was one left, otherwise the seconds until there is. */
  take(limit: Limit, key: string): Promise<number> {
    return secondsToWait(() => this.#counters[limit].consume(keyOf(key)));
  }

  /** Whoever brings a right code may have mistyped some before. */
  async forgive(limit: Limit, key: string): Promise<void> {
    await this.#counters[limit].delete(keyOf(key));
  }
}
