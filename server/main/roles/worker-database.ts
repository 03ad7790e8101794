import { type Database, openDatabase } from '../../db/pool/database.ts';
import type { Querier } from '../../db/querier.ts';
import { type Capacity, claimNextTenants, claimTenants } from '../../webhooks/queue/claim.ts';
import { completeAttempts } from '../../webhooks/queue/complete.ts';
import type { Context } from '../context.ts';

/** One claim, one batch of results, one release, and one more for when these overlap. */
const CONNECTIONS = 4;
/**
 * A queue is usually empty, and long when it matters. A plan made while it was short reads all of it, for each endpoint and
 * each claim, until autovacuum has analysed the table a minute later: twenty times as slow. Everything that a worker looks
 * up has an index, so it always uses it. See docs/decisions/worker-connections-by-index.md.
 */
const FORCE_INDEX_SCANS = 'SET enable_seqscan = off; SET enable_bitmapscan = off';
/** Planning a claim anew takes as long as claiming some hundred deliveries. Citus refuses to plan without knowing the tenant. */
const FORCE_GENERIC_PLANS = `SELECT set_config('plan_cache_mode', 'force_generic_plan', false)
  WHERE NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')`;

/** A claim and a batch of results at the same time: what a worker needs when it isn't busy. */
const WARM_CONNECTIONS = 2;
const NO_CAPACITY: Capacity = { maxDeliveries: 0, endpointIds: [], allowances: [], defaultAllowance: 0 };

/**
 * The worker's own connections, so that claims don't queue behind API requests in the same process. They bypass PgBouncer,
 * which would hand these settings on to other clients.
 */
export function openWorkerDatabase({ config, databaseUrl, log }: Context): Database {
  return openDatabase({
    url: config.directUrl ?? databaseUrl,
    size: CONNECTIONS,
    preparedStatements: config.directUrl === undefined ? config.preparedStatements : true,
    session: `${FORCE_INDEX_SCANS}; ${FORCE_GENERIC_PLANS}`,
    log: (message) => log.warn(message),
  });
}

/** Connects and plans before there is anything to send, or the first deliveries would wait 15 ms each. */
export async function warmUpConnections(db: Database): Promise<void> {
  const runStatements = async (tx: Querier): Promise<void> => {
    await claimTenants(tx, [], NO_CAPACITY);
    await claimNextTenants(tx, 0, NO_CAPACITY);
    await completeAttempts(tx, []);
  };
  await Promise.all(Array.from({ length: WARM_CONNECTIONS }, () => db.transaction(runStatements)));
}
