import pRetry from 'p-retry';
import { checkMaxRetries, DEFAULT_MAX_RETRIES, type TradepostConfig } from './config.ts';
import { ApiError } from './errors/api-error.ts';
import { ConnectionError } from './errors/connection-error.ts';
import { callHook } from './hooks.ts';
import type { Middleware } from './middleware.ts';
import { random, sleep } from './runtime.ts';

const FIRST_BACKOFF_MS = 500; // enough for a dropped connection, too short to be noticed
const MAX_BACKOFF_MS = 8_000; // a service that restarts is back by then; the caller can choose more retries
// Tradepost counts requests by the minute, so a rate limit never asks for more. A longer wait is a matter for a job
// queue, not for a waiting program: the error is thrown at once and says how long.
const MAX_RETRY_AFTER_MS = 60_000;

/** Without 501 and the like, which give the same response next time. */
const TRANSIENT_STATUSES = [408, 429, 500, 502, 503, 504];

export type RetryConfig = Pick<TradepostConfig, 'maxRetries' | 'runtime'>;

/**
 * Retries what failed for a temporary reason: an incomplete response, 408, 429, 500, 502, 503 or 504, or an
 * Idempotency-Key that is still in progress, which happens after the connection of the first attempt broke.
 */
export function retries({ maxRetries = DEFAULT_MAX_RETRIES, runtime }: RetryConfig = {}): Middleware {
  const clock = { random, sleep, ...runtime };
  checkMaxRetries(maxRetries); // here too, so that a mistake shows when the client is created
  return (attempt, call) => {
    const retryLimit = checkMaxRetries(call.maxRetries ?? maxRetries);
    const first = attempt();
    // Most calls succeed at once, and p-retry takes a tenth of the time of a GET. It runs only if the first failed.
    return first.catch(() =>
      pRetry((number) => (number === 1 ? first : attempt()), {
        retries: retryLimit,
        minTimeout: 0, // p-retry's own delay knows no Retry-After and takes no clock
        async shouldRetry({ error, attemptNumber }) {
          const delayMs = retryDelayMs(error, attemptNumber, clock.random());
          if (delayMs === undefined) return false;
          const { method, url } = call;
          callHook(call.hooks?.onRetry, { method, url, attempt: attemptNumber, error, delayMs });
          await clock.sleep(delayMs, call.signal);
          return true;
        },
      }).catch((error) => {
        throw call.signal?.aborted ? call.signal.reason : error; // p-retry wraps a reason that isn't an Error
      }),
    );
  };
}

/** Retry-After plus a backoff, so that clients that were told the same second don't return together. */
function retryDelayMs(error: Error, attempt: number, jitter: number): number | undefined {
  const retryAfterMs = ((error as Partial<ApiError>).retryAfterSeconds ?? 0) * 1000;
  if (!isTransient(error) || retryAfterMs > MAX_RETRY_AFTER_MS) return undefined;
  return retryAfterMs + backoffMs(attempt, jitter);
}

function isTransient(error: Error): boolean {
  if (!(error instanceof ApiError)) return error instanceof ConnectionError;
  return TRANSIENT_STATUSES.includes(error.status) || error.code === 'idempotency_in_progress';
}

/** Doubles with each attempt. Jitter of 0 to 1 makes it half of that to all of it. */
function backoffMs(attempt: number, jitter: number): number {
  return (Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1)) * (1 + jitter)) / 2;
}
