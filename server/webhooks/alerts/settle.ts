import { EXPIRY_NOTICE_DAYS } from '../../accounts/api-keys/rotation.ts';
import type { Querier } from '../../db/querier.ts';
import { statement } from '../../db/sql/statement.ts';
import { NOT_OF_ENDPOINTS, type Resolution } from './kinds.ts';
import type { OpenedAlert } from './store.ts';
import { MAX_ALERTS_PER_BATCH } from './watch-endpoints.ts';
import { isLate } from './watch-late-endpoints.ts';
import { NEARLY_FULL } from './watch-storage.ts';

/**
 * How long an endpoint has to work before its alert is closed. The waits after a first and a second failure, 1 and 5 min,
 * fit in it, so an endpoint that accepts something now and then doesn't open and close an alert each time.
 */
export const RECOVERY_MINUTES = 10;

export interface ClosedAlert extends OpenedAlert {
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
     SELECT a.tenant_id, a.id, a.recovering_since, statement_timestamp() AS at, CASE
       WHEN r.id IS NULL OR r.deleted_at IS NOT NULL THEN 'deleted'
       WHEN NOT t.webhooks_enabled THEN 'not_in_plan'
       WHEN NOT r.active AND r.inactive_reason = 'staff' THEN 'deactivated'
       -- An endpoint has one open alert, which the next one ends.
       WHEN a.id < max(a.id) OVER (PARTITION BY a.tenant_id, a.subject_id) THEN 'superseded'
       WHEN a.kind = 'endpoint_late' THEN CASE WHEN NOT ${isLate} THEN 'recovered' END
       WHEN r.active AND r.failing_since IS NULL AND r.failed_attempts = 0 THEN 'recovered'
     END AS resolution
     FROM alerts a JOIN tenants t ON t.tenant_id = a.tenant_id
     LEFT JOIN webhook_registrations r ON r.tenant_id = a.tenant_id AND r.id = a.subject_id
     WHERE a.closed_at IS NULL AND a.kind NOT IN ${NOT_OF_ENDPOINTS}
   ), judged AS (
     SELECT *, CASE WHEN resolution = 'recovered'
       THEN recovering_since <= statement_timestamp() - interval '${RECOVERY_MINUTES} min' ELSE resolution IS NOT NULL END
       AS closes
     FROM settled
   ), changed AS MATERIALIZED (
     SELECT * FROM judged
     WHERE closes OR (resolution IS NOT DISTINCT FROM 'recovered') <> (recovering_since IS NOT NULL)
     LIMIT ${MAX_ALERTS_PER_BATCH}
   )
   UPDATE alerts a SET
     recovering_since = CASE WHEN c.resolution = 'recovered' THEN coalesce(c.recovering_since, c.at) END,
     closed_at = CASE WHEN c.closes THEN c.at END,
     resolution = CASE WHEN c.closes THEN c.resolution END
   FROM changed c
   WHERE a.tenant_id = c.tenant_id AND a.id = c.id
   RETURNING ${RETURNING}`,
);

/** Once it has expired, the key's alert is history. A key whose expiry was put off gets a new alert in its time. */
const settleKeys = statement(
  'settle alerts about API keys',
  `WITH judged AS (
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
   ), changed AS MATERIALIZED (
     SELECT * FROM judged WHERE resolution IS NOT NULL LIMIT ${MAX_ALERTS_PER_BATCH}
   )
   UPDATE alerts a SET closed_at = statement_timestamp(), resolution = c.resolution FROM changed c
   WHERE a.tenant_id = c.tenant_id AND a.id = c.id
   RETURNING ${RETURNING}`,
);

/** Below the warning again, by deletions, a dropped month or another plan. */
const settleStorage = statement(
  'settle alerts about storage',
  `WITH changed AS MATERIALIZED (
     SELECT tenant_id, id FROM alerts WHERE closed_at IS NULL AND kind = 'storage_full'
       AND tenant_id NOT IN (SELECT tenant_id FROM (${NEARLY_FULL}) nearly_full) LIMIT ${MAX_ALERTS_PER_BATCH}
   )
   UPDATE alerts a SET closed_at = statement_timestamp(), resolution = 'recovered' FROM changed c
   WHERE a.tenant_id = c.tenant_id AND a.id = c.id
   RETURNING ${RETURNING}`,
);

export interface Settled {
  readonly closed: readonly ClosedAlert[];
  /** Whether there was more to settle than fits in a batch. */
  readonly more: boolean;
}

/** Closes alerts whose state is over. */
export async function settleAlerts(db: Querier): Promise<Settled> {
  const changed = await settleEndpoints<ClosedAlert | (ClosedAlert & { resolution: null })>(db, {});
  const keys = await settleKeys<ClosedAlert>(db, {});
  const storage = await settleStorage<ClosedAlert>(db, {});
  return {
    closed: [...changed.filter(({ resolution }) => resolution !== null), ...keys, ...storage],
    more: Math.max(changed.length, keys.length, storage.length) >= MAX_ALERTS_PER_BATCH,
  };
}
