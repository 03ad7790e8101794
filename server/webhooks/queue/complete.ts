import type { Querier } from '../../db/querier.ts';
import { type NamedStatement, statement } from '../../db/sql/statement.ts';
import type { ClaimedDelivery, Endpoint } from './claim.ts';
import { ofEachReach, partsOf, type Reach } from './reach.ts';

export interface AttemptResult {
  readonly status: 'SUCCESS' | 'RETRYING' | 'FAILED';
  /** `accepted`, `refused`, `timeout`, `connection`, `address` or `lost`. */
  readonly outcome: string;
  /** For people: an error code such as `ECONNREFUSED`, or why nothing is sent to the address. */
  readonly detail: string | null;
  readonly responseStatus: number | null;
  readonly responseHeaders: string | null;
  readonly responseBody: string | null;
  readonly durationMs: number;
  readonly retryInMs: number | null;
}

export interface CompletedAttempt {
  readonly delivery: ClaimedDelivery;
  readonly result: AttemptResult;
}

/** What is written of an attempt. Of one whose worker was lost, no more is known. */
interface EndedAttempt {
  readonly delivery: Pick<ClaimedDelivery, 'id' | 'leaseToken'> & {
    readonly endpoint: Pick<Endpoint, 'tenantId'>;
    readonly test?: boolean;
  };
  readonly result: Omit<AttemptResult, 'durationMs'> & { readonly durationMs: number | null };
}

/** As many failed attempts, and none accepted, make an alert (webhooks/alerts/watch-endpoints.ts). More aren't counted. */
export const COUNTED_FAILURES = 20;

/**
 * Writes a batch of results. It doesn't wait for the disk, so that claims, which do, don't wait for results. A crash of
 * PostgreSQL can take back some 0.6 s of results (three times wal_writer_delay); their deliveries are sent again with the
 * same event_id, as after a killed worker.
 */
const completion = ({ name, tenantOf, queueRow, andTenant }: Reach) =>
  statement(
    `complete deliveries${name}`,
    `WITH
   -- The results whose lease is still ours, with their locked queue rows. A worker that was stopped past its lease finds
   -- none of its rows, since each lease has another token. LATERAL with LIMIT 1 looks the rows up one by one: joined, 500
   -- results were compared with everything leased, or with the whole queue, as soon as the statistics dated from an empty
   -- queue. IS NOT DISTINCT FROM, because = would let the planner search the index of leased rows.
   ended AS MATERIALIZED (
     SELECT result.*, queued.*, statement_timestamp() AS at FROM unnest(:tenant_ids::integer[], :ids::uuid[], :lease_tokens::uuid[], :statuses::text[],
       :outcomes::text[], :details::text[], :response_statuses::integer[], :response_headers::text[],
       :response_bodies::text[], :durations_ms::integer[], :retries_in_ms::double precision[])
       WITH ORDINALITY AS result (tenant_id, id, token, status, outcome, detail, response_status, response_headers,
         response_body, duration_ms, retry_in_ms, ordinal)
     CROSS JOIN LATERAL (
       SELECT q.${queueRow} AS queue_row, q.event_id, q.registration_id, q.attempt FROM webhook_queue q
       WHERE q.tenant_id = ${tenantOf('result')} AND q.delivery_id = result.id
         AND q.lease_token IS NOT DISTINCT FROM result.token
       LIMIT 1 FOR UPDATE
     ) queued
   ),
   -- When what waits is due, in seconds, by delivery id: one look-up for each row that is updated. By itself, because Citus takes no
   -- function in COALESCE that isn't immutable.
   due AS MATERIALIZED (
     SELECT jsonb_object_agg(id, date_part('epoch', at) + retry_in_ms / 1000) AS by_id FROM ended WHERE retry_in_ms > 0
   ),
   -- Succeeded or failed for good: out of the queue.
   dequeued AS (
     DELETE FROM webhook_queue q WHERE q.${queueRow} = ANY (ARRAY(SELECT queue_row FROM ended WHERE retry_in_ms IS NULL)) ${andTenant}
   ),
   -- To be retried: free for any worker, and due again later. Without a wait, due_at stays, so that the delivery isn't
   -- moved behind what came after it.
   rescheduled AS (
     UPDATE webhook_queue q SET lease_token = NULL, leased_until = NULL, due_at = coalesce(
       to_timestamp(((SELECT by_id FROM due) ->> q.delivery_id::text)::double precision), q.due_at)
     WHERE q.${queueRow} = ANY (ARRAY(SELECT queue_row FROM ended WHERE retry_in_ms IS NOT NULL)) ${andTenant}
   ),
   -- The log's rows all exist, yet they are written by INSERT … ON CONFLICT: it finds each row by its primary key. An UPDATE
   -- is a join, and a plan made while the log was empty read the whole log for each batch: 3 s for 500 results with 20 000 rows.
   logged_delivery AS (
     INSERT INTO webhook_deliveries (tenant_id, id, event_id, registration_id, status, attempt_number, response_status,
       response_body, duration_ms, next_retry_at)
     SELECT tenant_id, id, event_id, registration_id, status, attempt, response_status, response_body, duration_ms,
       at + retry_in_ms * interval '1 ms' FROM ended
     ON CONFLICT (tenant_id, id) DO UPDATE SET (status, attempt_number, response_status, response_body, duration_ms,
       next_retry_at) = ROW (excluded.status, excluded.attempt_number, excluded.response_status, excluded.response_body,
       excluded.duration_ms, excluded.next_retry_at)
   ),
   -- The same: the claim has already written each row.
   logged_attempt AS (
     INSERT INTO webhook_attempts (tenant_id, delivery_id, number, outcome, detail, response_status, response_headers,
       response_body, duration_ms)
     SELECT tenant_id, id, attempt, outcome, detail, response_status, response_headers, response_body, duration_ms
     FROM ended
     ON CONFLICT (tenant_id, delivery_id, number) DO UPDATE SET (outcome, detail, response_status, response_headers,
       response_body, duration_ms) = ROW (excluded.outcome, excluded.detail, excluded.response_status,
       excluded.response_headers, excluded.response_body, excluded.duration_ms)
   ),
   -- Since when an endpoint has only failed, and how often. Written when that begins or ends and at the first
   -- ${COUNTED_FAILURES} failures, so a busy endpoint isn't updated by each batch. Test events count for nothing: staff who
   -- try a new endpoint must not set off an alert, and a sample that was accepted doesn't show that real events are. Nor do
   -- attempts whose worker was lost: they tell nothing about the endpoint.
   seen AS (
     SELECT tenant_id, registration_id, bool_or(status = 'SUCCESS') AS succeeded, count(*) AS attempts, max(at) AS at
     FROM ended WHERE ordinal <> ALL (:uncounted_ordinals::bigint[]) GROUP BY 1, 2
   ),
   endpoint_health AS (
     UPDATE webhook_registrations r SET
       failing_since = CASE WHEN NOT seen.succeeded THEN coalesce(r.failing_since, seen.at) END,
       failed_attempts = CASE WHEN seen.succeeded THEN 0
         ELSE least(CASE WHEN r.failing_since IS NULL THEN 0 ELSE r.failed_attempts END + seen.attempts,
           ${COUNTED_FAILURES}) END,
       answered_at = CASE WHEN seen.succeeded THEN coalesce(r.answered_at, seen.at) ELSE r.answered_at END
     FROM seen
     WHERE r.tenant_id = ${tenantOf('seen')} AND r.id = seen.registration_id AND CASE
       WHEN seen.succeeded THEN r.failing_since IS NOT NULL OR r.failed_attempts > 0 OR r.answered_at IS NULL
       ELSE r.failing_since IS NULL OR r.failed_attempts < ${COUNTED_FAILURES} END
   )
   SELECT ordinal FROM ended, (SELECT set_config('synchronous_commit', 'off', true)) for_this_statement`,
  );

const completions = ofEachReach(completion);

/** Writes the results of attempts and returns those whose lease was still held. Nothing is written for the others. */
export async function completeAttempts<Attempt extends EndedAttempt>(
  db: Querier,
  attempts: readonly Attempt[],
): Promise<ReadonlySet<Attempt>> {
  const written = new Set<Attempt>();
  for (const part of await partsOf(db, attempts, ({ delivery }) => delivery.endpoint.tenantId))
    for (const attempt of await complete(db, completions.get(part.reach)!, part.rows, part.tenant))
      written.add(attempt);
  return written;
}

async function complete<Attempt extends EndedAttempt>(
  db: Querier,
  run: NamedStatement,
  attempts: readonly Attempt[],
  tenant: { readonly tenant_id?: number },
): Promise<Attempt[]> {
  const deliveries = attempts.map(({ delivery }) => delivery);
  const uncountedOrdinals = attempts.flatMap(({ delivery, result }, index) =>
    delivery.test || result.outcome === 'lost' ? [index + 1] : [],
  );
  const column = <Name extends keyof AttemptResult>(name: Name) => attempts.map(({ result }) => result[name]);
  const rows = await run<{ ordinal: number }>(db, {
    ...tenant,
    tenant_ids: plainArray(deliveries.map(({ endpoint }) => endpoint.tenantId)),
    ids: plainArray(deliveries.map(({ id }) => id)),
    lease_tokens: plainArray(deliveries.map(({ leaseToken }) => leaseToken)),
    statuses: plainArray(column('status')),
    outcomes: plainArray(column('outcome')),
    details: textArray(column('detail')),
    response_statuses: plainArray(column('responseStatus')),
    response_headers: textArray(column('responseHeaders')),
    response_bodies: textArray(column('responseBody')),
    durations_ms: plainArray(column('durationMs')),
    retries_in_ms: plainArray(column('retryInMs')),
    uncounted_ordinals: plainArray(uncountedOrdinals),
  });
  return rows.map(({ ordinal }) => attempts[ordinal - 1]!);
}

// PostgreSQL's array literals, written here: pg looks through each element several times, which left 2 kB of garbage per
// delivery and took some hundredths of the worker's time.

/** For elements that need no quotes: numbers, ids and words of our own. */
const plainArray = (values: readonly (string | number | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join()}}`;

const textArray = (values: readonly (string | null)[]): string =>
  plainArray(values.map((value) => (value === null ? null : `"${value.replaceAll(/["\\]/g, '\\$&')}"`)));
