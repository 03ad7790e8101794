import type { Database } from '../db/database.ts';
import { type Querier, statement, type Transaction } from '../db/querier.ts';
import { firstRow } from '../db/resource-table.ts';
import type { Claimed } from './claim.ts';

export interface Outcome {
  readonly status: 'SUCCESS' | 'RETRYING' | 'FAILED';
  /** What happened, in a word: `accepted`, `refused`, `timeout`, `connection`, `address`, `unreadable_secret`. */
  readonly outcome: string;
  /** More of it, for people: `ECONNREFUSED`, or why an address is not sent to. */
  readonly detail: string | null;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly durationMs: number;
  readonly retryInMs: number | null;
}

export interface Result {
  readonly claimed: Claimed;
  readonly outcome: Outcome;
}

/** One look-up for each row: the waits by id, made once. */
const RETRY_IN = '(SELECT jsonb_object_agg(id, retry_in_ms) FROM held WHERE retry_in_ms IS NOT NULL)';

// Written only for who holds the token: a worker that was stopped past its lease changes nothing. A registration learns
// only of a change between failing and not, so that a busy one is not written by each batch.
//
// Places in the queue are looked up one by one, locked, and then taken by where they are on disk. Joined, 500 results
// were compared with all that is leased, or with the whole queue, as soon as the statistics were of a time when nothing
// was; and IS NOT DISTINCT FROM, since = would let it search the index of what is leased. For the same reason the log is
// written by INSERT, whose rows are all there already: ON CONFLICT finds each by its key, and an UPDATE is joined.
//
// It does not wait for the disk, where the claims of others do: what a crash of PostgreSQL takes back (some 0.6 s, three
// wal_writer_delay) is a result, and its delivery goes out again with the same event_id, as after any other kill.
const completeHeld = statement(
  'deliveries complete',
  `WITH held AS MATERIALIZED (
     SELECT result.*, queued.* FROM unnest($1::integer[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[],
       $7::integer[], $8::text[], $9::integer[], $10::double precision[])
       WITH ORDINALITY AS result (tenant_id, id, token, status, outcome, detail, response_status, response_body,
         duration_ms, retry_in_ms, place)
     CROSS JOIN LATERAL (
       SELECT q.ctid AS queued_at, q.event_id, q.registration_id, q.attempt FROM webhook_queue q
       WHERE q.tenant_id = result.tenant_id AND q.delivery_id = result.id
         AND q.lease_token IS NOT DISTINCT FROM result.token
       LIMIT 1 FOR UPDATE
     ) queued
   ), over AS (
     DELETE FROM webhook_queue q WHERE q.ctid = ANY (ARRAY(SELECT queued_at FROM held WHERE retry_in_ms IS NULL))
   ), again AS (
     UPDATE webhook_queue q SET lease_token = NULL, leased_until = NULL, due_at = statement_timestamp()
       + (${RETRY_IN} ->> q.delivery_id::text)::double precision * interval '1 ms'
     WHERE q.ctid = ANY (ARRAY(SELECT queued_at FROM held WHERE retry_in_ms IS NOT NULL))
   ), delivery AS (
     INSERT INTO webhook_deliveries (tenant_id, id, event_id, registration_id, status, attempt_number, response_status,
       response_body, duration_ms, next_retry_at)
     SELECT tenant_id, id, event_id, registration_id, status, attempt, response_status, response_body, duration_ms,
       statement_timestamp() + retry_in_ms * interval '1 ms' FROM held
     ON CONFLICT (tenant_id, id) DO UPDATE SET (status, attempt_number, response_status, response_body, duration_ms,
       next_retry_at) = ROW (excluded.status, excluded.attempt_number, excluded.response_status, excluded.response_body,
       excluded.duration_ms, excluded.next_retry_at)
   ), attempt AS (
     INSERT INTO webhook_attempts (tenant_id, delivery_id, number, outcome, detail, response_status, response_body,
       duration_ms)
     SELECT tenant_id, id, attempt, outcome, detail, response_status, response_body, duration_ms FROM held
     ON CONFLICT (tenant_id, delivery_id, number) DO UPDATE SET (outcome, detail, response_status, response_body,
       duration_ms) = ROW (excluded.outcome, excluded.detail, excluded.response_status, excluded.response_body,
       excluded.duration_ms)
   ), registration AS (
     UPDATE webhook_registrations r SET failing_since = CASE WHEN seen.well THEN NULL ELSE statement_timestamp() END
     FROM (
       SELECT tenant_id, registration_id, bool_or(status = 'SUCCESS') AS well FROM held GROUP BY 1, 2
     ) seen
     WHERE r.tenant_id = seen.tenant_id AND r.id = seen.registration_id AND seen.well = (r.failing_since IS NOT NULL)
   )
   SELECT place FROM held, (SELECT set_config('synchronous_commit', 'off', true)) for_this_statement`,
);

/** Records what came of claimed deliveries. Answers those that were still held; of others nothing is written. */
export async function complete(db: Querier, results: readonly Result[]): Promise<ReadonlySet<Result>> {
  const of = (name: 'id' | 'token') => plainList(results.map(({ claimed }) => claimed[name]));
  const came = (name: keyof Outcome) => results.map(({ outcome }) => outcome[name]);
  const rows = await db.query<{ place: number }>(completeHeld, [
    plainList(results.map(({ claimed }) => claimed.registration.tenantId)),
    of('id'),
    of('token'),
    plainList(came('status')),
    plainList(came('outcome')),
    came('detail'),
    plainList(came('responseStatus')),
    came('responseBody'),
    plainList(came('durationMs')),
    plainList(came('retryInMs')),
  ]);
  return new Set(rows.map(({ place }) => results[place - 1]!));
}

/**
 * An array as PostgreSQL reads it, of what needs no quotes: numbers, ids and our own words. pg searches each of them for
 * what does, which was some hundredths of the worker's time.
 */
const plainList = (values: readonly (string | number | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join()}}`;

const place = statement(
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
const bringForward = statement(
  'deliveries bring forward',
  `WITH queued AS (
     UPDATE webhook_queue SET due_at = statement_timestamp(), round_start = attempt
     WHERE tenant_id = $1 AND delivery_id = $2 RETURNING tenant_id, delivery_id
   ) ${NEW_ROUND}`,
);
const putBack = statement(
  'deliveries put back',
  `WITH queued AS (
     INSERT INTO webhook_queue (tenant_id, delivery_id, registration_id, event_id, attempt, round_start)
     SELECT tenant_id, id, registration_id, event_id, attempt_number, attempt_number FROM webhook_deliveries d
     WHERE tenant_id = $1 AND id = $2 AND status IN ('SUCCESS', 'FAILED')
     RETURNING tenant_id, delivery_id
   ) ${NEW_ROUND}`,
);

/** How often it is looked again where a delivery is that another one has just put back. More means that it is being sent. */
const MAX_LOOKS = 3;

/**
 * Puts a delivery back into the queue for a new round of attempts. Answers false when there is none, or when it is being
 * sent. The id alone finds it; the operator's command knows no more.
 */
export async function resend(db: Database, id: string): Promise<boolean> {
  for (let looks = 1; looks <= MAX_LOOKS; looks += 1) {
    const answer = await db.transaction((tx) => beginRound(tx, id));
    if (answer !== 'moved') return answer;
  }
  return false;
}

async function beginRound(tx: Transaction, id: string): Promise<boolean | 'moved'> {
  // The place in the queue is locked before the delivery, as by the completion.
  const queued = await firstRow<{ tenantId: number; leased: boolean }>(tx, place, [id]);
  if (queued?.leased) return false;
  if (queued !== undefined) {
    await tx.query(bringForward, [queued.tenantId, id]);
    return true;
  }
  const found = await firstRow<{ tenantId: number }>(tx, lockDelivery, [id]);
  if (found === undefined) return false;
  return (await tx.query(putBack, [found.tenantId, id])).length > 0 || 'moved';
}
