import type { Querier } from '../db/querier.ts';
import { statement } from '../db/statement.ts';
import type { ProblemCode } from '../errors.ts';
import type { RefusedRequest } from './refused-request.ts';

export interface DroppedCount {
  readonly tenantId: number;
  readonly code: ProblemCode;
  readonly count: number;
}

export interface NewRefusedRequest extends Omit<RefusedRequest, 'places'> {
  /** JSON text. */
  readonly places: string;
  /** How long ago it was refused: only the database's clock counts. */
  readonly ageMs: number;
}

// Sorted, so that processes lock the counters in the same order. A batch whose outcome got lost is sent again, and its rows
// are then already there.
const insert = statement(
  'record refused requests',
  `WITH kept AS (
     INSERT INTO refused_requests (tenant_id, request_id, at, api_key_id, key_prefix, method, path, operation, status,
       code, issues, issue_count, duration_ms)
     SELECT tenant_id, request_id, statement_timestamp() - age * interval '1 ms', api_key_id, key_prefix, method, path,
       operation, status, code, issues::json, issue_count, duration_ms
     FROM unnest(:tenant_ids::int[], :request_ids::uuid[], :ages_ms::float8[], :api_key_ids::int[], :key_prefixes::text[],
       :methods::text[], :paths::text[], :operations::text[], :statuses::int[], :codes::text[], :issues::text[],
       :issue_counts::int[], :durations_ms::int[])
       AS r (tenant_id, request_id, age, api_key_id, key_prefix, method, path, operation, status, code, issues,
         issue_count, duration_ms)
     ON CONFLICT (tenant_id, request_id) DO NOTHING
     RETURNING tenant_id, date_trunc('hour', at, 'UTC') AS hour, code
   ), counted AS (
     SELECT tenant_id, hour, code, 1 AS kept, 0 AS dropped FROM kept
     UNION ALL
     SELECT tenant_id, date_trunc('hour', statement_timestamp(), 'UTC'), code, 0, count
     FROM unnest(:dropped_tenant_ids::int[], :dropped_codes::text[], :dropped_counts::bigint[])
       AS d (tenant_id, code, count)
   )
   INSERT INTO refused_request_counts AS c (tenant_id, hour, code, kept, dropped)
   SELECT tenant_id, hour, code, sum(kept), sum(dropped) FROM counted GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
   ON CONFLICT (tenant_id, hour, code) DO UPDATE SET kept = c.kept + excluded.kept,
     dropped = c.dropped + excluded.dropped`,
);

/** Writes requests of any tenants, and how many more there were. */
export async function insertRefusedRequests(
  db: Querier,
  rows: readonly NewRefusedRequest[],
  dropped: readonly DroppedCount[],
): Promise<void> {
  await insert(db, {
    tenant_ids: rows.map(({ tenantId }) => tenantId),
    request_ids: rows.map(({ requestId }) => requestId),
    ages_ms: rows.map(({ ageMs }) => ageMs),
    api_key_ids: rows.map(({ apiKeyId }) => apiKeyId),
    key_prefixes: rows.map(({ keyPrefix }) => keyPrefix),
    methods: rows.map(({ method }) => method),
    paths: rows.map(({ path }) => path),
    operations: rows.map(({ operation }) => operation),
    statuses: rows.map(({ status }) => status),
    codes: rows.map(({ code }) => code),
    issues: rows.map(({ places }) => places),
    issue_counts: rows.map(({ issueCount }) => issueCount),
    durations_ms: rows.map(({ durationMs }) => durationMs),
    dropped_tenant_ids: dropped.map(({ tenantId }) => tenantId),
    dropped_codes: dropped.map(({ code }) => code),
    dropped_counts: dropped.map(({ count }) => count),
  });
}
