import { disconnected, type OnClosed } from './fair-semaphore.ts';

/** What short steps may take together before they wait for another turn. It is short beside a request that only reads, which takes 3 ms. */
const PIECE_MS = 1;

/** Runs long work of a request, which may be interrupted where it yields. Rejects when the client has left. */
export type Compute = <T>(work: Generator<void, T>) => Promise<T>;

/** For work of nobody's request. */
export const atOnce: Compute = async (work) => {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
};

/**
 * Lets pieces of work run one in a turn of the event loop, however many wait. A request of another tenant needs a few turns, so it
 * waits for a few pieces: with sixty quotes of large orders at once, each turn had sixty of them.
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

  /** Pieces of it end where it yields. `onClosed` tells that nobody waits for the result any more. */
  async run<T>(work: Generator<void, T>, onClosed: OnClosed): Promise<T> {
    let isWanted = true;
    const cancel = onClosed(() => {
      isWanted = false;
    });
    try {
      for (let step = work.next(); ; step = work.next()) {
        if (step.done) return step.value;
        await this.step();
        if (!isWanted) throw disconnected();
      }
    } finally {
      cancel();
    }
  }

  readonly #start = (): void => {
    this.#pieceEndsAtMs = this.#monotonicMs() + PIECE_MS;
    this.#waiting.shift()!();
    if (this.#waiting.length > 0) setImmediate(this.#start);
  };
}
