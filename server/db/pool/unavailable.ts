import { isConnectFailure, StandbyError } from '../connect/connection-check.ts';
import { isPathLost } from '../connect/search-path.ts';
import { type ClientFailure, clientFailureOf, isDatabaseError } from '../wire/errors.ts';
import { OutcomeUnknownError } from './outcome-unknown-error.ts';

/**
 * Errors that pass, or that only the operator can fix. A later try may succeed. Nothing was written, except perhaps with an
 * OutcomeUnknownError.
 * - Any error of connecting, for example when the password has been changed.
 * - Behind a pooler, a table that search_path doesn't lead to.
 * - 08: the connection broke. 40: a deadlock or conflict outlasted all retries.
 * - 25006: read-only, for example a primary that has become a standby. 25P03, 25P04: transaction timeouts.
 * - 42501: the user lacks a right, which the operator can grant.
 * - 53: no disk, no memory, too many connections. 55P03: a lock was not available.
 * - 57014: canceled, also by statement_timeout. 57P: starting up, shutting down or crashed. 58: can't read its files.
 */
const TRANSIENT_CODES =
  /^(08...|40001|40P01|40003|25006|25P0[34]|42501|53...|55P03|57014|57P0[1-5]|580[03]0)$/;
const TRANSIENT_SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const TRANSIENT_FAILURES = new Set<ClientFailure | undefined>(['pool_full', 'timeout', 'closed', 'not_sent']);

/** Whether the error means that the database is unavailable at the moment, so that a later try may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: string }).code ?? '';
  if (error instanceof StandbyError || error instanceof OutcomeUnknownError || isConnectFailure(error))
    return true;
  if (isPathLost(error)) return true;
  if (isDatabaseError(error)) return TRANSIENT_CODES.test(code);
  return TRANSIENT_SOCKET_CODES.has(code) || TRANSIENT_FAILURES.has(clientFailureOf(error));
}
