import type { Querier } from '../../db/querier.ts';
import { build, firstOf, runQuery } from '../../db/query-builder.ts';
import type { EndpointKey } from './endpoint-key.ts';

/** An endpoint that has only failed for this long is no longer tried. */
export const MAX_FAILING_DAYS = 5;

/**
 * Activates or deactivates an endpoint. While it's inactive nothing is sent. Deliveries that wait are sent after it's
 * activated again; events of the meantime can be recovered. Returns false when there is no such endpoint.
 */
export async function setActive(
  db: Querier,
  tenantId: number,
  id: number,
  active: boolean,
): Promise<boolean> {
  const change = active
    ? { active, failing_since: null, inactive_reason: null, inactive_since: null }
    : {
        active,
        inactive_reason: 'staff',
        inactive_since: build.raw('coalesce(inactive_since, statement_timestamp())'),
      };
  const wakeWorkers = build.raw("pg_notify('webhook_deliveries', tenant_id::text)");
  const row = await firstOf(
    db,
    build('webhook_registrations').where({ tenant_id: tenantId, id }).update(change).returning(wakeWorkers),
  );
  return row !== undefined;
}

/**
 * Given endpoints with a delivery that has just FAILED, deactivates those without a success for 5 days, and returns them. A
 * delivery has to use up all its attempts: an endpoint that gets one event a week isn't deactivated by a first failure.
 */
export function deactivateFailing(db: Querier, endpoints: readonly EndpointKey[]): Promise<EndpointKey[]> {
  const keys = endpoints.map(({ tenantId, id }) => [tenantId, id]);
  return runQuery<EndpointKey>(
    db,
    build('webhook_registrations')
      .whereIn(['tenant_id', 'id'], keys)
      .where('active', true)
      .whereRaw(`failing_since < statement_timestamp() - interval '${MAX_FAILING_DAYS} days'`)
      .update({
        active: false,
        inactive_reason: 'failing',
        inactive_since: build.raw('statement_timestamp()'),
      })
      .returning(['tenant_id as tenantId', 'id']),
  );
}
