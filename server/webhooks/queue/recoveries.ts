import type { Database } from '../../db/database.ts';
import { readLowWatermark } from '../../db/low-watermark.ts';
import { type Querier, statement, type Transaction } from '../../db/querier.ts';
import { firstRow } from '../../db/resource-table.ts';
import type { EndpointKey } from '../endpoints/activation.ts';

/** Put into the queue in one transaction: some tens of ms, so that a stop takes effect at once. */
const BATCH_SIZE = 500;
/** Passed over for them at most, some ms as well: of a rare kind there may be none among a million. */
const MAX_EVENTS_SCANNED = 5_000;

/** Events that occurred from `from` (inclusive) until `until` (exclusive), RFC 3339. */
export interface TimeRange {
  readonly from: string;
  readonly until: string;
}

export interface Recoverable {
  /** Deliveries that have used up their attempts. */
  readonly failed: number;
  /** Events of the kinds that are subscribed to now, for which there is no delivery: it was inactive, or not there yet. */
  readonly missed: number;
}

const IN_RANGE = `FROM webhook_registrations r
   JOIN events e ON e.tenant_id = r.tenant_id AND e.kind = ANY (r.events) AND NOT e.test
     AND e.occurred_at >= $3 AND e.occurred_at < $4
   LEFT JOIN webhook_deliveries d
     ON d.tenant_id = e.tenant_id AND d.event_id = e.event_id AND d.registration_id = r.id
   WHERE r.tenant_id = $1 AND r.id = $2`;

/** How much a recovery over this time would send. */
export async function countRecoverable(
  db: Querier,
  key: EndpointKey,
  range: TimeRange,
): Promise<Recoverable> {
  const sql = `SELECT count(*) FILTER (WHERE d.status = 'FAILED') AS failed,
    count(*) FILTER (WHERE d.id IS NULL) AS missed ${IN_RANGE}`;
  return (await firstRow<Recoverable>(db, sql, [key.tenantId, key.id, range.from, range.until]))!;
}

export interface Recovery {
  readonly id: number;
  readonly status: 'running' | 'done' | 'stopped';
  /** What was counted when it began, and what of it has been put into the queue. */
  readonly total: number;
  readonly resent: number;
  readonly missed: number;
}

/** Begins a recovery. Answers undefined when the endpoint is inactive or has a recovery that is running. */
export async function startRecovery(
  db: Database,
  key: EndpointKey,
  range: TimeRange,
): Promise<Recovery | undefined> {
  // Before the lock: it may take seconds, and the results of deliveries would wait for it.
  const { failed, missed } = await countRecoverable(db, key, range);
  return db.transaction(async (tx) => {
    const lock = `SELECT id FROM webhook_registrations WHERE tenant_id = $1 AND id = $2 AND active FOR NO KEY UPDATE`;
    if ((await firstRow(tx, lock, [key.tenantId, key.id])) === undefined) return undefined;
    return firstRow<Recovery>(
      tx,
      `INSERT INTO webhook_recoveries (tenant_id, registration_id, occurred_from, occurred_until, total)
       SELECT $1, $2, $3, $4, $5 WHERE NOT EXISTS (
         SELECT FROM webhook_recoveries WHERE tenant_id = $1 AND registration_id = $2 AND status = 'running'
       ) RETURNING id, status, total, resent, missed`,
      [key.tenantId, key.id, range.from, range.until, failed + missed],
    );
  });
}

/** A recovery of this endpoint. */
export const findRecovery = (db: Querier, key: EndpointKey, id: number): Promise<Recovery | undefined> =>
  firstRow<Recovery>(
    db,
    `SELECT id, status, total, resent, missed FROM webhook_recoveries
     WHERE tenant_id = $1 AND registration_id = $2 AND id = $3`,
    [key.tenantId, key.id, id],
  );

/** Stops a recovery. What it has put into the queue is sent. */
export async function stopRecovery(db: Querier, key: EndpointKey, id: number): Promise<void> {
  await db.query(
    `UPDATE webhook_recoveries SET status = 'stopped'
     WHERE tenant_id = $1 AND registration_id = $2 AND id = $3 AND status = 'running'`,
    [key.tenantId, key.id, id],
  );
}

// One waits until all transactions have ended that were running when it was begun: they may have written an event while
// the endpoint was inactive, which is seen only when they commit.
const nextRecovery = statement(
  'recoveries take',
  `SELECT tenant_id AS "tenantId", id FROM webhook_recoveries
   WHERE status = 'running' AND (tenant_id, id) > ($1, $2) AND created_at <= $3
   ORDER BY tenant_id, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
);

// The events come from a sub-select with bounds and a limit of its own: then the index gives them in order and ends the
// reading. Joined directly, all up to the end of the range were read and sorted for each batch.
const advanceRecovery = statement(
  'recoveries go on',
  `WITH seen AS MATERIALIZED (
     SELECT c.tenant_id, c.registration_id, e.* FROM webhook_recoveries c
     JOIN webhook_registrations r ON r.tenant_id = c.tenant_id AND r.id = c.registration_id
     CROSS JOIN LATERAL (
       SELECT event_id, occurred_at, kind = ANY (r.events) AND NOT test AS wanted FROM events
       WHERE tenant_id = $1 AND occurred_at < c.occurred_until AND (occurred_at, event_id)
         > (coalesce(c.at_time, c.occurred_from), coalesce(c.at_event, '00000000-0000-0000-0000-000000000000'))
       ORDER BY occurred_at, event_id LIMIT ${MAX_EVENTS_SCANNED}
     ) e
     WHERE c.tenant_id = $1 AND c.id = $2
   ), page AS MATERIALIZED (
     SELECT * FROM seen WHERE wanted ORDER BY occurred_at, event_id LIMIT ${BATCH_SIZE}
   ), filled AS (
     SELECT count(*) = ${BATCH_SIZE} AS whole FROM page
   ), missed AS (
     INSERT INTO webhook_deliveries (tenant_id, event_id, registration_id)
     SELECT tenant_id, event_id, registration_id FROM page
     ON CONFLICT (tenant_id, event_id, registration_id) DO NOTHING
     RETURNING tenant_id, id, registration_id, event_id, attempt_number
   ), failed AS (
     UPDATE webhook_deliveries d SET status = 'PENDING', next_retry_at = NULL FROM page
     WHERE d.tenant_id = page.tenant_id AND d.event_id = page.event_id AND d.registration_id = page.registration_id
       AND d.status = 'FAILED'
     RETURNING d.tenant_id, d.id, d.registration_id, d.event_id, d.attempt_number
   ), queued AS (
     INSERT INTO webhook_queue (tenant_id, delivery_id, registration_id, event_id, attempt, round_start)
     SELECT tenant_id, id, registration_id, event_id, attempt_number, attempt_number
     FROM (SELECT * FROM missed UNION ALL SELECT * FROM failed) due
     RETURNING tenant_id
   ), last AS (
     SELECT occurred_at, event_id FROM (
       SELECT occurred_at, event_id FROM page UNION ALL SELECT occurred_at, event_id FROM seen, filled WHERE NOT whole
     ) passed ORDER BY occurred_at DESC, event_id DESC LIMIT 1
   )
   UPDATE webhook_recoveries c SET
     resent = resent + (SELECT count(*) FROM failed), missed = missed + (SELECT count(*) FROM missed),
     at_time = coalesce((SELECT occurred_at FROM last), at_time), at_event = coalesce((SELECT event_id FROM last), at_event),
     status = CASE WHEN whole OR (SELECT count(*) FROM seen) = ${MAX_EVENTS_SCANNED} THEN status ELSE 'done' END
   FROM filled WHERE c.tenant_id = $1 AND c.id = $2
   RETURNING CASE WHEN EXISTS (SELECT FROM queued) THEN pg_notify('webhook_deliveries', $1::text) END`,
);

/** Takes each running recovery one batch further. Answers how many there were; each is advanced by one process at a time. */
export async function advanceRecoveries(db: Database): Promise<number> {
  let count = 0;
  let after: EndpointKey | undefined = { tenantId: 0, id: 0 };
  while (after !== undefined) {
    const last: EndpointKey = after;
    after = await db.transaction((tx) => advanceNext(tx, last));
    if (after !== undefined) count += 1;
  }
  return count;
}

async function advanceNext(tx: Transaction, after: EndpointKey): Promise<EndpointKey | undefined> {
  const values = [after.tenantId, after.id, await readLowWatermark(tx)];
  const taken = await firstRow<EndpointKey>(tx, nextRecovery, values);
  if (taken !== undefined) await tx.query(advanceRecovery, [taken.tenantId, taken.id]);
  return taken;
}
