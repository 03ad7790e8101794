import { type DatabaseError, isDatabaseError, messageWithoutValues } from '../wire/errors.ts';
import { RecentFailure } from './recent-failure.ts';

/** undefined_table, undefined_function, invalid_schema_name */
const NOT_FOUND = new Set(['42P01', '42883', '3F000']);

const isNotFound = (error: unknown): error is DatabaseError =>
  isDatabaseError(error) && NOT_FOUND.has(error.code ?? '');

/** Puts search_path back on the pooler's connection, for others too once the transaction has committed. */
export const RESET_SEARCH_PATH = 'RESET search_path';

/** Whether the error is of a table that isn't in search_path, which the operator can mend. */
export const isPathLost = (error: Error): boolean => (error as { pathLost?: boolean }).pathLost === true;

/** Behind a pooler, what another client SETs stays on connections of ours. Why: docs/decisions/time-limits-behind-a-pooler.md. */
export class SearchPath {
  readonly #behindPooler: () => boolean;
  readonly #log: (message: string) => void;
  readonly #changed: RecentFailure;
  readonly #lost: RecentFailure;

  constructor(behindPooler: () => boolean, monotonicMs: () => number, log: (message: string) => void) {
    this.#behindPooler = behindPooler;
    this.#log = log;
    this.#changed = new RecentFailure(monotonicMs);
    this.#lost = new RecentFailure(monotonicMs);
  }

  /** Whether the statement may succeed with the search_path of the role. PostgreSQL refused it, so nothing of it was done. */
  mayBeChanged(error: unknown): boolean {
    return this.#behindPooler() && isNotFound(error);
  }

  /** The statement succeeded with it. Says so once, not for each of the pooler's connections. */
  noteChanged(error: unknown): void {
    if (this.#changed.reason() === undefined)
      this.#log(
        `another client of the pooler changed search_path: ${messageWithoutValues(error as DatabaseError)}. The statement was repeated; see docs/databases.md#pgbouncer`,
      );
    this.#changed.note('changed');
  }

  /** It failed with it, too. */
  noteLost(error: unknown): void {
    if (!this.#behindPooler() || !isNotFound(error)) return;
    Object.assign(error, { pathLost: true });
    this.#lost.note(
      `the service's tables aren't found (${error.code}): search_path was changed, see docs/databases.md#pgbouncer`,
    );
  }

  reason(): string | undefined {
    return this.#lost.reason();
  }
}
