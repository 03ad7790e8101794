import { ApiError } from '../errors/api-error.ts';
import { ConnectionError } from '../errors/connection-error.ts';

const FIRST_DELAY_SECONDS = 1;
const MAX_DELAY_SECONDS = 30; // whoever waits in front of a terminal wants to see it go on soon

/** What to do about an answer of Tradepost that is not a page: wait and try again, or stop. */
export type Backoff = { waitSeconds: number; message: string } | { waitSeconds: undefined; message: string };

/** `failures` is how often in a row Tradepost was away, this time included. */
export function backoffFor(error: unknown, failures: number): Backoff | undefined {
  if (error instanceof ConnectionError) return retryLater(error.message, failures);
  if (!(error instanceof ApiError)) return undefined;
  const { status, detail, code, retryAfterSeconds } = error;
  if (status === 429) {
    const waitSeconds = retryAfterSeconds ?? MAX_DELAY_SECONDS;
    return { waitSeconds, message: `Over the plan's requests a minute. Going on in ${waitSeconds} s.` };
  }
  if (status >= 500 || status === 408) return retryLater(detail, failures);
  return { waitSeconds: undefined, message: stopMessage(status, code, detail) };
}

function retryLater(reason: string, failures: number): Backoff {
  const waitSeconds = Math.min(FIRST_DELAY_SECONDS * 2 ** (failures - 1), MAX_DELAY_SECONDS);
  return { waitSeconds, message: `Tradepost is away: ${reason} Trying again in ${waitSeconds} s.` };
}

function stopMessage(status: number, code: string | undefined, detail: string): string {
  if (status === 401)
    return `Tradepost does not accept the key in TRADEPOST_API_KEY: ${detail} Keys are made in the panel under Settings > API Keys.`;
  if (status === 403) return `Tradepost does not allow this to the key: ${detail}`;
  if (code === 'invalid_cursor')
    return `The place where listen stopped is not known here any more: ${detail} Begin with --from now or --from beginning.`;
  return `Tradepost answered ${status}: ${detail}`;
}
