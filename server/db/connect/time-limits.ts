import { RESET_SEARCH_PATH } from './search-path.ts';

/** Nothing should take this long: the heaviest list page takes well under 100 ms. */
const STATEMENT_TIMEOUT_MS = 8_000;
/** Longer than the server's own timeout, so only a silent connection reaches it. */
export const QUERY_TIMEOUT_MS = 10_000;

/** PostgreSQL's own time-outs in ms, sent with the connection's first message: they cost nothing afterwards. */
export const startupLimits = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
};
export type StartupLimits = typeof startupLimits;

/**
 * The same behind a pooler, where a SET would stay behind on a server connection that others use next. SET LOCAL ends with the
 * transaction, and goes out in one message with BEGIN, so there is no round trip more. What others left in search_path is put back.
 */
export const BEGIN_WITH_LIMITS = [
  'BEGIN',
  ...Object.entries(startupLimits).map(([name, ms]) => `SET LOCAL ${name} = ${ms}`),
  RESET_SEARCH_PATH,
].join('; ');

/** SQL for whether the time-outs hold on this connection: PgBouncer's ignore_startup_parameters drops them without a word. */
export const limitsHold = (limits: StartupLimits): string =>
  Object.entries(limits)
    .map(([name, ms]) => `current_setting('${name}') = '${ms < 1_000 ? `${ms}ms` : `${ms / 1_000}s`}'`)
    .join(' AND ');
