import { QUERY_TIMEOUT_MESSAGE } from './errors.ts';

/** How often the queries are looked at within their time. One fails between once and 9/8 of it after it was sent. */
const LOOKS = 8;

/** A query that waits for its result. The two numbers belong to QueryTimeouts. */
export interface WaitingQuery {
  looks: number;
  slot: number;
  handleError(error: Error): void;
}

/**
 * Fails queries whose connection stays silent. One timer looks at all of them. pg sets a timer for each; with those, most of what
 * requests allocate outlived them, and young collections copied it all: see docs/decisions/query-timeouts.md. A query's age is
 * counted in looks, so while the process is busy with something else, none gets older.
 */
export class QueryTimeouts {
  readonly timeoutMs: number;
  readonly #waiting: WaitingQuery[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(timeoutMs: number) {
    this.timeoutMs = timeoutMs;
  }

  add(query: WaitingQuery): void {
    query.looks = 0;
    query.slot = this.#waiting.push(query) - 1;
    this.#timer ??= setInterval(() => this.#look(), this.timeoutMs / LOOKS).unref();
  }

  /** The last one takes its place, so the array has no gaps. */
  remove(query: WaitingQuery): void {
    const last = this.#waiting.pop()!;
    if (last === query) return;
    this.#waiting[query.slot] = last;
    last.slot = query.slot;
  }

  #look(): void {
    for (const query of this.#waiting) query.looks += 1;
    const late = this.#waiting.filter(({ looks }) => looks > LOOKS);
    for (const query of late) query.handleError(new Error(QUERY_TIMEOUT_MESSAGE));
    if (this.#waiting.length > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
