/**
 * Pieces of SQL for the statements that end attempts. `ended` is a CTE of those statements with the columns tenant_id, id,
 * event_id, registration_id, status, attempt, response_status, response_body, duration_ms and retry_in_ms.
 *
 * The log's rows all exist, yet they are written by INSERT … ON CONFLICT: it finds each row by its primary key. An UPDATE is
 * a join, and a plan made while the log was empty read the whole log for each batch: 3 s for 500 results with 20 000 rows.
 */
export const LOG_DELIVERIES = `logged_delivery AS (
     INSERT INTO webhook_deliveries (tenant_id, id, event_id, registration_id, status, attempt_number, response_status,
       response_body, duration_ms, next_retry_at)
     SELECT tenant_id, id, event_id, registration_id, status, attempt, response_status, response_body, duration_ms,
       statement_timestamp() + retry_in_ms * interval '1 ms' FROM ended
     ON CONFLICT (tenant_id, id) DO UPDATE SET (status, attempt_number, response_status, response_body, duration_ms,
       next_retry_at) = ROW (excluded.status, excluded.attempt_number, excluded.response_status, excluded.response_body,
       excluded.duration_ms, excluded.next_retry_at)
   )`;

/**
 * Tells the attempts that a claim started, for deliveries in a CTE with tenant_id, id and attempt. They are read by their ctid,
 * which tells rows of one partition apart; the key tells them apart if the table has more.
 */
export const isStartedAttempt = (cte: string) =>
  `ctid = ANY (ARRAY(
     SELECT started.ctid FROM ${cte} CROSS JOIN LATERAL (
       SELECT a.ctid FROM webhook_attempts a
       WHERE a.tenant_id = ${cte}.tenant_id AND a.delivery_id = ${cte}.id AND a.number = ${cte}.attempt LIMIT 1
     ) started
   )) AND (tenant_id, delivery_id, number) IN (SELECT tenant_id, id, attempt FROM ${cte})`;
