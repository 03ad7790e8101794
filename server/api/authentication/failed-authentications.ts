import type { Logger } from 'pino';
import { BoundedCounter } from '../../base/counters/bounded-counter.ts';
import { ApiProblem } from '../../base/problems/api-problem.ts';

/** As many as the smallest plan's requests, so a misconfigured job that retries every second stays at the limit. */
export const MAX_FAILURES = 60;
const WINDOW_MS = 60_000;
/** About 5 MB. */
const MAX_ADDRESSES = 10_000;

/** Counts requests with an invalid key per client address, in this process only. */
export class FailedAuthentications {
  readonly #log: Logger;
  readonly #counter: BoundedCounter;

  constructor(log: Logger, nowMs: () => number, maxAddresses = MAX_ADDRESSES) {
    this.#log = log;
    this.#counter = new BoundedCounter({ windowMs: WINDOW_MS, maxKeys: maxAddresses, nowMs });
  }

  count(address: string): void {
    const { count } = this.#counter.add(address);
    if (count === MAX_FAILURES)
      this.#log.warn({ address, failures: MAX_FAILURES }, 'too many failed authentications from an address');
  }

  /** Throws 429 if the address has failed too often. */
  requireBelowLimit(address: string): void {
    const { count, msLeft } = this.#counter.get(address);
    if (count < MAX_FAILURES) return;
    const seconds = Math.ceil(msLeft / 1000);
    throw new ApiProblem(
      'too_many_failed_authentications',
      `More than ${MAX_FAILURES} requests a minute with an invalid API key came from this address. Try again in ${seconds} seconds.`,
      { headers: { 'Retry-After': String(seconds) } },
    );
  }
}
