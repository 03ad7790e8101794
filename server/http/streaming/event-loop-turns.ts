/**
 * Lets pieces of work run one in a turn of the event loop, however many wait. A request of another tenant needs a few turns, so it
 * waits for a few pieces: with three exports of large orders at once, each turn had three of them.
 */
export class EventLoopTurns {
  readonly #waiting: (() => void)[] = [];

  /** Resolves when it's the caller's turn. What it does before its next `await` is one piece. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) setImmediate(this.#start);
    });
  }

  readonly #start = (): void => {
    this.#waiting.shift()!();
    if (this.#waiting.length > 0) setImmediate(this.#start);
  };
}
