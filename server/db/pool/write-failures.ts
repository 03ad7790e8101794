import { RecentFailure } from '../connect/recent-failure.ts';
import { isDatabaseError } from '../wire/errors.ts';

/** No disk, no memory, too many connections. One such failure tells: others would fail too. */
const OUT_OF_RESOURCES = /^53/;
/** Canceled by statement_timeout, or a lock that wasn't available. One alone may be a slow statement. */
const TIMED_OUT = new Set(['57014', '55P03']);
/** In a row, without a transaction that committed in between. A tenant can run into the time-out of one row of its own. */
const TIMEOUTS_THAT_TELL = 3;

/** Remembers for a moment that transactions of this process failed because of the database. */
export class WriteFailures extends RecentFailure {
  #timeouts = 0;

  /** Passes the outcome of a transaction on, and takes note of it. */
  async watch<T>(transaction: Promise<T>): Promise<T> {
    try {
      const result = await transaction;
      this.#timeouts = 0;
      return result;
    } catch (error) {
      if (isDatabaseError(error)) this.#noteCode(error.code ?? '');
      throw error;
    }
  }

  #noteCode(code: string): void {
    if (OUT_OF_RESOURCES.test(code)) this.note(`writes fail: the database is out of resources (${code})`);
    if (!TIMED_OUT.has(code)) return;
    this.#timeouts += 1;
    if (this.#timeouts >= TIMEOUTS_THAT_TELL)
      this.note('writes fail: they time out, most likely while they wait for locks');
  }
}
