import { clientFailureOf, isDatabaseError } from '../wire/errors.ts';

/** The connection broke while PostgreSQL committed. Whether it did isn't known, so the work mustn't simply run again. */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError';
  constructor(cause: unknown) {
    super(`the connection broke during a commit: ${describe(cause)}`, { cause });
  }
}

/** An error of what commits, as PostgreSQL's own or as one that leaves the outcome open. */
export const errorOfCommit = (error: unknown): unknown =>
  leavesOutcomeOpen(error) ? new OutcomeUnknownError(error) : error;

/** PostgreSQL ends the connection, which it may do in the middle of a commit. Its word FATAL may be in another language. */
const ENDED = /^(57P0[1-5]|25P0[34])$/;

function leavesOutcomeOpen(error: unknown): boolean {
  if (!isDatabaseError(error)) return clientFailureOf(error) !== 'not_sent';
  // After an ERROR the transaction is rolled back. A pooler says FATAL when it loses the server.
  return /^(FATAL|PANIC)$/.test(error.severity ?? '') || ENDED.test(error.code ?? '');
}

/** PostgreSQL's own text may quote a value. */
const describe = (cause: unknown): string =>
  isDatabaseError(cause) ? `PostgreSQL ended it (${cause.code})` : (cause as Error).message;
