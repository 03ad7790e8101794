import { includes, type WalPosition } from '../wal-position.ts';
import type { Mark } from './server-facts.ts';

/** Ten minutes of one a second: longer lags needn't be told apart. */
const MAX_MARKS = 600;

/** What the primary had written at some moments, on its present timeline. A replica's lag is the age of what it has replayed. */
export class Marks {
  /** Oldest first. */
  #marks: Mark[] = [];
  /** Why the primary didn't say, the last time. */
  failure: string | undefined;

  get newest(): Mark | undefined {
    return this.#marks.at(-1);
  }

  get oldest(): Mark | undefined {
    return this.#marks[0];
  }

  add(mark: Mark): void {
    const { newest } = this;
    this.failure = undefined;
    if (newest && (newest.timeline !== mark.timeline || newest.identity !== mark.identity)) this.#marks = [];
    this.#marks.push(mark);
    if (this.#marks.length > MAX_MARKS) this.#marks.shift();
  }

  /** The newest one that a replica has replayed. */
  replayed(upTo: WalPosition): Mark | undefined {
    return this.#marks.findLast(({ end }) => includes(upTo, end));
  }
}
