import type { Querier } from '../db/querier.ts';
import { statement } from '../db/statement.ts';
import type { AlertKind, Resolution } from './kinds.ts';
import { EXPIRY_NOTICE_DAYS } from './watch-keys.ts';

/**
 * How long an endpoint has to work before its alert is closed. The waits after a first and a second failure, 1 and 5 min,
 * fit in it, so an endpoint that accepts something now and then doesn't open and close an alert each time.
 */
export const RECOVERY_MINUTES = 10;

export interface ClosedAlert {
  readonly tenantId: number;
  readonly id: number;
  readonly kind: AlertKind;
  readonly subjectId: number;
  readonly resolution: Resolution;
}

const RETURNING = `a.tenant_id AS "tenantId", a.id, a.kind, a.subject_id AS "subjectId", a.resolution`;

/**
 * Reads the open alerts and the endpoints they are about. An endpoint that staff have activated isn't known to work until
 * it accepts something; meanwhile its alert stays.
 */
const settleEndpoints = statement(
  'settle alerts about endpoints',
  `WITH settled AS (
     SELECT a.tenant_id, a.id, a.recovering_since, CASE
       WHEN r.id IS NULL THEN 'deleted'
       WHEN NOT t.webhooks_enabled THEN 'not_in_plan'
       WHEN NOT r.active AND r.inactive_reason = 'staff' THEN 'deactivated'
       WHEN newer.found THEN 'superseded'
       WHEN r.active AND r.failing_since IS NULL AND r.failed_attempts = 0 THEN 'recovered'
     END AS resolution
     FROM alerts a JOIN tenants t ON t.tenant_id = a.tenant_id
     LEFT JOIN webhook_registrations r ON r.tenant_id = a.tenant_id AND r.id = a.subject_id
     CROSS JOIN LATERAL (
       SELECT EXISTS (
         SELECT FROM alerts b WHERE b.tenant_id = a.tenant_id AND b.subject_id = a.subject_id AND b.closed_at IS NULL
           AND b.kind <> 'api_key_expiring' AND b.id > a.id
       ) AS found
     ) newer
     WHERE a.closed_at IS NULL AND a.kind <> 'api_key_expiring'
   ), changed AS (
     SELECT *, CASE WHEN resolution = 'recovered'
       THEN recovering_since <= statement_timestamp() - interval '${RECOVERY_MINUTES} min' ELSE resolution IS NOT NULL END
       AS closes
     FROM settled
   )
   UPDATE alerts a SET
     recovering_since = CASE WHEN c.resolution = 'recovered' THEN coalesce(c.recovering_since, statement_timestamp()) END,
     closed_at = CASE WHEN c.closes THEN statement_timestamp() END,
     resolution = CASE WHEN c.closes THEN c.resolution END
   FROM changed c
   WHERE a.tenant_id = c.tenant_id AND a.id = c.id AND a.closed_at IS NULL
     AND (c.closes OR (c.resolution IS NOT DISTINCT FROM 'recovered') <> (c.recovering_since IS NOT NULL))
   RETURNING ${RETURNING}`,
);

/** Once it has expired, the key's alert is history. A key whose expiry was put off gets a new alert in its time. */
const settleKeys = statement(
  'settle alerts about API keys',
  `WITH settled AS (
     SELECT a.tenant_id, a.id, CASE
       WHEN k.id IS NULL THEN 'deleted'
       WHEN NOT t.api_enabled THEN 'not_in_plan'
       WHEN NOT k.active THEN 'deactivated'
       WHEN k.expires_at <= statement_timestamp() THEN 'expired'
       WHEN k.expires_at > statement_timestamp() + interval '${EXPIRY_NOTICE_DAYS} days' OR k.expires_at IS NULL
         THEN 'superseded'
     END AS resolution
     FROM alerts a JOIN tenants t ON t.tenant_id = a.tenant_id
     LEFT JOIN api_keys k ON k.tenant_id = a.tenant_id AND k.id = a.subject_id
     WHERE a.closed_at IS NULL AND a.kind = 'api_key_expiring'
   )
   UPDATE alerts a SET closed_at = statement_timestamp(), resolution = s.resolution FROM settled s
   WHERE a.tenant_id = s.tenant_id AND a.id = s.id AND a.closed_at IS NULL AND s.resolution IS NOT NULL
   RETURNING ${RETURNING}`,
);

/** Closes the alerts whose state is over, and returns them. */
export async function settleAlerts(db: Querier): Promise<ClosedAlert[]> {
  const changed = await settleEndpoints<ClosedAlert | (ClosedAlert & { resolution: null })>(db, {});
  const keys = await settleKeys<ClosedAlert>(db, {});
  return [...changed.filter(({ resolution }) => resolution !== null), ...keys];
}
