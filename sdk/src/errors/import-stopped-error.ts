import { TradepostError } from './tradepost-error.ts';

/**
 * `importAll` has stopped, because a request failed or JSON can't have an order. `cause` is the error: an ApiError, a ConnectionError, a
 * ConfigurationError, or the reason of your signal.
 */
export class ImportStoppedError extends TradepostError {
  override get name(): string {
    return 'ImportStoppedError';
  }

  /** The first order of the request, or the one that JSON can't have, from 0. The orders before it have results; it and those behind it may have none. */
  declare readonly index: number;

  constructor(index: number, cause: unknown) {
    super(`The import has stopped at order ${index}: ${(cause as Error | undefined)?.message ?? cause}`, {
      cause,
    });
    Object.assign(this, { index });
  }
}
