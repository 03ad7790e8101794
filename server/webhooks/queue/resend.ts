import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/querier.ts';
import { statement } from '../../db/statement.ts';

// The operator's command knows only the delivery's id, and every index begins with the tenant. So both look-ups below try
// each tenant by its index: CROSS JOIN LATERAL.

const lockQueueRow = statement(
  'resend: lock queue row',
  `SELECT q.tenant_id AS "tenantId", q.lease_token IS NOT NULL AS leased FROM tenants t
   CROSS JOIN LATERAL (SELECT tenant_id, id FROM webhook_deliveries WHERE tenant_id = t.tenant_id AND id = :id) d
   JOIN webhook_queue q ON q.tenant_id = d.tenant_id AND q.delivery_id = d.id FOR UPDATE OF q`,
);
// NO KEY: with FOR UPDATE, a claim that holds the queue row would wait for its attempt's reference to the delivery.
const lockDelivery = statement(
  'resend: lock delivery',
  `SELECT d.tenant_id AS "tenantId" FROM tenants t CROSS JOIN LATERAL (
     SELECT tenant_id FROM webhook_deliveries WHERE tenant_id = t.tenant_id AND id = :id FOR NO KEY UPDATE
   ) d`,
);

/** The delivery waits for its first attempt again, and workers are told. `queued` is its row in the queue. */
const RESTART_DELIVERY = `UPDATE webhook_deliveries d SET status = 'PENDING', next_retry_at = NULL FROM queued
   WHERE d.tenant_id = queued.tenant_id AND d.id = queued.delivery_id
   RETURNING pg_notify('webhook_deliveries', :tenant_id::text)`;

const makeDueNow = statement(
  'resend: make due now',
  `WITH
   -- Still in the queue: due at once, and its attempts count from here.
   queued AS (
     UPDATE webhook_queue SET due_at = statement_timestamp(), round_start = attempt
     WHERE tenant_id = :tenant_id AND delivery_id = :id RETURNING tenant_id, delivery_id
   ) ${RESTART_DELIVERY}`,
);
const enqueueAgain = statement(
  'resend: enqueue again',
  `WITH
   -- Out of the queue, since it had succeeded or failed for good. With another status someone else has just put it back.
   queued AS (
     INSERT INTO webhook_queue (tenant_id, delivery_id, registration_id, event_id, attempt, round_start)
     SELECT tenant_id, id, registration_id, event_id, attempt_number, attempt_number FROM webhook_deliveries d
     WHERE tenant_id = :tenant_id AND id = :id AND status IN ('SUCCESS', 'FAILED')
     RETURNING tenant_id, delivery_id
   ) ${RESTART_DELIVERY}`,
);

/** How often to look again for a delivery that someone else has just put back. After that, it's being sent. */
const MAX_TRIES = 3;

/** Starts a new round of attempts. Returns false when there is no such delivery, or when it's being sent. */
export async function resend(db: Database, id: string): Promise<boolean> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const started = await db.transaction((tx) => startRound(tx, id));
    if (started !== 'moved') return started;
  }
  return false;
}

/** Locks the queue row before the delivery, in the same order as the completion. */
async function startRound(tx: Transaction, id: string): Promise<boolean | 'moved'> {
  const [queued] = await lockQueueRow<{ tenantId: number; leased: boolean }>(tx, { id });
  if (queued?.leased) return false;
  if (queued !== undefined) {
    await makeDueNow(tx, { tenant_id: queued.tenantId, id });
    return true;
  }
  const [delivery] = await lockDelivery<{ tenantId: number }>(tx, { id });
  if (delivery === undefined) return false;
  const enqueued = await enqueueAgain(tx, { tenant_id: delivery.tenantId, id });
  return enqueued.length > 0 || 'moved';
}
