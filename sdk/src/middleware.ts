import type { Hooks } from './hooks.ts';
import type { Received } from './reply.ts';

/** One call of the API, over all its attempts. It doesn't hold the API key. */
export interface Call {
  readonly method: string;
  /** Without the query, which may hold personal data. */
  readonly url: string;
  readonly signal: AbortSignal | undefined;
  /** The option of this call, if it was set. */
  readonly maxRetries: number | undefined;
  readonly hooks: Hooks | undefined;
  /** The current attempt, from 1; 0 before the first. */
  attempt: number;
  /** The response to the last attempt, whatever its status; undefined if there was none. */
  response: Response | undefined;
}

/** Sends the request and reads the response. Rejects with an error of this package, or with the reason of an abort. */
export type Attempt = () => Promise<Received<unknown>>;

/** Wraps the attempts of a call: it decides when to make them and how many. */
export type Middleware = (attempt: Attempt, call: Call) => Promise<Received<unknown>>;

export function compose(middleware: readonly Middleware[], call: Call, innermost: Attempt): Attempt {
  return middleware.reduceRight<Attempt>((next, each) => () => each(next, call), innermost);
}
