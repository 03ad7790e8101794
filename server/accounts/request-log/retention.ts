import type { Querier } from '../../db/querier.ts';
import { BATCH_SIZE, inBatches } from '../../db/sql/in-batches.ts';
import { build, runQuery } from '../../db/sql/query-builder.ts';
import { statement } from '../../db/sql/statement.ts';

/** Promised in the contract (`openapi/common.yaml`), both guides on errors, the SDK's README and the panel's `request-log/words.ts`. */
export const RETENTION_DAYS = 7;
/** Rows of one tenant and code, the newest: 11 hours of a flood at the allowance of one process, about 10 MB. */
export const MAX_KEPT_PER_CODE = 20_000;

const EXPIRED = `statement_timestamp() - interval '${RETENTION_DAYS} days'`;

// SKIP LOCKED: several processes do this at the same time.
const deleteExpired = statement(
  'delete expired refused requests',
  `DELETE FROM refused_requests WHERE tenant_id = :tenant_id AND request_id = ANY (ARRAY(
     SELECT request_id FROM refused_requests WHERE tenant_id = :tenant_id AND at < ${EXPIRED}
     ORDER BY at, request_id LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED)) RETURNING 1`,
);

const deleteSurplus = statement(
  'delete surplus refused requests',
  `WITH deleted AS (
     DELETE FROM refused_requests WHERE tenant_id = :tenant_id AND request_id = ANY (ARRAY(
       SELECT request_id FROM refused_requests WHERE tenant_id = :tenant_id AND code = :code
       ORDER BY at, request_id LIMIT least(:surplus::int, ${BATCH_SIZE}) FOR UPDATE SKIP LOCKED))
     RETURNING at
   ), hours AS (
     SELECT date_trunc('hour', at, 'UTC') AS hour, count(*) AS rows FROM deleted GROUP BY 1
   ), counted AS (
     INSERT INTO refused_request_counts AS c (tenant_id, hour, code, kept, dropped)
     SELECT :tenant_id::int, hour, :code, 0, rows FROM hours ORDER BY hour
     ON CONFLICT (tenant_id, hour, code) DO UPDATE SET kept = c.kept - excluded.dropped, dropped = c.dropped + excluded.dropped
   )
   SELECT coalesce(sum(rows), 0)::int AS deleted FROM hours`,
);

/** Deletes what is older than that, and the oldest of a code that has too many. Returns the number of rows. */
export async function deleteOldRefusedRequests(db: Querier): Promise<number> {
  let total = 0;
  for (const tenantId of await tenantsWithExpired(db)) total += await forgetExpired(db, tenantId);
  for (const surplus of await surpluses(db)) total += await forgetSurplus(db, surplus);
  return total;
}

/** The counters know which tenants to visit. They are few: at most one for each hour and code. */
async function tenantsWithExpired(db: Querier): Promise<number[]> {
  const expired = build('refused_request_counts').distinct('tenant_id').whereRaw(`hour < ${EXPIRED}`);
  return (await runQuery<{ tenant_id: number }>(db, expired)).map(({ tenant_id }) => tenant_id);
}

/** The counters go last, as long as an hour later: until then they lead to the rows that are left. */
async function forgetExpired(db: Querier, tenantId: number): Promise<number> {
  const total = await inBatches(() => deleteExpired(db, { tenant_id: tenantId }));
  await runQuery(
    db,
    build('refused_request_counts')
      .where({ tenant_id: tenantId })
      .whereRaw(`hour < ${EXPIRED} - interval '1 hour'`)
      .delete(),
  );
  return total;
}

interface Surplus {
  readonly tenant_id: number;
  readonly code: string;
  readonly surplus: number;
}

function surpluses(db: Querier): Promise<Surplus[]> {
  return runQuery<Surplus>(
    db,
    build('refused_request_counts')
      .select('tenant_id', 'code', build.raw('(sum(kept) - ?)::bigint AS surplus', [MAX_KEPT_PER_CODE]))
      .groupBy('tenant_id', 'code')
      .havingRaw('sum(kept) > ?', [MAX_KEPT_PER_CODE])
      .orderBy(['tenant_id', 'code']),
  );
}

async function forgetSurplus(db: Querier, { tenant_id, code, surplus }: Surplus): Promise<number> {
  let left = surplus;
  while (left > 0) {
    const [row] = await deleteSurplus<{ deleted: number }>(db, { tenant_id, code, surplus: left });
    if (row!.deleted === 0) break;
    left -= row!.deleted;
  }
  return surplus - left;
}
