import type { Querier } from '../../db/querier.ts';
import { statement } from '../../db/sql/statement.ts';
import { endpointIsSent, tenantIsSent } from '../is-sent.ts';
import type { LateDetails } from './details.ts';
import { endpointName } from './endpoint-name.ts';
import { NOT_OF_ENDPOINTS } from './kinds.ts';
import type { NewAlert } from './store.ts';
import { MAX_ALERTS_PER_BATCH } from './watch-endpoints.ts';

/** Longer than an upgrade of the service or a burst takes, and than the waits after a first and a second failure, 1 and 5 min. */
export const LATE_MINUTES = 15;

/** SQL for whether a delivery of the endpoint r has waited for too long. */
export const isLate = `EXISTS (
  SELECT FROM webhook_queue q WHERE q.tenant_id = r.tenant_id AND q.registration_id = r.id AND q.lease_token IS NULL
    AND q.due_at <= statement_timestamp() - interval '${LATE_MINUTES} min'
)`;

/**
 * Begins with the endpoints that are being sent to: they set the pace. One that waits for a worker is the operator's to see, and one that
 * fails, or has another alert, is told of already. One look-up for each.
 */
const findLate = statement(
  'find late endpoints to alert about',
  `SELECT r.tenant_id AS "tenantId", r.id, r.url, r.description, iso(oldest.due_at) AS "dueSince"
   FROM (
     SELECT DISTINCT tenant_id, registration_id FROM webhook_queue
     WHERE lease_token IS NOT NULL AND leased_until > statement_timestamp()
   ) sent
   JOIN webhook_registrations r ON r.tenant_id = sent.tenant_id AND r.id = sent.registration_id
   JOIN tenants t ON t.tenant_id = r.tenant_id AND ${tenantIsSent}
   CROSS JOIN LATERAL (
     SELECT due_at FROM webhook_queue q
     WHERE q.tenant_id = r.tenant_id AND q.registration_id = r.id AND q.lease_token IS NULL
     ORDER BY due_at LIMIT 1
   ) oldest
   WHERE ${endpointIsSent} AND r.deleted_at IS NULL AND r.failing_since IS NULL
     AND oldest.due_at <= statement_timestamp() - interval '${LATE_MINUTES} min'
     AND (r.tenant_id, r.id) NOT IN (
       SELECT tenant_id, subject_id FROM alerts WHERE closed_at IS NULL AND kind NOT IN ${NOT_OF_ENDPOINTS})
   ORDER BY oldest.due_at LIMIT ${MAX_ALERTS_PER_BATCH}`,
);

interface LateEndpoint extends LateDetails {
  readonly tenantId: number;
  readonly id: number;
  readonly url: string;
}

/** The endpoints that take deliveries more slowly than they come. */
export async function findLateAlerts(db: Querier): Promise<NewAlert[]> {
  const endpoints = await findLate<LateEndpoint>(db, {});
  return endpoints.map(({ tenantId, id, url, ...details }) => ({
    tenantId,
    kind: 'endpoint_late',
    subjectId: id,
    subjectName: endpointName(url),
    details: details satisfies LateDetails,
  }));
}
