import { TradepostError } from './tradepost-error.ts';

export interface ConnectionFailure {
  method: string;
  url: string;
  /** In words, to follow the method and the address. */
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

  readonly method: string;
  /** Without the query, which may hold personal data. */
  readonly url: string;
  readonly timedOut: boolean;
  /** The system's code where there is one, `ECONNREFUSED` for instance. */
  readonly code: string | undefined;

  constructor({ method, url, what, timedOut, code, cause }: ConnectionFailure) {
    const advice =
      method === 'GET' ? 'Try again.' : 'Whether it was carried out is not known: look before you repeat it.';
    super(`${method} ${url}: ${what}. ${advice}`, cause && { cause });
    this.method = method;
    this.url = url;
    this.timedOut = timedOut;
    this.code = code;
  }
}
