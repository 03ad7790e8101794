import { attemptsNote, type FailedRequest } from './api-error.ts';
import { TradepostError } from './tradepost-error.ts';

export interface ConnectionFailure extends FailedRequest {
  /** In words, to follow the method and the address. Without control characters, as safeCause() gives it. */
  what: string;
  timedOut: boolean;
  code?: string;
  cause?: Error;
}

/**
 * There was no whole answer: no connection, one that broke, or the time ran out. It is not thrown for an answer that
 * tells of an error, and not when you abort: your signal's own reason is thrown then.
 */
export class ConnectionError extends TradepostError {
  override get name(): string {
    return 'ConnectionError';
  }

  declare readonly method: string;
  /** Without the query, which may hold personal data. */
  declare readonly url: string;
  /** How often it was tried in all. */
  declare readonly attempts: number;
  declare readonly timedOut: boolean;
  /** The system's code where there is one, `ECONNREFUSED` for instance. */
  declare readonly code: string | undefined;

  constructor({ method, url, attempts, what, timedOut, code, cause }: ConnectionFailure) {
    const advice =
      method === 'GET' ? 'Try again.' : 'Whether it was carried out is not known: look before you repeat it.';
    super(`${method} ${url}: ${what}${attemptsNote(attempts)}. ${advice}`, cause && { cause });
    Object.assign(this, { method, url, attempts, timedOut, code });
  }
}
