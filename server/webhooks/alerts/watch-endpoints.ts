import type { Querier } from '../../db/querier.ts';
import { statement } from '../../db/sql/statement.ts';
import { MAX_FAILING_DAYS } from '../endpoints/activation.ts';
import { tenantIsSent } from '../is-sent.ts';
import { COUNTED_FAILURES } from '../queue/complete.ts';
import { headerOf, redirectTarget } from '../send/meaning/kind.ts';
import type { EndpointDetails } from './details.ts';
import { endpointName } from './endpoint-name.ts';
import type { AlertKind } from './kinds.ts';
import type { NewAlert } from './store.ts';

/** Shorter outages are over before somebody has read about them: the first retries take up to an hour. */
const FAILING_HOURS = 1;
/** How long staff have to mend an endpoint after the warning: it may come on a Friday evening. */
export const NOTICE_DAYS = 2;
/** The newest deliveries that are looked at for the endpoint's last response. Those of test events don't count. */
const LATEST_DELIVERIES = 20;
/** Alerts per run and statement. The watcher continues until all are opened. */
export const MAX_ALERTS_PER_BATCH = 500;

const warned = `r.failing_since <= statement_timestamp() - interval '${MAX_FAILING_DAYS - NOTICE_DAYS} days'`;

/**
 * Reads the endpoints that fail, by an index that has only these, and the open alerts once: NOT IN is a hash table, where
 * NOT EXISTS became a join. The delivery log is read only for the last response of the endpoints that are returned.
 */
const findFailing = statement(
  'find endpoints to alert about',
  `WITH untold AS MATERIALIZED (
     SELECT r.* FROM (
       SELECT *, CASE WHEN NOT active THEN 'endpoint_deactivated' WHEN ${warned} THEN 'endpoint_deactivation_due'
         ELSE 'endpoint_failing' END AS kind
       FROM webhook_registrations r
     ) r JOIN tenants t ON t.tenant_id = r.tenant_id AND ${tenantIsSent}
     WHERE r.failing_since IS NOT NULL AND r.deleted_at IS NULL AND r.held_since IS NULL AND CASE
       WHEN r.active THEN r.failing_since <= statement_timestamp() - interval '${FAILING_HOURS} h'
         AND (r.failed_attempts >= ${COUNTED_FAILURES} OR ${warned})
       ELSE r.inactive_reason IN ('failing', 'gone') END
       AND (r.tenant_id, r.id, r.kind) NOT IN (SELECT tenant_id, subject_id, kind FROM alerts WHERE closed_at IS NULL)
     ORDER BY r.failing_since LIMIT ${MAX_ALERTS_PER_BATCH}
   )
   SELECT u.tenant_id AS "tenantId", u.id, u.kind, u.url, u.description, iso(u.failing_since) AS "failingSince",
     iso(u.inactive_since) AS "deactivatedAt", u.inactive_reason AS reason, iso(u.failing_since + interval '${MAX_FAILING_DAYS} days') AS "deactivationDue",
     latest.outcome, latest.response_status AS "responseStatus", latest.detail,
     latest.response_headers AS "responseHeaders"
   FROM untold u JOIN webhook_registrations r ON r.tenant_id = u.tenant_id AND r.id = u.id LEFT JOIN LATERAL (
      SELECT a.outcome, a.response_status, a.detail, a.response_headers FROM (
        SELECT d.id, d.event_id, d.attempt_number, d.created_at FROM webhook_deliveries d
       WHERE d.tenant_id = r.tenant_id AND d.registration_id = r.id
       ORDER BY d.created_at DESC LIMIT ${LATEST_DELIVERIES}
     ) d
     JOIN events e ON e.tenant_id = r.tenant_id AND e.event_id = d.event_id AND NOT e.test
     JOIN webhook_attempts a ON a.tenant_id = r.tenant_id AND a.delivery_id = d.id AND a.number = d.attempt_number
     ORDER BY d.created_at DESC LIMIT 1
   ) latest ON true`,
);

interface FailingEndpoint extends EndpointDetails {
  readonly tenantId: number;
  readonly id: number;
  readonly kind: AlertKind;
  readonly url: string;
}

/** A redirect's target is kept as endpoints are named: its query may have a token, and e-mails go far. */
function tellingHeaders(details: EndpointDetails, url: string): string {
  const target = redirectTarget({ detail: null, ...details, url });
  const kept = ['content-type', 'retry-after'].map((name) => [name, headerOf(details, name)] as const);
  return [...kept, ['location', target && endpointName(target)] as const]
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
    .join('\n');
}

/** The endpoints in a state that staff should hear of and that no open alert tells. */
export async function findEndpointAlerts(db: Querier): Promise<NewAlert[]> {
  const endpoints = await findFailing<FailingEndpoint>(db, {});
  return endpoints.map(({ tenantId, id, kind, url, ...details }) => ({
    tenantId,
    kind,
    subjectId: id,
    subjectName: endpointName(url),
    details: { ...details, responseHeaders: tellingHeaders(details, url) } satisfies EndpointDetails,
  }));
}
