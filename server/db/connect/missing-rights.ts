import { type DatabaseError, isDatabaseError, messageWithoutValues } from '../wire/errors.ts';
import { RecentFailure } from './recent-failure.ts';

/** insufficient_privilege */
const DENIED = '42501';

export const isDenied = (error: unknown): error is DatabaseError =>
  isDatabaseError(error) && error.code === DENIED;

/** Some providers keep functions of the server back, and who asks for them does without. The name is the same in each lc_messages. */
const SERVER_FUNCTION = /\bpg_/;

/** Remembers for a moment that PostgreSQL denied a statement, which it does until the operator grants the right. */
export class MissingRights extends RecentFailure {
  readonly #log: (message: string) => void;

  constructor(monotonicMs: () => number, log: (message: string) => void) {
    super(monotonicMs);
    this.#log = log;
  }

  /** Says it once, not for each of the requests that fail. */
  noteError(error: unknown): void {
    if (!isDenied(error) || SERVER_FUNCTION.test(error.message)) return;
    if (this.reason() === undefined)
      this.#log(
        `the database's user lacks a right: ${messageWithoutValues(error)}. Grant it what docs/databases.md lists`,
      );
    this.note(`the database's user lacks a right (${DENIED})`);
  }
}
