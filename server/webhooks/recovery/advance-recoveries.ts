import type { Database } from '../../db/pool/database.ts';
import type { Transaction } from '../../db/querier.ts';
import { readLowWatermark } from '../../db/sql/low-watermark.ts';
import { statement } from '../../db/sql/statement.ts';
import { OF_EVENT, SENDABLE_SINCE } from '../log/log-partitions.ts';
import { notifyWorkers } from '../notify-workers.ts';

interface RecoveryKey {
  readonly tenantId: number;
  readonly id: number;
}

/** Deliveries put into the queue per transaction: some tens of milliseconds, so that a stop takes effect at once. */
const BATCH_SIZE = 500;
/** Events read for them at most, some milliseconds as well: a million events may hold none of a rare kind. */
const MAX_EVENTS_SCANNED = 5_000;

/**
 * Recoveries whose endpoint was switched on by the transaction that created them. Whoever sees such a row knows that both are
 * committed: transactions that begin from now on see the endpoint switched on. So it's dated by the next statement, whose time is from
 * after it was seen.
 */
const findNew = statement(
  'recovery: find new',
  `SELECT tenant_id AS "tenantId", id FROM webhook_recoveries WHERE status = 'running' AND begins_after IS NULL`,
);
const dateNew = statement(
  'recovery: date new',
  `UPDATE webhook_recoveries SET begins_after = statement_timestamp()
   WHERE tenant_id = :tenant_id AND id = :id AND begins_after IS NULL`,
);

/**
 * The next running recovery that the low watermark has passed. A transaction that was running when the recovery was created
 * may have written an event while the endpoint was inactive, and nobody sees that event before it commits.
 */
const findNext = statement(
  'recovery: find next',
  `SELECT tenant_id AS "tenantId", id FROM webhook_recoveries
   WHERE status = 'running' AND (tenant_id, id) > (:after_tenant_id, :after_id) AND begins_after <= :low_watermark
   ORDER BY tenant_id, id LIMIT 1`,
);
const lock = statement(
  'recovery: lock',
  `SELECT FROM webhook_recoveries WHERE tenant_id = :tenant_id AND id = :id AND status = 'running' FOR UPDATE SKIP LOCKED`,
);

const advanceRecovery = statement(
  'recovery: advance',
  `WITH
   -- The next events of the range. The sub-select with its own bounds and limit lets the index return them in order and stop
   -- early; joined directly, all events up to the end of the range were read and sorted for each batch.
   scanned AS MATERIALIZED (
     SELECT c.tenant_id, c.registration_id, e.* FROM webhook_recoveries c
     JOIN webhook_registrations r ON r.tenant_id = c.tenant_id AND r.id = c.registration_id
     CROSS JOIN LATERAL (
       SELECT event_id, occurred_at, kind = ANY (r.events) AND NOT test AND NOT feed_only AS wanted FROM events
       WHERE tenant_id = :tenant_id AND occurred_at < c.occurred_until AND (occurred_at, event_id)
         > (greatest(coalesce(c.at_time, c.occurred_from), ${SENDABLE_SINCE}), coalesce(c.at_event, '00000000-0000-0000-0000-000000000000'))
       ORDER BY occurred_at, event_id LIMIT ${MAX_EVENTS_SCANNED}
     ) e
     WHERE c.tenant_id = :tenant_id AND c.id = :id
   ),
   -- Of these, a batch of events that the endpoint subscribes to.
   batch AS MATERIALIZED (
     SELECT * FROM scanned WHERE wanted ORDER BY occurred_at, event_id LIMIT ${BATCH_SIZE}
   ),
   batch_state AS (
     SELECT count(*) = ${BATCH_SIZE} AS is_full FROM batch
   ),
   -- Events without a delivery get one. Its id follows from event and endpoint, so a second one is impossible.
   missed AS (
     INSERT INTO webhook_deliveries (tenant_id, id, event_id, registration_id)
     SELECT tenant_id, delivery_id(event_id, registration_id), event_id, registration_id FROM batch
     ON CONFLICT DO NOTHING
     RETURNING tenant_id, id, registration_id, event_id, attempt_number
   ),
   -- Deliveries that have used up their attempts start again.
   failed AS (
     UPDATE webhook_deliveries d SET status = 'PENDING', next_retry_at = NULL FROM batch
     WHERE d.tenant_id = batch.tenant_id AND d.event_id = batch.event_id AND d.registration_id = batch.registration_id
       AND d.status = 'FAILED' AND ${OF_EVENT('d', 'batch.event_id')}
     RETURNING d.tenant_id, d.id, d.registration_id, d.event_id, d.attempt_number
   ),
   queued AS (
     INSERT INTO webhook_queue (tenant_id, delivery_id, registration_id, event_id, attempt, round_start)
     SELECT tenant_id, id, registration_id, event_id, attempt_number, attempt_number
     FROM (SELECT * FROM missed UNION ALL SELECT * FROM failed) due
     RETURNING tenant_id
   ),
   -- Where the next batch continues: after a full batch at its end, otherwise at the end of what was scanned.
   last AS (
     SELECT occurred_at, event_id FROM (
       SELECT occurred_at, event_id FROM batch
       UNION ALL SELECT occurred_at, event_id FROM scanned, batch_state WHERE NOT is_full
     ) passed ORDER BY occurred_at DESC, event_id DESC LIMIT 1
   )
   -- The progress. The recovery is done when neither limit was reached.
   UPDATE webhook_recoveries c SET
     resent = resent + (SELECT count(*) FROM failed), missed = missed + (SELECT count(*) FROM missed),
     at_time = coalesce((SELECT occurred_at FROM last), at_time), at_event = coalesce((SELECT event_id FROM last), at_event),
     status = CASE WHEN is_full OR (SELECT count(*) FROM scanned) = ${MAX_EVENTS_SCANNED} THEN status ELSE 'done' END
   FROM batch_state WHERE c.tenant_id = :tenant_id AND c.id = :id
   RETURNING EXISTS (SELECT FROM queued) AS queued`,
);

/** Advances each running recovery by a batch and returns how many there were. One process at a time advances each. */
export async function advanceRecoveries(db: Database): Promise<number> {
  for (const { tenantId, id } of await findNew<RecoveryKey>(db, {}))
    await dateNew(db, { tenant_id: tenantId, id });
  let count = 0;
  let next: RecoveryKey | undefined = { tenantId: 0, id: 0 };
  for (;;) {
    const after: RecoveryKey = next;
    next = await db.transaction((tx) => advanceNext(tx, after));
    if (next === undefined) return count;
    count += 1;
  }
}

async function advanceNext(tx: Transaction, after: RecoveryKey): Promise<RecoveryKey | undefined> {
  const [recovery] = await findNext<RecoveryKey>(tx, {
    after_tenant_id: after.tenantId,
    after_id: after.id,
    low_watermark: await readLowWatermark(tx),
  });
  if (recovery !== undefined) await advance(tx, recovery);
  return recovery;
}

async function advance(tx: Transaction, { tenantId, id }: RecoveryKey): Promise<void> {
  const key = { tenant_id: tenantId, id };
  if ((await lock(tx, key)).length === 0) return; // another process advances it, or staff have stopped it
  const [progress] = await advanceRecovery<{ queued: boolean }>(tx, key);
  if (progress?.queued) await notifyWorkers(tx, tenantId);
}
