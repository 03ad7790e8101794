import { type Querier, statement } from '../../db/querier.ts';
import type { ClaimedDelivery } from './claim.ts';

export interface AttemptResult {
  readonly status: 'SUCCESS' | 'RETRYING' | 'FAILED';
  /** What happened, in a word: `accepted`, `refused`, `timeout`, `connection`, `address`. */
  readonly outcome: string;
  /** More of it, for people: `ECONNREFUSED`, or why an address is not sent to. */
  readonly detail: string | null;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly durationMs: number;
  readonly retryInMs: number | null;
}

export interface CompletedAttempt {
  readonly delivery: ClaimedDelivery;
  readonly result: AttemptResult;
}

/** One look-up for each row: the waits by id, made once. */
const RETRY_IN = '(SELECT jsonb_object_agg(id, retry_in_ms) FROM held WHERE retry_in_ms IS NOT NULL)';

/**
 * Writes to the log what has become of the deliveries in `held`. Their rows are all there already, and yet it is an INSERT:
 * ON CONFLICT finds each by its key, where an UPDATE is joined, by a plan that on a log without statistics reads it whole.
 */
export const UPDATE_DELIVERY_LOG = `delivery AS (
     INSERT INTO webhook_deliveries (tenant_id, id, event_id, registration_id, status, attempt_number, response_status,
       response_body, duration_ms, next_retry_at)
     SELECT tenant_id, id, event_id, registration_id, status, attempt, response_status, response_body, duration_ms,
       statement_timestamp() + retry_in_ms * interval '1 ms' FROM held
     ON CONFLICT (tenant_id, id) DO UPDATE SET (status, attempt_number, response_status, response_body, duration_ms,
       next_retry_at) = ROW (excluded.status, excluded.attempt_number, excluded.response_status, excluded.response_body,
       excluded.duration_ms, excluded.next_retry_at)
   )`;

// Written only for who holds the token: a worker that was stopped past its lease changes nothing. An endpoint learns
// only of a change between failing and not, so that a busy one is not written by each batch.
//
// Places in the queue are looked up one by one, locked, and then taken by where they are on disk. Joined, 500 results
// were compared with all that is leased, or with the whole queue, as soon as the statistics were of a time when nothing
// was; and IS NOT DISTINCT FROM, since = would let it search the index of what is leased.
//
// It does not wait for the disk, where the claims of others do: what a crash of PostgreSQL takes back (some 0.6 s, three
// wal_writer_delay) is a result, and its delivery goes out again with the same event_id, as after any other kill.
const completeStatement = statement(
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
   ), ${UPDATE_DELIVERY_LOG}, attempt AS (
     INSERT INTO webhook_attempts (tenant_id, delivery_id, number, outcome, detail, response_status, response_body,
       duration_ms)
     SELECT tenant_id, id, attempt, outcome, detail, response_status, response_body, duration_ms FROM held
     ON CONFLICT (tenant_id, delivery_id, number) DO UPDATE SET (outcome, detail, response_status, response_body,
       duration_ms) = ROW (excluded.outcome, excluded.detail, excluded.response_status, excluded.response_body,
       excluded.duration_ms)
   ), endpoint AS (
     UPDATE webhook_registrations r SET failing_since = CASE WHEN seen.well THEN NULL ELSE statement_timestamp() END
     FROM (
       SELECT tenant_id, registration_id, bool_or(status = 'SUCCESS') AS well FROM held GROUP BY 1, 2
     ) seen
     WHERE r.tenant_id = seen.tenant_id AND r.id = seen.registration_id AND seen.well = (r.failing_since IS NOT NULL)
   )
   SELECT place FROM held, (SELECT set_config('synchronous_commit', 'off', true)) for_this_statement`,
);

/** Records what came of claimed deliveries. Answers those that were still held; of others nothing is written. */
export async function completeAttempts(
  db: Querier,
  results: readonly CompletedAttempt[],
): Promise<ReadonlySet<CompletedAttempt>> {
  const of = (name: 'id' | 'leaseToken') => plainList(results.map(({ delivery: claimed }) => claimed[name]));
  const came = <Name extends keyof AttemptResult>(name: Name) =>
    results.map(({ result: outcome }) => outcome[name]);
  const rows = await db.query<{ place: number }>(completeStatement, [
    plainList(results.map(({ delivery: claimed }) => claimed.endpoint.tenantId)),
    of('id'),
    of('leaseToken'),
    plainList(came('status')),
    plainList(came('outcome')),
    textList(came('detail')),
    plainList(came('responseStatus')),
    textList(came('responseBody')),
    plainList(came('durationMs')),
    plainList(came('retryInMs')),
  ]);
  return new Set(rows.map(({ place }) => results[place - 1]!));
}

// Arrays as PostgreSQL reads them. Made by pg, which looks through each element several times, they were some hundredths of
// the worker's time.

/** Of what needs no quotes: numbers, ids and our own words. */
const plainList = (values: readonly (string | number | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join()}}`;

const textList = (values: readonly (string | null)[]): string =>
  plainList(values.map((value) => (value === null ? null : `"${value.replaceAll(/["\\]/g, '\\$&')}"`)));
