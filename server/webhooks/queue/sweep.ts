import type { Querier } from '../../db/querier.ts';
import { statement } from '../../db/sql/statement.ts';
import { isStartedAttempt, LOG_DELIVERIES } from './delivery-log.ts';

/**
 * Ends leases whose worker was killed, stopped or cut off. The delivery may have arrived, and the attempt counts: a delivery
 * that takes its worker down with it has to come to an end.
 */
const sweepExpired = statement(
  'sweep expired leases',
  `WITH
   -- The oldest expired leases, locked. Rows that another worker is just sweeping are skipped.
   expired AS MATERIALIZED (
     SELECT q.*, ctid AS queue_ctid, attempt - round_start >= :max_attempts AS exhausted FROM webhook_queue q
     WHERE lease_token IS NOT NULL AND leased_until < statement_timestamp()
     ORDER BY leased_until LIMIT 1000 FOR UPDATE SKIP LOCKED
   ),
   -- That was the last attempt: out of the queue.
   dequeued AS (
     DELETE FROM webhook_queue WHERE ctid = ANY (ARRAY(SELECT queue_ctid FROM expired WHERE exhausted))
   ),
   -- Due at once. due_at stays, so that the delivery isn't moved behind what came after it.
   requeued AS (
     UPDATE webhook_queue SET lease_token = NULL, leased_until = NULL
     WHERE ctid = ANY (ARRAY(SELECT queue_ctid FROM expired WHERE NOT exhausted))
   ),
   ended AS (
     SELECT tenant_id, delivery_id AS id, event_id, registration_id, attempt,
       CASE WHEN exhausted THEN 'FAILED' ELSE 'RETRYING' END AS status, CASE WHEN NOT exhausted THEN 0 END AS retry_in_ms,
       NULL::integer AS response_status, NULL AS response_body, NULL::integer AS duration_ms
     FROM expired
   ),
   ${LOG_DELIVERIES},
   logged_attempt AS (
     UPDATE webhook_attempts SET outcome = 'lost' WHERE ${isStartedAttempt('ended')}
   )
   SELECT id FROM ended`,
);

/** Ends the leases that ran out and returns how many. Each delivery is due again, or FAILED after its last attempt. */
export async function sweepExpiredLeases(db: Querier, maxAttempts: number): Promise<number> {
  return (await sweepExpired(db, { max_attempts: maxAttempts })).length;
}
