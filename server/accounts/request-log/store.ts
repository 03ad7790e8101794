import type { Knex } from 'knex';
import type { ProblemCode } from '../../base/problems/api-problem.ts';
import type { Querier } from '../../db/querier.ts';
import { build, firstOf, runQuery } from '../../db/sql/query-builder.ts';
import { statement } from '../../db/sql/statement.ts';
import type { RefusedPlace, RefusedRequest } from './refused-request.ts';

/** A row as staff see it. */
export interface LoggedRefusal extends Omit<RefusedRequest, 'tenantId'> {
  /** RFC 3339, in UTC. */
  readonly at: string;
  /** Null when the key was deleted. */
  readonly keyName: string | null;
}

/** Where a page ended. */
export interface RefusalPosition {
  readonly at: string;
  readonly requestId: string;
}

export interface RefusalFilter {
  /** Undefined: any code. */
  readonly codes?: readonly ProblemCode[];
  readonly keyPrefix?: string;
  /** RFC 3339. */
  readonly since?: string;
  readonly after?: RefusalPosition;
}

const COLUMNS = {
  requestId: 'p.request_id',
  at: build.raw('iso(p.at)'),
  apiKeyId: 'p.api_key_id',
  keyPrefix: 'p.key_prefix',
  keyName: 'k.name',
  method: 'p.method',
  path: 'p.path',
  operation: 'p.operation',
  status: 'p.status',
  code: 'p.code',
  places: 'p.issues',
  issueCount: 'p.issue_count',
  durationMs: 'p.duration_ms',
};

type Row = Omit<LoggedRefusal, 'places'> & { readonly places: string };

const toLogged = (row: Row): LoggedRefusal => ({ ...row, places: JSON.parse(row.places) as RefusedPlace[] });

/** The rows that match, newest first. */
export async function listRefusedRequests(
  db: Querier,
  tenantId: number,
  filter: RefusalFilter,
  limit: number,
): Promise<LoggedRefusal[]> {
  const page = filter.codes
    ? newestOfCodes(tenantId, filter, filter.codes, limit)
    : newest(tenantId, filter, limit);
  return (await runQuery<Row>(db, withKeyName(page))).map(toLogged);
}

/** Undefined for an id that isn't logged, and for another tenant's. */
export async function findRefusedRequest(
  db: Querier,
  tenantId: number,
  requestId: string,
): Promise<LoggedRefusal | undefined> {
  const found = build('refused_requests').where({ tenant_id: tenantId, request_id: requestId });
  const row = await firstOf<Row>(db, withKeyName(found));
  return row && toLogged(row);
}

export interface RefusalCount {
  readonly code: ProblemCode;
  /** Of these there are rows. */
  readonly kept: number;
  /** These were only counted. */
  readonly dropped: number;
}

/** How many were refused in the hours since then, by code. */
export function countRefusedRequests(db: Querier, tenantId: number, since: string): Promise<RefusalCount[]> {
  return runQuery<RefusalCount>(
    db,
    build('refused_request_counts')
      .select('code', build.raw('sum(kept)::bigint AS kept'), build.raw('sum(dropped)::bigint AS dropped'))
      .where({ tenant_id: tenantId })
      .whereRaw("hour >= date_trunc('hour', ?::timestamptz, 'UTC')", [since])
      .groupBy('code')
      .orderBy('code'),
  );
}

function newest(
  tenantId: number,
  { keyPrefix, since, after }: RefusalFilter,
  limit: number,
): Knex.QueryBuilder {
  const query = build('refused_requests').where({ tenant_id: tenantId });
  if (keyPrefix !== undefined) query.where({ key_prefix: keyPrefix });
  if (since !== undefined) query.where('at', '>=', since);
  if (after !== undefined)
    query.whereRaw('(at, request_id) < (?::timestamptz, ?::uuid)', [after.at, after.requestId]);
  return query.orderBy([newestFirst('at'), newestFirst('request_id')]).limit(limit);
}

/**
 * The newest rows of each code, and of those the newest. With `code = ANY` PostgreSQL would walk the times and skip the
 * rows of other codes, 100 000 for the three rows of a rare one.
 */
function newestOfCodes(
  tenantId: number,
  filter: RefusalFilter,
  codes: readonly ProblemCode[],
  limit: number,
): Knex.QueryBuilder {
  const ofOne = newest(tenantId, filter, limit).whereRaw('code = c.code');
  return build
    .select('r.*')
    .from(build.raw('unnest(?::text[]) AS c (code)', [codes as string[]]))
    .crossJoin(build.raw('LATERAL ? AS r', [ofOne]))
    .orderBy([newestFirst('r.at'), newestFirst('r.request_id')])
    .limit(limit);
}

const newestFirst = (column: string) => ({ column, order: 'desc' as const });

/** The key's name is read now, so that a key that was renamed shows under its new name. */
function withKeyName(page: Knex.QueryBuilder): Knex.QueryBuilder {
  return build
    .select(COLUMNS)
    .from(page.as('p'))
    .joinRaw('LEFT JOIN api_keys k ON k.tenant_id = p.tenant_id AND k.id = p.api_key_id')
    .orderBy([newestFirst('p.at'), newestFirst('p.request_id')]);
}

export interface RefusedKey {
  readonly prefix: string;
  /** Null when the key was deleted. */
  readonly name: string | null;
}

// Steps from prefix to prefix in the index, one probe each. DISTINCT would read all of the tenant's rows.
const prefixes = statement(
  'refused key prefixes',
  `WITH RECURSIVE step AS (
     SELECT min(key_prefix) AS prefix FROM refused_requests WHERE tenant_id = :tenant_id
     UNION ALL
     SELECT (SELECT min(r.key_prefix) FROM refused_requests r
       WHERE r.tenant_id = :tenant_id AND r.key_prefix > step.prefix)
     FROM step WHERE step.prefix IS NOT NULL
   )
   SELECT prefix, (SELECT min(k.name) FROM api_keys k WHERE k.tenant_id = :tenant_id AND k.prefix = step.prefix) AS name
   FROM step WHERE prefix IS NOT NULL ORDER BY name, prefix LIMIT 200`,
);

/** The keys whose requests were refused, as many as a list to choose from can have. */
export const listRefusedKeys = (db: Querier, tenantId: number): Promise<RefusedKey[]> =>
  prefixes<RefusedKey>(db, { tenant_id: tenantId });
