import type { Logger } from 'pino';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { ApiProblem } from '../../errors.ts';

/** As many as the smallest plan's requests, so a misconfigured job that retries every second stays at the limit. */
export const MAX_FAILURES = 60;
const WINDOW_SECONDS = 60;
/**
 * About 5 MB. An attacker with more addresses gains nothing when old ones are evicted: a new one starts at 0 anyway.
 */
const MAX_ADDRESSES = 10_000;

/** Counts requests with an invalid key per client address, in this process only. */
export class FailedAuthentications {
  readonly #log: Logger;
  readonly #maxAddresses: number;
  readonly #counter = new RateLimiterMemory({ points: MAX_FAILURES, duration: WINDOW_SECONDS });
  /** In the order of their first failure. The counter by itself keeps every address until its window ends. */
  readonly #addresses = new Set<string>();

  constructor(log: Logger, maxAddresses = MAX_ADDRESSES) {
    this.#log = log;
    this.#maxAddresses = maxAddresses;
  }

  async count(address: string): Promise<void> {
    const { consumedPoints } = await this.#counter.penalty(address);
    if (consumedPoints === 1) await this.#remember(address);
    if (consumedPoints === MAX_FAILURES)
      this.#log.warn({ address, failures: MAX_FAILURES }, 'too many failed authentications from an address');
  }

  /** Throws 429 if the address has failed too often. */
  async requireBelowLimit(address: string): Promise<void> {
    const state = await this.#counter.get(address);
    if (!state || state.consumedPoints < MAX_FAILURES || state.msBeforeNext <= 0) return;
    const seconds = Math.ceil(state.msBeforeNext / 1000);
    throw new ApiProblem(
      'too_many_failed_authentications',
      `More than ${MAX_FAILURES} requests a minute with an invalid API key came from this address. Try again in ${seconds} seconds.`,
      { headers: { 'Retry-After': String(seconds) } },
    );
  }

  async #remember(address: string): Promise<void> {
    this.#addresses.delete(address);
    this.#addresses.add(address);
    if (this.#addresses.size <= this.#maxAddresses) return;
    const oldest = this.#addresses.values().next().value!;
    this.#addresses.delete(oldest);
    await this.#counter.delete(oldest);
  }
}
