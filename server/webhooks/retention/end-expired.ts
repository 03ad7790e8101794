import type { Querier } from '../../db/querier.ts';
import { BATCH_SIZE, inBatches } from '../../db/sql/in-batches.ts';
import { statement } from '../../db/sql/statement.ts';
import { RETENTION_DAYS } from '../log/log-partitions.ts';
import { DROPPED_ARE_FAILED } from './drop-deleted.ts';

// Those of events from before migration 038, whose ids tell no time, are deleted with their events (retention.ts).
const endExpired = statement(
  'end expired deliveries',
  `WITH
   dropped AS (
     DELETE FROM webhook_queue WHERE ctid = ANY (ARRAY(
       SELECT waiting.ctid FROM tenants t CROSS JOIN LATERAL (
         SELECT q.ctid FROM webhook_queue q
         WHERE q.tenant_id = t.tenant_id AND q.lease_token IS NULL
           AND q.delivery_id < first_log_id(log_hour(:at::timestamptz - interval '${RETENTION_DAYS} days'))
         ORDER BY q.delivery_id LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
       ) waiting LIMIT ${BATCH_SIZE}
     ))
     RETURNING tenant_id, delivery_id
   )
   ${DROPPED_ARE_FAILED}`,
);

/**
 * Takes deliveries out of the queue whose events are past their retention: they wait for an endpoint that stays inactive, and are
 * FAILED. A receiver that remembers events for 91 days would handle an event twice that is sent later. Returns how many.
 */
export const endExpiredDeliveries = (db: Querier, nowMs: number): Promise<number> =>
  inBatches(() => endExpired(db, { at: new Date(nowMs).toISOString() }));
