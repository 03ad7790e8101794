import type { Context } from '../../context.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import type { Querier } from '../../db/querier.ts';
import { type Capacity, claimNextTenants, claimTenants } from './claim.ts';
import { completeAttempts } from './complete.ts';

/** One claim, one batch of results, what is given back, and one more for the moments when these overlap. */
const CONNECTIONS = 4;
/**
 * A queue is empty as a rule and long when it matters. A plan that PostgreSQL made when it was short reads it whole, for
 * each endpoint and each claim, until autovacuum has looked again a minute later: twenty times as slow. All that the worker
 * looks up has an index, and that it has to use.
 */
const FORCE_INDEX_SCANS = 'SET enable_seqscan = off; SET enable_bitmapscan = off';
/** Then one plan serves all: to make it anew for a claim takes as long as the claim of some hundred deliveries. */
const FORCE_GENERIC_PLANS = 'SET plan_cache_mode = force_generic_plan';

/** A claim and a batch of results at the same time: what a worker that is not busy needs. */
const WARM_CONNECTIONS = 2;
const NO_CAPACITY: Capacity = { maxDeliveries: 0, endpointIds: [], allowances: [], defaultAllowance: 0 };

/**
 * The worker's own connections, so that claims do not queue behind the requests of an api in the same process. Past a
 * PgBouncer, which would hand the settings on to others.
 */
export function openWorkerDatabase({ config, databaseUrl, log }: Context): Database {
  return openDatabase({
    url: config.directUrl ?? databaseUrl,
    size: CONNECTIONS,
    preparedStatements: config.directUrl !== undefined || config.preparedStatements,
    session: `${FORCE_INDEX_SCANS}; ${FORCE_GENERIC_PLANS}`,
    log: (message) => log.warn(message),
  });
}

/** Opens and plans before there is something to send: else the first deliveries would wait for it, 15 ms each. */
export async function warmUpConnections(db: Database): Promise<void> {
  const statements = async (tx: Querier): Promise<void> => {
    await claimTenants(tx, [], NO_CAPACITY);
    await claimNextTenants(tx, 0, NO_CAPACITY);
    await completeAttempts(tx, []);
  };
  await Promise.all(Array.from({ length: WARM_CONNECTIONS }, () => db.transaction(statements)));
}
