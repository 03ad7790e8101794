import pg from 'pg';

/** No disk, no memory, too many connections. One such failure tells: others would fail too. */
const OUT_OF_RESOURCES = /^53/;
/** Canceled by statement_timeout, or a lock that wasn't available. One alone may be a slow statement. */
const TIMED_OUT = new Set(['57014', '55P03']);
/** In a row, without a transaction that committed in between. A tenant can run into the time-out of one row of its own. */
const TIMEOUTS_THAT_TELL = 3;
/** Long enough for a balancer that asks every few seconds, short enough to find out soon that it's over. */
const REMEMBER_MS = 5_000;

/** Remembers for a moment that transactions of this process failed because of the database. */
export class WriteFailures {
  readonly #monotonicMs: () => number;
  #timeouts = 0;
  #failure: { readonly reason: string; readonly atMs: number } | undefined;

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
  }

  /** Passes the outcome of a transaction on, and takes note of it. */
  async watch<T>(transaction: Promise<T>): Promise<T> {
    try {
      const result = await transaction;
      this.#timeouts = 0;
      return result;
    } catch (error) {
      if (error instanceof pg.DatabaseError) this.#note(error.code ?? '');
      throw error;
    }
  }

  /** Why writes failed within the last seconds, for operators. */
  reason(): string | undefined {
    if (!this.#failure || this.#monotonicMs() - this.#failure.atMs > REMEMBER_MS) return undefined;
    return this.#failure.reason;
  }

  #note(code: string): void {
    if (OUT_OF_RESOURCES.test(code)) this.#fail(`writes fail: the database is out of resources (${code})`);
    if (!TIMED_OUT.has(code)) return;
    this.#timeouts += 1;
    if (this.#timeouts >= TIMEOUTS_THAT_TELL)
      this.#fail('writes fail: they wait for locks until they time out');
  }

  #fail(reason: string): void {
    this.#failure = { reason, atMs: this.#monotonicMs() };
  }
}
