import { ConfigurationError } from '../../errors/tradepost-error.ts';
import type { WebhookEvent } from '../verification/events.ts';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;
/** Two days: a night or a weekend's deployment of the other system is over by then. */
const RETRY_DELAYS_SECONDS = [
  10,
  ...[1, 5, 15].map((minutes) => minutes * MINUTE_SECONDS),
  ...[1, 3, 6, 12, 24].map((hours) => hours * HOUR_SECONDS),
];
const LONGEST_DELAY_SECONDS = 366 * 24 * HOUR_SECONDS;
const LONGEST_TIMER_MS = 2 ** 31 - 1; // a longer one fires at once
const POLL_MS = 1_000;
const HANDLER_TIMEOUT_MS = 15 * MINUTE_SECONDS * 1000;
const LEASE_MS = 30_000;

/**
 * Seconds to wait after the first failure, the second, and so on; after the last of them the event gives up. Or a function
 * of how often the handler has failed (from 1), what it threw and the event; undefined gives up.
 */
export type RetryDelays =
  | readonly number[]
  | ((
      failures: number,
      error: unknown,
      event: WebhookEvent,
    ) => number | undefined | Promise<number | undefined>);

export interface InboxRunOptions {
  /** Stops it: nothing new is begun, and `run` resolves when the handlers that are running have finished. */
  signal?: AbortSignal | undefined;
  /** How many handlers run at once. Defaults to 10. */
  concurrency?: number | undefined;
  /** Defaults to 10 s, 1 min, 5 min, 15 min, 1 h, 3 h, 6 h, 12 h and 24 h. */
  retryDelaysSeconds?: RetryDelays | undefined;
  /** A handler that takes longer has failed. Defaults to 900,000, which is 15 minutes. */
  handlerTimeoutMs?: number | undefined;
  /**
   * How long after a process was killed others begin with its events. It is extended while a handler runs, so it needn't
   * be longer than a handler takes. Defaults to 30,000.
   */
  leaseMs?: number | undefined;
  /** How often to look for events that other processes have stored. Defaults to 1,000. */
  pollMs?: number | undefined;
  /** Called if an event gives up, or PostgreSQL is unavailable. Defaults to console.error. */
  onError?: ((error: Error) => unknown) | undefined;
}

export type ResolvedRunOptions = Required<Omit<InboxRunOptions, 'signal'>> & {
  signal: AbortSignal | undefined;
};

/** A number or null would have every default. */
export function checkObject(options: object): void {
  if (typeof options !== 'object' || !options)
    throw new ConfigurationError(`Pass an object with options, or nothing. It is ${options}.`);
}

/** Throws a ConfigurationError. */
export function resolveRunOptions({
  signal,
  concurrency = 10,
  retryDelaysSeconds = RETRY_DELAYS_SECONDS,
  handlerTimeoutMs = HANDLER_TIMEOUT_MS,
  leaseMs = LEASE_MS,
  pollMs = POLL_MS,
  onError = console.error,
  ...unknown
}: InboxRunOptions): ResolvedRunOptions {
  const [name] = Object.keys(unknown);
  if (name !== undefined) throw new ConfigurationError(`The inbox has no option ${name}.`);
  for (const [name, value] of Object.entries({ handlerTimeoutMs, leaseMs, pollMs })) {
    if (!(typeof value === 'number' && value > 0 && value <= LONGEST_TIMER_MS))
      throw new ConfigurationError(`${name} is not a number above 0 and at most ${LONGEST_TIMER_MS}.`);
  }
  if (!(Number.isSafeInteger(concurrency) && concurrency > 0))
    throw new ConfigurationError('concurrency is not a whole number above 0.');
  if (signal && typeof signal.addEventListener !== 'function')
    throw new ConfigurationError('signal is not an AbortSignal: pass the `signal` of an AbortController.');
  if (typeof onError !== 'function') throw new ConfigurationError('onError is not a function.');
  if (typeof retryDelaysSeconds !== 'function') checkDelays(retryDelaysSeconds);
  return { signal, concurrency, retryDelaysSeconds, handlerTimeoutMs, leaseMs, pollMs, onError };
}

function checkDelays(delays: readonly number[]): void {
  if (Array.isArray(delays) && delays.every(isDelay)) return;
  throw new ConfigurationError(
    `retryDelaysSeconds is not a list of seconds from 0 to ${LONGEST_DELAY_SECONDS}, nor a function.`,
  );
}

const isDelay = (seconds: unknown): seconds is number =>
  typeof seconds === 'number' && seconds >= 0 && seconds <= LONGEST_DELAY_SECONDS;

/** Milliseconds until the next attempt, or undefined to give up. Rejects if a function of the caller's fails. */
export async function nextDelayMs(
  delays: RetryDelays,
  failures: number,
  error: unknown,
  event: WebhookEvent,
): Promise<number | undefined> {
  const seconds = typeof delays === 'function' ? await delays(failures, error, event) : delays[failures - 1];
  if (seconds === undefined) return undefined;
  if (isDelay(seconds)) return seconds * 1000;
  throw new ConfigurationError(
    `retryDelaysSeconds returned ${String(seconds)} instead of seconds from 0 to ${LONGEST_DELAY_SECONDS}, or undefined.`,
  );
}
