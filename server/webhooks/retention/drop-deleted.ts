import type { Querier } from '../../db/querier.ts';
import { BATCH_SIZE, inBatches } from '../../db/sql/in-batches.ts';
import { statement } from '../../db/sql/statement.ts';

/** For a statement with what it took out of the queue in the CTE `dropped`. */
export const DROPPED_ARE_FAILED = `UPDATE webhook_deliveries SET status = 'FAILED', next_retry_at = NULL WHERE ctid = ANY (ARRAY(
     SELECT d.ctid FROM dropped CROSS JOIN LATERAL (
       SELECT ctid FROM webhook_deliveries WHERE tenant_id = dropped.tenant_id AND id = dropped.delivery_id LIMIT 1
     ) d
   )) AND (tenant_id, id) IN (SELECT tenant_id, delivery_id FROM dropped)
   RETURNING id`;

/**
 * What a worker holds stays: its request is on the way, and when it ends in a retry, the next run takes that. The locks are
 * taken in the order of the completion, the queue row before the delivery.
 */
const dropDeleted = statement(
  'drop deliveries of deleted endpoints',
  `WITH
   dropped AS (
     DELETE FROM webhook_queue WHERE ctid = ANY (ARRAY(
       SELECT waiting.ctid FROM webhook_registrations r CROSS JOIN LATERAL (
         SELECT q.ctid FROM webhook_queue q
         WHERE q.tenant_id = r.tenant_id AND q.registration_id = r.id AND q.lease_token IS NULL
         ORDER BY q.due_at LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
       ) waiting
       WHERE r.deleted_at IS NOT NULL LIMIT ${BATCH_SIZE}
     ))
     RETURNING tenant_id, delivery_id
   )
   ${DROPPED_ARE_FAILED}`,
);

/**
 * Takes what waits for deleted endpoints out of the queue, in batches: those deliveries are FAILED. Returns how many. It also
 * finds what was committed just after the deletion, by a transaction that hadn't seen it.
 */
export const dropDeletedDeliveries = (db: Querier): Promise<number> => inBatches(() => dropDeleted(db, {}));
