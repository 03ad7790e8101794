import type { Database } from '../../db/database.ts';
import { statement, type Transaction } from '../../db/querier.ts';
import { firstRow } from '../../db/resource-table.ts';

const findQueued = statement(
  'deliveries place',
  `SELECT q.tenant_id AS "tenantId", q.lease_token IS NOT NULL AS leased FROM tenants t
   CROSS JOIN LATERAL (SELECT tenant_id, id FROM webhook_deliveries WHERE tenant_id = t.tenant_id AND id = $1) d
   JOIN webhook_queue q ON q.tenant_id = d.tenant_id AND q.delivery_id = d.id FOR UPDATE OF q`,
);
// NO KEY, or a claim that has the place in the queue would wait for it with the attempt that refers to the delivery.
const lockDelivery = statement(
  'deliveries lock',
  `SELECT d.tenant_id AS "tenantId" FROM tenants t CROSS JOIN LATERAL (
     SELECT tenant_id FROM webhook_deliveries WHERE tenant_id = t.tenant_id AND id = $1 FOR NO KEY UPDATE
   ) d`,
);
const NEW_ROUND = `UPDATE webhook_deliveries d SET status = 'PENDING', next_retry_at = NULL FROM queued
   WHERE d.tenant_id = queued.tenant_id AND d.id = queued.delivery_id
   RETURNING pg_notify('webhook_deliveries', $1::text)`;
const makeDueNow = statement(
  'deliveries bring forward',
  `WITH queued AS (
     UPDATE webhook_queue SET due_at = statement_timestamp(), round_start = attempt
     WHERE tenant_id = $1 AND delivery_id = $2 RETURNING tenant_id, delivery_id
   ) ${NEW_ROUND}`,
);
const enqueueAgain = statement(
  'deliveries put back',
  `WITH queued AS (
     INSERT INTO webhook_queue (tenant_id, delivery_id, registration_id, event_id, attempt, round_start)
     SELECT tenant_id, id, registration_id, event_id, attempt_number, attempt_number FROM webhook_deliveries d
     WHERE tenant_id = $1 AND id = $2 AND status IN ('SUCCESS', 'FAILED')
     RETURNING tenant_id, delivery_id
   ) ${NEW_ROUND}`,
);

/** How often it is looked again where a delivery is that another one has just put back. More means that it is being sent. */
const MAX_TRIES = 3;

/**
 * Puts a delivery back into the queue for a new round of attempts. Answers false when there is none, or when it is being
 * sent. The id alone finds it; the operator's command knows no more.
 */
export async function resend(db: Database, id: string): Promise<boolean> {
  for (let looks = 1; looks <= MAX_TRIES; looks += 1) {
    const answer = await db.transaction((tx) => startRound(tx, id));
    if (answer !== 'moved') return answer;
  }
  return false;
}

async function startRound(tx: Transaction, id: string): Promise<boolean | 'moved'> {
  // The place in the queue is locked before the delivery, as by the completion.
  const queued = await firstRow<{ tenantId: number; leased: boolean }>(tx, findQueued, [id]);
  if (queued?.leased) return false;
  if (queued !== undefined) {
    await tx.query(makeDueNow, [queued.tenantId, id]);
    return true;
  }
  const found = await firstRow<{ tenantId: number }>(tx, lockDelivery, [id]);
  if (found === undefined) return false;
  return (await tx.query(enqueueAgain, [found.tenantId, id])).length > 0 || 'moved';
}
