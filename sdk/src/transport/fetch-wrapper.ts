import type { Call } from './api-call.ts';

/**
 * Sends the request and reads the response to its end, whatever its status. Rejects with an error of this package, or
 * with the reason of an abort.
 */
export type Attempt = () => Promise<Response>;

/** Wraps the `fetch` that openapi-fetch calls: it decides when to make the attempts of a call, and how many. */
export type FetchWrapper = (attempt: Attempt, call: Call) => Promise<Response>;

export function compose(wrappers: readonly FetchWrapper[], call: Call, innermost: Attempt): Attempt {
  return wrappers.reduceRight<Attempt>((next, each) => () => each(next, call), innermost);
}
