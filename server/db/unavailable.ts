import pg from 'pg';

/**
 * What passes, or what only the operator can mend; nothing was written, and a later try may succeed.
 * - 08: the connection broke. 40: deadlocks and conflicts that outlasted all retries.
 * - 25006: read-only, as a primary that has become a standby. 25P03, 25P04: time-outs of a transaction.
 * - 53: no disk, no memory, too many connections. 55P03: a lock was not to be had.
 * - 57014: canceled, by statement_timeout too. 57P: it starts up, shuts down or crashed. 58: its files cannot be read.
 */
const TRANSIENT_CODES = /^(08...|40001|40P01|40003|25006|25P0[34]|53...|55P03|57014|57P0[1-5]|580[03]0)$/;
const TRANSIENT_SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** What pg and its pool say without a code. */
const TRANSIENT_MESSAGES = /timeout|Connection terminated|not queryable|Client was closed/i;

/** Whether an error means that the database cannot do its work at the moment, so that a later try may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: string }).code ?? '';
  if (error instanceof pg.DatabaseError) return TRANSIENT_CODES.test(code);
  return TRANSIENT_SOCKET_CODES.has(code) || TRANSIENT_MESSAGES.test(error.message);
}
