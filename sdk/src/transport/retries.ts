import pRetry from 'p-retry';
import { ApiError } from '../errors/api-error.ts';
import { ConnectionError } from '../errors/connection-error.ts';
import { ConfigurationError } from '../errors/tradepost-error.ts';
import { onAbort } from './abort.ts';
import type { Call } from './api-call.ts';
import { checkNames, checkWholeNumber, MAX_TIMER_MS } from './check-options.ts';
import type { TransportConfig } from './config.ts';
import type { FetchWrapper } from './fetch-wrapper.ts';
import { callHook } from './hooks.ts';
import { runtimeOf } from './runtime.ts';

/** p-retry's options. Its jitter makes each pause up to twice as long, and never longer than `maxTimeout`. */
const DEFAULT_TIMING = {
  minTimeout: 500, // enough for a dropped connection, too short to be noticed
  factor: 2,
  maxTimeout: 8_000,
  randomize: true,
  // The pauses alone take 15 to 24 s, which outlasts a restart. With slow attempts a call fails after this and one
  // more attempt, so after 2 minutes at most.
  maxRetryTime: 90_000,
} satisfies RetryTiming;

// Tradepost counts requests by the minute, so a rate limit never asks for more. A longer wait is a matter for a job
// queue, not for a waiting program: the error is thrown at once and says how long.
const MAX_RETRY_AFTER_MS = 60_000;

/** Without 501 and the like, which give the same response next time. */
const TRANSIENT_STATUSES = [408, 429, 500, 502, 503, 504];

// With the default timing their pauses take 15 s at least, so a call outlasts a service that restarts.
const DEFAULT_MAX_RETRIES = 5;

/** Options of p-retry, all in milliseconds except for `factor` and `randomize`. */
export interface RetryTiming {
  /** The first pause. Defaults to 500. */
  minTimeout?: number | undefined;
  /** By how much each pause is longer than the one before. Defaults to 2. */
  factor?: number | undefined;
  /** The longest pause. Defaults to 8,000. */
  maxTimeout?: number | undefined;
  /** Makes each pause up to twice as long at random, so that many clients don't return together. Defaults to true. */
  randomize?: boolean | undefined;
  /** No retry begins later than this after the call began. Defaults to 90,000, with `pace` to Infinity. */
  maxRetryTime?: number | undefined;
}

export interface RetryConfig extends Pick<TransportConfig, 'runtime'> {
  /** How often a call is retried that failed for a temporary reason. Defaults to 5. */
  maxRetries?: number | undefined;
  /** The pauses between retries. */
  retryTiming?: RetryTiming | undefined;
}

/**
 * Retries what failed for a temporary reason: an incomplete response, 408, 429, 500, 502, 503 or 504, or an
 * Idempotency-Key that is still in progress, which happens after the connection of the first attempt broke.
 */
export function retries(config: RetryConfig = {}): FetchWrapper {
  checkNames(config, ['maxRetries', 'retryTiming', 'runtime'] satisfies (keyof RetryConfig)[]);
  const { maxRetries = DEFAULT_MAX_RETRIES, retryTiming, runtime } = config;
  const clock = runtimeOf(runtime);
  const timing = timingOf(retryTiming);
  checkWholeNumber('maxRetries', maxRetries); // here too, so that a mistake shows when the client is created
  return async (attempt, call) => {
    const endsAt = clock.now() + timing.maxRetryTime;
    const retries = checkWholeNumber('maxRetries', call.maxRetries ?? maxRetries);
    const first = attemptOrThrow(attempt(), call);
    try {
      return await first; // most calls end here and cost nothing of p-retry
    } catch {}
    const { signal } = call;
    const pauses = new AbortController();
    const forget = signal && onAbort(signal, () => pauses.abort(signal.reason));
    try {
      return await pRetry((number) => (number === 1 ? first : attemptOrThrow(attempt(), call)), {
        ...timing,
        maxRetryTime: Math.max(0, endsAt - clock.now()), // since the call began
        retries,
        signal: pauses.signal, // not the caller's, so that calls that share one don't each add a listener to it
        async shouldRetry({ error, attemptNumber }) {
          const retryAfterMs = retryAfterOf(error);
          if (!isTransient(error) || retryAfterMs > MAX_RETRY_AFTER_MS) return false;
          if (clock.now() + retryAfterMs >= endsAt) return false;
          const delayMs =
            retryAfterMs +
            Math.min(timing.maxTimeout, timing.minTimeout * timing.factor ** (attemptNumber - 1));
          const { method, url } = call;
          callHook(call.hooks?.onRetry, { method, url, attempt: attemptNumber, error, delayMs });
          // p-retry's own pause follows, so that clients that were told the same second don't return together.
          if (retryAfterMs > 0) await clock.sleep(retryAfterMs, signal);
          return true;
        },
      });
    } catch (error) {
      // openapi-fetch makes an error of the response.
      if (error === call.failure && call.response) return call.response;
      throw signal?.aborted ? signal.reason : error; // p-retry wraps a reason that isn't an Error
    } finally {
      forget?.();
    }
  };
}

/** The timing with its defaults, which undefined means too. */
function timingOf(given: RetryTiming = {}): typeof DEFAULT_TIMING {
  checkNames(given, Object.keys(DEFAULT_TIMING), 'retryTiming');
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  for (const [name, value] of set) {
    const highest = name === 'maxRetryTime' ? Infinity : MAX_TIMER_MS;
    const isRight = typeof value === typeof DEFAULT_TIMING[name as keyof RetryTiming];
    if (!isRight || !(value >= 0 && value <= highest))
      throw new ConfigurationError(`retryTiming.${name} is ${value}. Pass a number from 0 to ${highest}.`);
  }
  return { ...DEFAULT_TIMING, ...Object.fromEntries(set) };
}

/** p-retry retries what throws. */
async function attemptOrThrow(attempted: Promise<Response>, call: Call): Promise<Response> {
  const response = await attempted;
  if (call.failure) throw call.failure;
  return response;
}

function retryAfterOf(error: Error): number {
  return ((error as Partial<ApiError>).retryAfterSeconds ?? 0) * 1000;
}

function isTransient(error: Error): boolean {
  if (!(error instanceof ApiError)) return error instanceof ConnectionError;
  return TRANSIENT_STATUSES.includes(error.status) || error.code === 'idempotency_in_progress';
}
