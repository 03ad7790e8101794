import { type Querier, statement } from '../../db/querier.ts';
import type { ClaimedDelivery } from './claim.ts';
import { UPDATE_DELIVERY_LOG } from './complete.ts';

/** Where on disk the attempts are that the claim wrote. Joined, a log without statistics could be read whole. */
const STARTED_ATTEMPTS = `ARRAY(
     SELECT begun.ctid FROM held CROSS JOIN LATERAL (
       SELECT a.ctid FROM webhook_attempts a
       WHERE a.tenant_id = held.tenant_id AND a.delivery_id = held.id AND a.number = held.attempt LIMIT 1
     ) begun
   )`;

// The attempt was never begun, so its row goes as well. due_at was left alone by the claim: the place in the queue is
// the old one. Looked up one by one, as in the completion, and for the same reason.
const releaseStatement = statement(
  'deliveries release',
  `WITH held AS MATERIALIZED (
     SELECT queued.* FROM unnest($1::integer[], $2::uuid[], $3::uuid[]) AS mine (tenant_id, id, token)
     CROSS JOIN LATERAL (
       SELECT q.ctid AS queued_at, q.tenant_id, q.delivery_id AS id, q.attempt FROM webhook_queue q
       WHERE q.tenant_id = mine.tenant_id AND q.delivery_id = mine.id AND q.lease_token IS NOT DISTINCT FROM mine.token
       LIMIT 1 FOR UPDATE
     ) queued
   ), given AS (
     UPDATE webhook_queue q SET lease_token = NULL, leased_until = NULL, attempt = q.attempt - 1
     WHERE q.ctid = ANY (ARRAY(SELECT queued_at FROM held))
   )
   DELETE FROM webhook_attempts WHERE ctid = ANY (${STARTED_ATTEMPTS})`,
);

/** Gives back what was claimed and not sent. What another worker holds by now is left alone. */
export async function releaseDeliveries(db: Querier, claimed: readonly ClaimedDelivery[]): Promise<void> {
  if (claimed.length === 0) return;
  await db.query(releaseStatement, [
    claimed.map(({ endpoint }) => endpoint.tenantId),
    claimed.map(({ id }) => id),
    claimed.map(({ leaseToken: token }) => token),
  ]);
}

// Whose worker was killed, stopped or cut off. It may have been delivered, and it counts as an attempt: a delivery that
// takes its worker down with it must come to an end. due_at stays, so that it does not go behind what came after it.
const sweepStatement = statement(
  'deliveries sweep',
  `WITH lost AS MATERIALIZED (
     SELECT q.*, ctid AS queued_at, attempt - round_start >= $1 AS exhausted FROM webhook_queue q
     WHERE lease_token IS NOT NULL AND leased_until < statement_timestamp()
     ORDER BY leased_until LIMIT 1000 FOR UPDATE SKIP LOCKED
   ), over AS (
     DELETE FROM webhook_queue WHERE ctid = ANY (ARRAY(SELECT queued_at FROM lost WHERE exhausted))
   ), again AS (
     UPDATE webhook_queue SET lease_token = NULL, leased_until = NULL
     WHERE ctid = ANY (ARRAY(SELECT queued_at FROM lost WHERE NOT exhausted))
   ), held AS (
     SELECT tenant_id, delivery_id AS id, event_id, registration_id, attempt,
       CASE WHEN exhausted THEN 'FAILED' ELSE 'RETRYING' END AS status, CASE WHEN NOT exhausted THEN 0 END AS retry_in_ms,
       NULL::integer AS response_status, NULL AS response_body, NULL::integer AS duration_ms
     FROM lost
   ), ${UPDATE_DELIVERY_LOG}, attempt AS (
     UPDATE webhook_attempts SET outcome = 'lost' WHERE ctid = ANY (${STARTED_ATTEMPTS})
   )
   SELECT id FROM held`,
);

/** Ends the leases that ran out and answers how many: each is due again, or FAILED if that was its last attempt. */
export async function sweepExpiredLeases(db: Querier, maxAttempts: number): Promise<number> {
  return (await db.query(sweepStatement, [maxAttempts])).length;
}
