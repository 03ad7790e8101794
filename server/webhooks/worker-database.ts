import type { Context } from '../context.ts';
import { type Database, openDatabase } from '../db/database.ts';

/** One claim, one batch of results, what is given back, and one more for the moments when these overlap. */
const CONNECTIONS = 4;
/**
 * A queue is empty as a rule and long when it matters. A plan that PostgreSQL made when it was short reads it whole, for
 * each endpoint and each claim, until autovacuum has looked again a minute later: twenty times as slow. All that the worker
 * looks up has an index, and that it has to use.
 */
const BY_INDEX = 'SET enable_seqscan = off; SET enable_bitmapscan = off';
/** Then one plan serves all: to make it anew for a claim takes as long as the claim of some hundred deliveries. */
const ONE_PLAN = 'SET plan_cache_mode = force_generic_plan';

/**
 * The worker's own connections, so that claims do not queue behind the requests of an api in the same process. Past a
 * PgBouncer, which would hand the settings on to others.
 */
export function openWorkerDatabase({ config, databaseUrl, log }: Context): Database {
  return openDatabase({
    url: config.directUrl ?? databaseUrl,
    size: CONNECTIONS,
    preparedStatements: config.directUrl !== undefined || config.preparedStatements,
    session: `${BY_INDEX}; ${ONE_PLAN}`,
    log: (message) => log.warn(message),
  });
}
