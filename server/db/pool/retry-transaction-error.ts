/**
 * Thrown inside a transaction to have it rolled back and run again from the start, as after a serialization failure:
 * what it was computed from has changed in the meantime.
 */
export class RetryTransactionError extends Error {
  override readonly name = 'RetryTransactionError';
}
