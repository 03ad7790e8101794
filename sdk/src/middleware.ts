import type { Hooks } from './hooks.ts';
import type { Received } from './reply.ts';

/** A call on its way: what does not change from one attempt to the next. It does not hold the API key. */
export interface Call {
  readonly method: string;
  /** Without the query, which may hold personal data. */
  readonly url: string;
  readonly signal: AbortSignal | undefined;
  /** Of the one call, where it was set for it. */
  readonly maxRetries: number | undefined;
  readonly hooks: Hooks | undefined;
  /** Which attempt it is, from 1; 0 before the first. */
  attempt: number;
  /** What the last attempt was answered, whatever its status; undefined when it was not. */
  response: Response | undefined;
}

/** Sends the call and reads its answer. Rejects with an error of this package, or with the reason of an abort. */
export type Attempt = () => Promise<Received<unknown>>;

/** Goes around the attempts of a call: it decides when they are made, and how often. */
export type Middleware = (attempt: Attempt, call: Call) => Promise<Received<unknown>>;
