import type { ApiError } from '../errors/api-error.ts';
import type { Hooks } from './hooks.ts';

/** One call of the API, over all its attempts. It doesn't hold the API key. */
export interface Call {
  /** The HTTP method. */
  readonly method: string;
  /** Without the query, which may hold personal data. */
  readonly url: string;
  /** The caller's. */
  readonly signal: AbortSignal | undefined;
  /** How long an attempt may take. */
  readonly timeoutMs: number;
  /** The option of this call, if it was set. */
  readonly maxRetries: number | undefined;
  /** The client's. */
  readonly hooks: Hooks | undefined;
  /** The current attempt, from 1; 0 before the first. */
  attempt: number;
  /** The response to the last attempt, whatever its status; undefined if there was none. */
  response: Response | undefined;
  /** What the response to the last attempt means, if its status isn't 2xx. */
  failure: ApiError | undefined;
}

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
