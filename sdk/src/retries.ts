import pRetry from 'p-retry';
import { checkMaxRetries, DEFAULT_MAX_RETRIES, type TradepostConfig } from './config.ts';
import { ApiError } from './errors/api-error.ts';
import { ConnectionError } from './errors/connection-error.ts';
import { callHook } from './hooks.ts';
import type { Middleware } from './middleware.ts';
import { random, sleep } from './runtime.ts';

const FIRST_BACKOFF_MS = 500; // long enough for a connection that was dropped, short enough not to be noticed
const MAX_BACKOFF_MS = 8_000; // a service that restarts is back by then, and more patience is the caller's to choose
// Tradepost counts requests by the minute, so a limit never asks for more. A longer pause is for a queue and not for a
// program that waits: the error is thrown at once and says how long.
const MAX_RETRY_AFTER_MS = 60_000;

/** Not 501 and the like: they answer the same next time. */
const TRANSIENT_STATUSES = [408, 429, 500, 502, 503, 504];

export type RetryConfig = Pick<TradepostConfig, 'maxRetries' | 'runtime'>;

/**
 * Repeats what failed for a reason that passes: no whole answer, 408, 429, 500, 502, 503 and 504, and an
 * Idempotency-Key that is still being worked on, which is how the first try of a broken connection shows.
 */
export function retries({ maxRetries = DEFAULT_MAX_RETRIES, runtime }: RetryConfig = {}): Middleware {
  const our = { random, sleep, ...runtime };
  checkMaxRetries(maxRetries); // here too, so that a mistake shows when the client is made
  return (attempt, call) => {
    const retryLimit = checkMaxRetries(call.maxRetries ?? maxRetries);
    const first = attempt();
    // Most calls need no more, and p-retry's work is a tenth of a whole GET: it gets the first attempt when it failed.
    return first.catch(() =>
      pRetry((number) => (number === 1 ? first : attempt()), {
        retries: retryLimit,
        minTimeout: 0, // p-retry's own pause knows no Retry-After and no clock but the machine's
        async shouldRetry({ error, attemptNumber }) {
          const delayMs = retryDelayMs(error, attemptNumber, our.random());
          if (delayMs === undefined) return false;
          const { method, url } = call;
          callHook(call.hooks?.onRetry, { method, url, attempt: attemptNumber, error, delayMs });
          await our.sleep(delayMs, call.signal);
          return true;
        },
      }).catch((error) => {
        throw call.signal?.aborted ? call.signal.reason : error; // p-retry makes an Error of a reason that is none
      }),
    );
  };
}

/** What the answer asks for and a pause on top, so that clients that were told the same second do not come together. */
function retryDelayMs(error: Error, attempt: number, chance: number): number | undefined {
  const askedMs = (error as Partial<ApiError>).retryAfterSeconds ?? 0;
  if (!isTransient(error) || askedMs * 1000 > MAX_RETRY_AFTER_MS) return undefined;
  return askedMs * 1000 + backoffMs(attempt, chance);
}

function isTransient(error: Error): boolean {
  if (!(error instanceof ApiError)) return error instanceof ConnectionError;
  return TRANSIENT_STATUSES.includes(error.status) || error.code === 'idempotency_in_progress';
}

/** Doubles from attempt to attempt; between half of that and the whole by chance. */
function backoffMs(attempt: number, chance: number): number {
  return (Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1)) * (1 + chance)) / 2;
}
