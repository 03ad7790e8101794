import type { ProblemCode } from '../../base/problems/api-problem.ts';
import type { Querier } from '../../db/querier.ts';
import { statement } from '../../db/sql/statement.ts';
import type { RefusedRequest } from './refused-request.ts';

export interface DroppedCount {
  readonly tenantId: number;
  readonly code: ProblemCode;
  count: number;
}

/** JSON text of a row, as `insertRefusedRequests` takes it. */
export type RowText = string & { readonly row: unique symbol };

export interface NewRefusedRequest {
  readonly row: RowText;
  /** How long ago it was refused: only the database's clock counts. */
  readonly ageMs: number;
}

/** The columns that a request decides. */
export const rowText = (request: RefusedRequest): RowText => JSON.stringify(request) as RowText;

// Sorted, so that processes lock the counters in the same order. A batch whose outcome got lost is sent again, and its rows
// are then already there. The rows are one JSON text: as 13 arrays, pg would quote each of 6 500 elements.
const insert = statement(
  'record refused requests',
  `WITH kept AS (
     INSERT INTO refused_requests (tenant_id, request_id, at, api_key_id, key_prefix, method, path, operation, status,
       code, issues, issue_count, duration_ms)
     SELECT "tenantId", "requestId", statement_timestamp() - "ageMs" * interval '1 ms', "apiKeyId", "keyPrefix", method,
       path, operation, status, code, places, "issueCount", "durationMs"
     FROM json_to_recordset(:rows::json) AS r ("tenantId" int, "requestId" uuid, "ageMs" float8, "apiKeyId" int,
       "keyPrefix" text, method text, path text, operation text, status int, code text, places json, "issueCount" int,
       "durationMs" int)
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
  requests: readonly NewRefusedRequest[],
  dropped: readonly DroppedCount[],
): Promise<void> {
  await insert(db, {
    rows: `[${requests.map(({ row, ageMs }) => `{"ageMs":${ageMs},${row.slice(1)}`).join()}]`,
    dropped_tenant_ids: dropped.map(({ tenantId }) => tenantId),
    dropped_codes: dropped.map(({ code }) => code),
    dropped_counts: dropped.map(({ count }) => count),
  });
}
