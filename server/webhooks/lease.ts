import { type Querier, statement } from '../db/querier.ts';
import type { Claimed } from './claim.ts';

// The attempt was never begun, so its row goes as well. due_at was left alone by the claim: the place in the queue is
// the old one. Looked up one by one, as in the completion, and for the same reason.
const releaseHeld = statement(
  'deliveries release',
  `WITH held AS MATERIALIZED (
     SELECT queued.* FROM unnest($1::integer[], $2::uuid[], $3::uuid[]) AS mine (tenant_id, id, token)
     CROSS JOIN LATERAL (
       SELECT q.ctid AS queued_at, q.tenant_id, q.delivery_id, q.attempt FROM webhook_queue q
       WHERE q.tenant_id = mine.tenant_id AND q.delivery_id = mine.id AND q.lease_token IS NOT DISTINCT FROM mine.token
       LIMIT 1 FOR UPDATE
     ) queued
   ), given AS (
     UPDATE webhook_queue q SET lease_token = NULL, leased_until = NULL, attempt = q.attempt - 1
     WHERE q.ctid = ANY (ARRAY(SELECT queued_at FROM held))
   )
   DELETE FROM webhook_attempts a USING held
   WHERE a.tenant_id = held.tenant_id AND a.delivery_id = held.delivery_id AND a.number = held.attempt`,
);

/** Gives back what was claimed and not sent. What another worker holds by now is left alone. */
export async function release(db: Querier, claimed: readonly Claimed[]): Promise<void> {
  if (claimed.length === 0) return;
  await db.query(releaseHeld, [
    claimed.map(({ registration }) => registration.tenantId),
    claimed.map(({ id }) => id),
    claimed.map(({ token }) => token),
  ]);
}

// Whose worker was killed, stopped or cut off. It may have been delivered, and it counts as an attempt: a delivery that
// takes its worker down with it must come to an end. due_at stays, so that it does not go behind what came after it.
const endLeases = statement(
  'deliveries sweep',
  `WITH lost AS MATERIALIZED (
     SELECT tenant_id, delivery_id, attempt, attempt - round_start >= $1 AS exhausted FROM webhook_queue
     WHERE lease_token IS NOT NULL AND leased_until < statement_timestamp()
     ORDER BY leased_until LIMIT 1000 FOR UPDATE SKIP LOCKED
   ), over AS (
     DELETE FROM webhook_queue q USING lost
     WHERE lost.exhausted AND q.tenant_id = lost.tenant_id AND q.delivery_id = lost.delivery_id
   ), again AS (
     UPDATE webhook_queue q SET lease_token = NULL, leased_until = NULL FROM lost
     WHERE NOT lost.exhausted AND q.tenant_id = lost.tenant_id AND q.delivery_id = lost.delivery_id
   ), attempt AS (
     UPDATE webhook_attempts a SET outcome = 'lost' FROM lost
     WHERE a.tenant_id = lost.tenant_id AND a.delivery_id = lost.delivery_id AND a.number = lost.attempt
   )
   UPDATE webhook_deliveries d SET status = CASE WHEN lost.exhausted THEN 'FAILED' ELSE 'RETRYING' END,
     attempt_number = lost.attempt, response_status = NULL, response_body = NULL, duration_ms = NULL,
     next_retry_at = CASE WHEN lost.exhausted THEN NULL ELSE statement_timestamp() END
   FROM lost WHERE d.tenant_id = lost.tenant_id AND d.id = lost.delivery_id
   RETURNING d.id`,
);

/** Ends the leases that ran out and answers how many: each is due again, or FAILED if that was its last attempt. */
export async function sweep(db: Querier, maxAttempts: number): Promise<number> {
  return (await db.query(endLeases, [maxAttempts])).length;
}
