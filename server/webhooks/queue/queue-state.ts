import { type Querier, statement } from '../../db/querier.ts';
import { firstRow } from '../../db/resource-table.ts';

export interface QueueState {
  /** Could be sent now. */
  readonly due: number;
  /** Waits for its next attempt. */
  readonly later: number;
  /** A worker has it. */
  readonly leased: number;
  /** Waits for its endpoint to be active again. */
  readonly inactive: number;
}

const countByState = statement(
  'queue state',
  `SELECT count(*) FILTER (WHERE waits AND active AND due_at <= statement_timestamp()) AS due,
     count(*) FILTER (WHERE waits AND active AND due_at > statement_timestamp()) AS later,
     count(*) FILTER (WHERE NOT waits) AS leased,
     count(*) FILTER (WHERE waits AND NOT active) AS inactive
   FROM (
     SELECT q.due_at, q.lease_token IS NULL AS waits, r.active AND t.webhooks_enabled AS active
     FROM webhook_queue q JOIN webhook_registrations r ON r.tenant_id = q.tenant_id AND r.id = q.registration_id
     JOIN tenants t ON t.tenant_id = q.tenant_id
   ) queue`,
);

/** What is still to be sent. Reads the whole queue: ask now and then, not at each request. */
export const queueState = async (db: Querier): Promise<QueueState> =>
  (await firstRow<QueueState>(db, countByState, []))!;

// An endpoint that is failing, or that has something on the way at this moment, is served as fast as its own consumer
// allows: its backlog says nothing of the workers. One whose secret cannot be opened waits for its operator. A lease that ran out does: it ends within a second where there is one.
const oldestDue = statement(
  'queue late',
  `SELECT extract(epoch FROM statement_timestamp() - least(min(oldest.due_at), (
     SELECT min(leased_until) FROM webhook_queue WHERE lease_token IS NOT NULL
   )))::double precision AS late
   FROM webhook_registrations r JOIN tenants t ON t.tenant_id = r.tenant_id AND t.webhooks_enabled
   CROSS JOIN LATERAL (
     SELECT due_at FROM webhook_queue q
     WHERE q.tenant_id = r.tenant_id AND q.registration_id = r.id AND q.lease_token IS NULL
     ORDER BY due_at LIMIT 1
   ) oldest
   WHERE r.active AND r.failing_since IS NULL AND r.secret_unreadable_since IS NULL AND NOT EXISTS (
     SELECT FROM webhook_queue q
     WHERE q.tenant_id = r.tenant_id AND q.registration_id = r.id AND q.lease_token IS NOT NULL
       AND q.leased_until > statement_timestamp()
   )`,
);

/**
 * How late the oldest due delivery is, in seconds, that no worker is busy with: 0 when there is none. A look-up for each
 * endpoint, however long the queue is.
 */
export async function oldestDueSeconds(db: Querier): Promise<number> {
  const { late: seconds } = (await firstRow<{ late: number | null }>(db, oldestDue, []))!;
  return Math.max(0, seconds ?? 0);
}
