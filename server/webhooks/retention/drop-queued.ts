import type { Querier } from '../../db/querier.ts';
import { BATCH_SIZE, inBatches } from '../../db/sql/in-batches.ts';
import { statement } from '../../db/sql/statement.ts';
import { RETENTION_DAYS } from '../log/log-partitions.ts';

/**
 * Takes a batch out of the queue: those deliveries are FAILED. Of each `owner` it takes rows that meet the condition, in the order of an
 * index. What a worker holds stays: its request is on the way, and when it ends in a retry, the next run takes that. They are chosen before
 * any is taken out, since with Citus each shard would take a whole batch. The log's rows exist; INSERT finds them by key.
 */
const dropQueued = (name: string, owner: string, { where, order }: { where: string; order: string }) =>
  statement(
    name,
    `WITH
     waiting AS MATERIALIZED (
       SELECT queued.* FROM (${owner}) o CROSS JOIN LATERAL (
         SELECT q.tenant_id, q.delivery_id, q.event_id, q.registration_id FROM webhook_queue q
         WHERE q.tenant_id = o.tenant_id AND ${where} AND q.lease_token IS NULL
         ORDER BY q.${order} LIMIT ${BATCH_SIZE}
       ) queued LIMIT ${BATCH_SIZE}
     ),
     dropped AS (
       DELETE FROM webhook_queue q USING waiting w
       WHERE q.tenant_id = w.tenant_id AND q.delivery_id = w.delivery_id AND q.lease_token IS NULL RETURNING w.*
     )
     INSERT INTO webhook_deliveries (tenant_id, id, event_id, registration_id, status)
     SELECT tenant_id, delivery_id, event_id, registration_id, 'FAILED' FROM dropped
     ON CONFLICT (tenant_id, id) DO UPDATE SET (status, next_retry_at) = ROW (excluded.status, NULL)
     RETURNING id`,
  );

const dropDeleted = dropQueued(
  'drop deliveries of deleted endpoints',
  'SELECT tenant_id, id FROM webhook_registrations WHERE deleted_at IS NOT NULL',
  { where: 'q.registration_id = o.id', order: 'due_at' },
);

// Those of events from before migration 038, whose ids tell no time, are deleted with their events (retention.ts).
const endExpired = dropQueued(
  'end expired deliveries',
  'SELECT DISTINCT tenant_id FROM webhook_registrations',
  {
    where: `q.delivery_id < first_log_id(log_hour(:at::timestamptz - interval '${RETENTION_DAYS} days'))`,
    order: 'delivery_id',
  },
);

/**
 * Takes what waits for deleted endpoints out of the queue, in batches: those deliveries are FAILED. Returns how many. It also
 * finds what was committed just after the deletion, by a transaction that hadn't seen it.
 */
export const dropDeletedDeliveries = (db: Querier): Promise<number> => inBatches(() => dropDeleted(db, {}));

/**
 * Takes deliveries out of the queue whose events are past their retention: they wait for an endpoint that stays inactive, and are
 * FAILED. A receiver that remembers events for 91 days would handle an event twice that is sent later. Returns how many.
 */
export const endExpiredDeliveries = (db: Querier, nowMs: number): Promise<number> =>
  inBatches(() => endExpired(db, { at: new Date(nowMs).toISOString() }));
