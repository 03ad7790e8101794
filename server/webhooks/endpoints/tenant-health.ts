import type { Querier } from '../../db/querier.ts';
import { build, runQuery } from '../../db/sql/query-builder.ts';
import { addCounts, BUCKETS, quantile } from './duration-histogram.ts';

/** What all endpoints of a tenant responded in the last 24 hours, except to test events. */
export interface TenantHealth {
  readonly accepted: number;
  /** In ms; undefined when nothing was sent. */
  readonly p95Ms: number | undefined;
}

/** Reads 24 rows for each endpoint, however much was sent. */
export async function tenantHealth(db: Querier, tenant_id: number): Promise<TenantHealth> {
  const hours = await runQuery<{ accepted: number; durations: readonly number[] }>(
    db,
    build('webhook_endpoint_hours')
      .where({ tenant_id })
      .whereRaw("hour > statement_timestamp() - interval '24 h'")
      .select('accepted', 'durations'),
  );
  const durations = hours.reduce((sum, hour) => addCounts(sum, hour.durations), new Array(BUCKETS).fill(0));
  return {
    accepted: hours.reduce((sum, hour) => sum + hour.accepted, 0),
    p95Ms: quantile(durations, 0.95),
  };
}
