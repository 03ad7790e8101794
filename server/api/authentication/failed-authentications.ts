import type { Logger } from 'pino';
import { BoundedCounter } from '../../base/counters/bounded-counter.ts';
import { ApiProblem } from '../../base/problems/api-problem.ts';

/** As many as the smallest plan's requests, so a misconfigured job that retries every second stays at the limit. */
export const MAX_FAILURES = 60;
const WINDOW_SECONDS = 60;
/** About 5 MB. */
const MAX_ADDRESSES = 10_000;

/** Counts requests with an invalid key per client address, in this process only. */
export class FailedAuthentications {
  readonly #log: Logger;
  readonly #counter: BoundedCounter;

  constructor(log: Logger, maxAddresses = MAX_ADDRESSES) {
    this.#log = log;
    this.#counter = new BoundedCounter({ duration: WINDOW_SECONDS, maxKeys: maxAddresses });
  }

  async count(address: string): Promise<void> {
    const { consumedPoints } = await this.#counter.add(address);
    if (consumedPoints === MAX_FAILURES)
      this.#log.warn({ address, failures: MAX_FAILURES }, 'too many failed authentications from an address');
  }

  /** Throws 429 if the address has failed too often. */
  async requireBelowLimit(address: string): Promise<void> {
    const state = await this.#counter.get(address);
    if (!state || state.consumedPoints < MAX_FAILURES) return;
    const seconds = Math.ceil(state.msBeforeNext / 1000);
    throw new ApiProblem(
      'too_many_failed_authentications',
      `More than ${MAX_FAILURES} requests a minute with an invalid API key came from this address. Try again in ${seconds} seconds.`,
      { headers: { 'Retry-After': String(seconds) } },
    );
  }
}
