import { createHash } from 'node:crypto';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { CounterStore } from '../../http/limits/counter-store.ts';
import type { Site } from '../session/site.ts';

const QUARTER_HOUR_SECONDS = 15 * 60;
/** The reasons for these numbers are in docs/decisions/login-throttling.md. */
export const LOGIN_LIMITS = {
  /** Wrong passwords in a browser that has logged in with this address before. */
  device: { points: 10, duration: 3_600 },
  /** For one address from one network: less than the last limit, so that one network never keeps an owner waiting elsewhere. */
  pair: { points: 5, duration: QUARTER_HOUR_SECONDS },
  /** From one network, for all addresses. */
  network: { points: 30, duration: QUARTER_HOUR_SECONDS },
  /** For one address, from all unknown browsers in the world. The window is short, so that an owner among them gets a turn soon. */
  email: { points: 10, duration: 10 },
} as const;
type Limit = keyof typeof LOGIN_LIMITS;

export interface LoginAttempt {
  readonly email: string;
  /** An IPv4 address or an IPv6 /64. */
  readonly network: string;
  /** The device of a valid device cookie for this address. */
  readonly device: string | undefined;
}

export type Admission =
  | { readonly allowed: true; readonly succeeded: () => Promise<void> }
  | { readonly allowed: false; readonly waitSeconds: number };

type Bucket = readonly [limit: Limit, key: string];

/** Counts wrong passwords. An attempt is counted before its password is checked, and given back if it's right. */
export class LoginThrottle {
  readonly #counters: Readonly<Record<Limit, RateLimiterAbstract>>;

  constructor({ name }: Site, store: CounterStore) {
    const prefix = name === 'panel' ? 'login' : `${name}-login`;
    const open = (limit: Limit) => store.open({ keyPrefix: `${prefix}-${limit}`, ...LOGIN_LIMITS[limit] });
    this.#counters = {
      device: open('device'),
      pair: open('pair'),
      network: open('network'),
      email: open('email'),
    };
  }

  /** A known device has a bucket of its own, which nobody else can empty. Once it's empty, it counts as an unknown browser. */
  async admit({ email, network, device }: LoginAttempt): Promise<Admission> {
    if (device !== undefined) {
      const admission = await this.#take([['device', device]]);
      if (admission.allowed) return admission;
    }
    const address = keyOf(email.toLowerCase());
    // The network is looked at first: one that is out of turns must not add a key for each address that it makes up.
    const wait = await this.#waitFor(['network', network]);
    if (wait > 0) return { allowed: false, waitSeconds: wait };
    return this.#take([
      ['pair', keyOf(`${address} ${network}`)],
      ['network', network],
      ['email', address],
    ]);
  }

  /** Takes a point from each bucket, or from none. */
  async #take(buckets: readonly Bucket[]): Promise<Admission> {
    const taken: Bucket[] = [];
    for (const bucket of buckets) {
      const [limit, key] = bucket;
      const waitSeconds = await secondsToWait(() => this.#counters[limit].consume(key));
      if (waitSeconds > 0) {
        await this.#giveBack(taken);
        return { allowed: false, waitSeconds };
      }
      taken.push(bucket);
    }
    return { allowed: true, succeeded: () => this.#forgive(taken) };
  }

  async #waitFor([limit, key]: Bucket): Promise<number> {
    const state = await this.#counters[limit].get(key);
    return state && state.consumedPoints >= LOGIN_LIMITS[limit].points ? secondsOf(state) : 0;
  }

  async #giveBack(buckets: readonly Bucket[]): Promise<void> {
    for (const [limit, key] of buckets) await this.#counters[limit].reward(key, 1);
  }

  /** Whoever knows the password may have mistyped it before. The buckets shared with others only get this attempt back. */
  async #forgive(buckets: readonly Bucket[]): Promise<void> {
    const isOwn = ([limit]: Bucket): boolean => limit === 'device' || limit === 'pair';
    for (const [limit, key] of buckets.filter(isOwn)) await this.#counters[limit].delete(key);
    await this.#giveBack(buckets.filter((bucket) => !isOwn(bucket)));
  }
}

/** The counters' keys have at most 255 characters, and needn't tell who logs in. */
export const keyOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

const secondsOf = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1000));

/** Zero if there was a point. The library rejects with the bucket's state if not, and with an Error if the store failed. */
export async function secondsToWait(consume: () => Promise<unknown>): Promise<number> {
  try {
    await consume();
    return 0;
  } catch (error) {
    if (error instanceof RateLimiterRes) return secondsOf(error);
    throw error;
  }
}
