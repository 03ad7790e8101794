import { attemptsNote, type FailedRequest } from './api-error.ts';
import { TradepostError } from './tradepost-error.ts';

export interface ConnectionFailure extends FailedRequest {
  /** What happened, to follow the method and URL. Without control characters, as safeCause() returns it. */
  what: string;
  timedOut: boolean;
  /** How many of the attempts found no connection. */
  unsent: number;
  code?: string;
  cause?: Error;
}

/**
 * There is no complete response: the connection failed or broke, or the attempt timed out. An error status is an
 * ApiError. An abort throws your signal's own reason.
 */
export class ConnectionError extends TradepostError {
  override get name(): string {
    return 'ConnectionError';
  }

  /** The HTTP method. */
  declare readonly method: string;
  /** Without the query, which may hold personal data. */
  declare readonly url: string;
  /** How many attempts were made in all. */
  declare readonly attempts: number;
  /** Whether the attempt took longer than `timeoutMs`. */
  declare readonly timedOut: boolean;
  /** The system's error code if there is one, such as `ECONNREFUSED`. */
  declare readonly code: string | undefined;

  constructor({ method, url, attempts, what, timedOut, unsent, code, cause }: ConnectionFailure) {
    const wasSent = method !== 'GET' && attempts > unsent;
    const advice = wasSent ? 'It may have been carried out: check before you repeat it.' : 'Try again.';
    super(`${method} ${url}: ${what}${attemptsNote(attempts)}. ${advice}`, cause && { cause });
    Object.assign(this, { method, url, attempts, timedOut, code });
  }
}
