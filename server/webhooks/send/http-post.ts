import type { Dispatcher } from 'undici';
import type { PostResult } from './post-result.ts';
import { ResponseReader } from './response-reader.ts';

/** Covers the name's resolution, connection, TLS, headers and body. */
export const DEADLINE_MS = 10_000;

/**
 * Sends one POST, once, and never rejects. Reads until the response ends or 1 KB of its body has come, whichever is first.
 * A response that does neither before the deadline is a time-out, whatever its status.
 */
export function post(
  dispatcher: Pick<Dispatcher, 'dispatch'>,
  url: string,
  headers: Record<string, string>,
  body: string | Buffer,
  deadlineMs: number = DEADLINE_MS,
): Promise<PostResult> {
  return new Promise((resolve) => {
    const reader = new ResponseReader(resolve, deadlineMs);
    try {
      const { origin, pathname, search } = new URL(url);
      dispatcher.dispatch({ origin, path: pathname + search, method: 'POST', headers, body }, reader);
    } catch (error) {
      reader.fail(error);
    }
  });
}
