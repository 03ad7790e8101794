import type { Querier } from '../../db/querier.ts';
import { endpointIsSent, tenantIsSent } from '../../webhooks/is-sent.ts';

/** What a tenant has asked for within some minutes, and what waits for its endpoints now. */
export interface TenantLoad {
  readonly tenant_id: number;
  readonly name: string;
  readonly requests: number;
  /** Those of them that were answered with a problem. */
  readonly refused: number;
  /** For how long it had connections of the database, all together. */
  readonly database_ms: number;
  readonly queued: number;
  /** How late the oldest due delivery is. */
  readonly late_seconds: number;
}

export const TOP_BY = ['requests', 'refused', 'database', 'queued', 'late'] as const;
export type TopBy = (typeof TOP_BY)[number];

const COLUMNS: Readonly<Record<TopBy, keyof TenantLoad>> = {
  requests: 'requests',
  refused: 'refused',
  database: 'database_ms',
  queued: 'queued',
  late: 'late_seconds',
};

/** Reads the whole queue, as a scrape of /metrics does: tenths of a second with a million deliveries. */
const loads = (by: TopBy) => `WITH asked AS (
    SELECT tenant_id, sum(requests)::int AS requests, sum(refused)::int AS refused, sum(database_ms)::int AS database_ms
    FROM rate_limit.activity WHERE minute > date_trunc('minute', statement_timestamp()) - $1 * interval '1 min' GROUP BY 1
  ), waiting AS (
    SELECT q.tenant_id, count(*)::int AS queued, round(extract(epoch FROM statement_timestamp()
      - min(q.due_at) FILTER (WHERE ${endpointIsSent} AND ${tenantIsSent} AND q.due_at < statement_timestamp())))::int AS late
    FROM webhook_queue q JOIN webhook_registrations r ON r.tenant_id = q.tenant_id AND r.id = q.registration_id
    JOIN tenants t ON t.tenant_id = q.tenant_id
    WHERE q.lease_token IS NULL GROUP BY 1
  )
  SELECT t.tenant_id, t.name, coalesce(requests, 0) AS requests, coalesce(refused, 0) AS refused,
    coalesce(database_ms, 0) AS database_ms, coalesce(queued, 0) AS queued, coalesce(late, 0) AS late_seconds
  FROM asked FULL JOIN waiting USING (tenant_id) JOIN tenants t USING (tenant_id)
  ORDER BY ${COLUMNS[by]} DESC, tenant_id LIMIT $2`;

/** The tenants with most of it. */
export const topTenants = (db: Querier, by: TopBy, minutes: number, limit: number): Promise<TenantLoad[]> =>
  db.query<TenantLoad>(loads(by), [minutes, limit]);
