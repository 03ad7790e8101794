import type { Database } from '../db/database.ts';
import { type Querier, statement, type Transaction } from '../db/querier.ts';
import { firstRow } from '../db/resource-table.ts';
import type { RegistrationKey } from './registration-state.ts';

/** Looked at in one transaction: some tens of ms, so that a stop takes effect at once. */
const BATCH = 500;

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
  key: RegistrationKey,
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

/** Begins a recovery. Answers undefined when the registration is inactive or has a recovery that is running. */
export async function startRecovery(
  db: Database,
  key: RegistrationKey,
  range: TimeRange,
): Promise<Recovery | undefined> {
  return db.transaction(async (tx) => {
    const lock = `SELECT id FROM webhook_registrations r WHERE tenant_id = $1 AND id = $2 AND active AND NOT EXISTS (
      SELECT FROM webhook_recoveries WHERE tenant_id = $1 AND registration_id = $2 AND status = 'running'
    ) FOR NO KEY UPDATE`;
    if ((await firstRow(tx, lock, [key.tenantId, key.id])) === undefined) return undefined;
    const { failed, missed } = await countRecoverable(tx, key, range);
    return firstRow<Recovery>(
      tx,
      `INSERT INTO webhook_recoveries (tenant_id, registration_id, occurred_from, occurred_until, total)
       VALUES ($1, $2, $3, $4, $5) RETURNING id, status, total, resent, missed`,
      [key.tenantId, key.id, range.from, range.until, failed + missed],
    );
  });
}

export const findRecovery = (db: Querier, tenantId: number, id: number): Promise<Recovery | undefined> =>
  firstRow<Recovery>(
    db,
    'SELECT id, status, total, resent, missed FROM webhook_recoveries WHERE tenant_id = $1 AND id = $2',
    [tenantId, id],
  );

/** Stops a recovery. What it has put into the queue is sent. */
export async function stopRecovery(db: Querier, tenantId: number, id: number): Promise<void> {
  const sql = `UPDATE webhook_recoveries SET status = 'stopped' WHERE tenant_id = $1 AND id = $2 AND status = 'running'`;
  await db.query(sql, [tenantId, id]);
}

const takeOne = statement(
  'recoveries take',
  `SELECT tenant_id AS "tenantId", id FROM webhook_recoveries WHERE status = 'running' AND (tenant_id, id) > ($1, $2)
   ORDER BY tenant_id, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
);

const goOn = statement(
  'recoveries go on',
  `WITH page AS MATERIALIZED (
     SELECT c.tenant_id, c.registration_id, e.event_id, e.occurred_at FROM webhook_recoveries c
     JOIN webhook_registrations r ON r.tenant_id = c.tenant_id AND r.id = c.registration_id
     JOIN events e ON e.tenant_id = c.tenant_id AND e.kind = ANY (r.events) AND NOT e.test
       AND e.occurred_at >= coalesce(c.at_time, c.occurred_from) AND e.occurred_at < c.occurred_until
       AND (c.at_time IS NULL OR (e.occurred_at, e.event_id) > (c.at_time, c.at_event))
     WHERE c.tenant_id = $1 AND c.id = $2 ORDER BY e.occurred_at, e.event_id LIMIT ${BATCH}
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
     SELECT occurred_at, event_id FROM page ORDER BY occurred_at DESC, event_id DESC LIMIT 1
   )
   UPDATE webhook_recoveries c SET
     resent = resent + (SELECT count(*) FROM failed), missed = missed + (SELECT count(*) FROM missed),
     at_time = coalesce((SELECT occurred_at FROM last), at_time), at_event = coalesce((SELECT event_id FROM last), at_event),
     status = CASE WHEN (SELECT count(*) FROM page) < ${BATCH} THEN 'done' ELSE status END
   WHERE c.tenant_id = $1 AND c.id = $2
   RETURNING CASE WHEN EXISTS (SELECT FROM queued) THEN pg_notify('webhook_deliveries', $1::text) END`,
);

/** Takes each running recovery one batch further. Answers how many there were; each is advanced by one process at a time. */
export async function advanceRecoveries(db: Database): Promise<number> {
  let count = 0;
  let after: RegistrationKey | undefined = { tenantId: 0, id: 0 };
  while (after !== undefined) {
    const last: RegistrationKey = after;
    after = await db.transaction((tx) => advanceNext(tx, last));
    if (after !== undefined) count += 1;
  }
  return count;
}

async function advanceNext(tx: Transaction, after: RegistrationKey): Promise<RegistrationKey | undefined> {
  const taken = await firstRow<RegistrationKey>(tx, takeOne, [after.tenantId, after.id]);
  if (taken !== undefined) await tx.query(goOn, [taken.tenantId, taken.id]);
  return taken;
}
