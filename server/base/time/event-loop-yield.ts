/** What short steps may take together before they wait for another turn: no more than a request that only reads. */
const PIECE_MS = 2;

/**
 * Lets pieces of work run one in a turn of the event loop, however many wait. A request of another tenant needs a few turns, so it
 * waits for a few pieces: with three exports of large orders at once, each turn had three of them.
 */
export class EventLoopYield {
  readonly #monotonicMs: () => number;
  readonly #waiting: (() => void)[] = [];
  #pieceEndsAtMs = 0;

  constructor(monotonicMs = () => performance.now()) {
    this.#monotonicMs = monotonicMs;
  }

  /** Resolves when it's the caller's turn. What it does before its next `await` is one piece. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) setImmediate(this.#start);
    });
  }

  /** For one of many short steps, such as a row of a batch: it belongs to the current piece until that has taken PIECE_MS. */
  async step(): Promise<void> {
    if (this.#monotonicMs() >= this.#pieceEndsAtMs) await this.next();
  }

  readonly #start = (): void => {
    this.#pieceEndsAtMs = this.#monotonicMs() + PIECE_MS;
    this.#waiting.shift()!();
    if (this.#waiting.length > 0) setImmediate(this.#start);
  };
}
