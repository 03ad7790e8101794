import type { Querier } from '../../db/querier.ts';
import { statement } from '../../db/sql/statement.ts';
import { endpointIsSent, tenantIsSent } from '../is-sent.ts';

export interface QueueState {
  /** Could be sent now. */
  readonly due: number;
  /** Waits for its next attempt. */
  readonly later: number;
  /** Held by a worker. */
  readonly leased: number;
  /** Waits for its endpoint to be activated, its tenant to be resumed, or an operator to release it. */
  readonly inactive: number;
}

const countByState = statement(
  'count the queue by state',
  `SELECT count(*) FILTER (WHERE waits AND active AND due_at <= statement_timestamp()) AS due,
     count(*) FILTER (WHERE waits AND active AND due_at > statement_timestamp()) AS later,
     count(*) FILTER (WHERE NOT waits) AS leased,
     count(*) FILTER (WHERE waits AND NOT active) AS inactive
   FROM (
     SELECT q.due_at, q.lease_token IS NULL AS waits, ${endpointIsSent} AND ${tenantIsSent} AS active
     FROM webhook_queue q JOIN webhook_registrations r ON r.tenant_id = q.tenant_id AND r.id = q.registration_id
       AND r.deleted_at IS NULL
     JOIN tenants t ON t.tenant_id = q.tenant_id
   ) queue`,
);

/** What is still to be sent. Reads the whole queue: not for each request. */
export async function queueState(db: Querier): Promise<QueueState> {
  const [counts] = await countByState<QueueState>(db, {});
  return counts!;
}

const findOldestDue = statement(
  'find the oldest due delivery',
  `SELECT extract(epoch FROM statement_timestamp() - min(at))::double precision AS late FROM (
     -- An expired lease counts as late: where a worker runs, it's swept within a second.
     SELECT min(leased_until) AS at FROM webhook_queue WHERE lease_token IS NOT NULL
     UNION ALL
     SELECT min(oldest.due_at) FROM webhook_registrations r JOIN tenants t ON t.tenant_id = r.tenant_id AND ${tenantIsSent}
     CROSS JOIN LATERAL (
       SELECT due_at FROM webhook_queue q
       WHERE q.tenant_id = r.tenant_id AND q.registration_id = r.id AND q.lease_token IS NULL
       ORDER BY due_at LIMIT 1
     ) oldest
     -- Not counted: backlog of an endpoint that fails or that is being sent to right now, since the endpoint sets that pace,
     -- not the workers; and of one whose secret can't be decrypted, which waits for the operator.
     WHERE ${endpointIsSent} AND r.failing_since IS NULL AND r.secret_unreadable_since IS NULL AND NOT EXISTS (
       SELECT FROM webhook_queue q
       WHERE q.tenant_id = r.tenant_id AND q.registration_id = r.id AND q.lease_token IS NOT NULL
         AND q.leased_until > statement_timestamp()
     )
   ) unhandled`,
);

/**
 * By how many seconds the oldest due delivery that no worker handles is late; 0 when there is none. Costs one look-up per
 * endpoint, however long the queue is.
 */
export async function oldestDueSeconds(db: Querier): Promise<number> {
  const [row] = await findOldestDue<{ late: number | null }>(db, {});
  return Math.max(0, row!.late ?? 0);
}

/** As many as a scrape shows: their number has no bound. */
export const LATEST_ENDPOINTS = 10;

export interface LateEndpoint {
  readonly tenantId: number;
  readonly endpointId: number;
  readonly seconds: number;
}

const findLateEndpoints = statement(
  'find the latest endpoints',
  // Whosever fault it is, unlike above: an endpoint that responds slowly gets its events late, and only here does it show.
  `SELECT r.tenant_id AS "tenantId", r.id AS "endpointId",
     extract(epoch FROM statement_timestamp() - oldest.due_at)::double precision AS seconds
   FROM webhook_registrations r JOIN tenants t ON t.tenant_id = r.tenant_id AND ${tenantIsSent}
   CROSS JOIN LATERAL (
     SELECT due_at FROM webhook_queue q
     WHERE q.tenant_id = r.tenant_id AND q.registration_id = r.id AND q.lease_token IS NULL
     ORDER BY due_at LIMIT 1
   ) oldest
   WHERE ${endpointIsSent} AND oldest.due_at < statement_timestamp() - interval '1 s'
   ORDER BY oldest.due_at LIMIT ${LATEST_ENDPOINTS}`,
);

/** The active endpoints whose oldest due delivery is the latest. Costs one look-up per endpoint. */
export const lateEndpoints = (db: Querier): Promise<LateEndpoint[]> =>
  findLateEndpoints<LateEndpoint>(db, {});
