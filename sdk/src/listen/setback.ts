import { ApiError } from '../errors/api-error.ts';
import { ConnectionError } from '../errors/connection-error.ts';

const FIRST_WAIT_SECONDS = 1;
const LONGEST_WAIT_SECONDS = 30; // whoever waits in front of a terminal wants to see it go on soon

/** What to do about an answer of Tradepost that is not a page: wait and try again, or stop. */
export type Setback = { waitSeconds: number; words: string } | { waitSeconds: undefined; words: string };

/** `failures` is how often in a row Tradepost was away, this time included. */
export function setbackOf(error: unknown, failures: number): Setback | undefined {
  if (error instanceof ConnectionError) return away(error.message, failures);
  if (!(error instanceof ApiError)) return undefined;
  const { status, detail, code, retryAfterSeconds } = error;
  if (status === 429) {
    const waitSeconds = retryAfterSeconds ?? LONGEST_WAIT_SECONDS;
    return { waitSeconds, words: `Over the plan's requests a minute. Going on in ${waitSeconds} s.` };
  }
  if (status >= 500 || status === 408) return away(detail, failures);
  return { waitSeconds: undefined, words: wordsOf(status, code, detail) };
}

function away(why: string, failures: number): Setback {
  const waitSeconds = Math.min(FIRST_WAIT_SECONDS * 2 ** (failures - 1), LONGEST_WAIT_SECONDS);
  return { waitSeconds, words: `Tradepost is away: ${why} Trying again in ${waitSeconds} s.` };
}

function wordsOf(status: number, code: string | undefined, detail: string): string {
  if (status === 401)
    return `Tradepost does not accept the key in TRADEPOST_API_KEY: ${detail} Keys are made in the panel under Settings > API Keys.`;
  if (status === 403) return `Tradepost does not allow this to the key: ${detail}`;
  if (code === 'invalid_cursor')
    return `The place where listen stopped is not known here any more: ${detail} Begin with --from now or --from beginning.`;
  return `Tradepost answered ${status}: ${detail}`;
}
