import { ApiError } from '../errors/api-error.ts';
import { ConnectionError } from '../errors/connection-error.ts';

const FIRST_DELAY_SECONDS = 1;
const MAX_DELAY_SECONDS = 30; // someone is waiting at the terminal

/** What to do after Tradepost didn't return a page: wait and try again, or stop. */
export type Backoff = { waitSeconds: number; message: string } | { waitSeconds: undefined; message: string };

/**
 * `failures` is how often in a row Tradepost was unavailable, this time included. Undefined for an error that isn't
 * Tradepost's.
 */
export function backoffFor(error: unknown, failures: number): Backoff | undefined {
  if (error instanceof ConnectionError) return retryLater(error.message, failures);
  if (!(error instanceof ApiError)) return undefined;
  const { status, detail, code, retryAfterSeconds } = error;
  if (status === 429) {
    const waitSeconds = retryAfterSeconds ?? MAX_DELAY_SECONDS;
    return { waitSeconds, message: `Rate limit reached. Continuing in ${waitSeconds} s.` };
  }
  if (status >= 500 || status === 408) return retryLater(detail, failures);
  return { waitSeconds: undefined, message: stopMessage(status, code, detail) };
}

function retryLater(reason: string, failures: number): Backoff {
  const waitSeconds = Math.min(FIRST_DELAY_SECONDS * 2 ** (failures - 1), MAX_DELAY_SECONDS);
  return { waitSeconds, message: `Tradepost is unavailable: ${reason} Trying again in ${waitSeconds} s.` };
}

function stopMessage(status: number, code: string | undefined, detail: string): string {
  if (status === 401)
    return `Tradepost rejected the key in TRADEPOST_API_KEY: ${detail} Create keys in the panel under API keys (Chaves de API).`;
  if (status === 403) return `The key isn't allowed to do this: ${detail}`;
  if (code === 'invalid_cursor')
    return `The position where listen stopped isn't valid here: ${detail} Start with --from now or --from beginning.`;
  return `Tradepost returned ${status}: ${detail}`;
}
