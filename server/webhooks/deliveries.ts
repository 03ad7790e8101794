import { type Querier, statement } from '../db/querier.ts';
import { firstRow } from '../db/resource-table.ts';

/** A delivery that this worker holds until its lease ends, with all that is needed to send it. */
export interface Claimed {
  readonly tenantId: number;
  readonly id: string;
  readonly token: string;
  /** The number of the attempt that the claim began, over all rounds. */
  readonly attempt: number;
  /** The same within the present round, which a resend begins anew. */
  readonly attemptOfRound: number;
  readonly kind: string;
  readonly body: string;
  readonly registrationId: number;
  readonly url: string;
  readonly secret: Buffer;
}

/** 10 s for the exchange and half as much for a slow database: after that another worker takes over. */
export const LEASE_SECONDS = 15;

// The attempt's row is written with the claim, before the request goes out: a crash then shows as an attempt without
// outcome, never as silence. A lease that ran out is claimed again.
const claimDue = statement(
  'deliveries claim',
  `WITH due AS (
     SELECT tenant_id, id FROM webhook_deliveries
     WHERE status IN ('PENDING', 'RETRYING') AND next_attempt_at <= clock_timestamp()
     ORDER BY next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED
   ), claimed AS (
     UPDATE webhook_deliveries d SET lease_token = gen_random_uuid(), attempt_number = d.attempt_number + 1,
       leased_until = clock_timestamp() + interval '${LEASE_SECONDS} s',
       next_attempt_at = clock_timestamp() + interval '${LEASE_SECONDS} s'
     FROM due WHERE d.tenant_id = due.tenant_id AND d.id = due.id
     RETURNING d.*
   ), attempt AS (
     INSERT INTO webhook_attempts (tenant_id, delivery_id, number) SELECT tenant_id, id, attempt_number FROM claimed
   )
   SELECT c.tenant_id AS "tenantId", c.id, c.lease_token AS token, c.attempt_number AS attempt,
     c.attempt_number - c.round_start AS "attemptOfRound", e.kind, e.body, r.id AS "registrationId", r.url, r.secret
   FROM claimed c
   JOIN events e ON e.tenant_id = c.tenant_id AND e.event_id = c.event_id
   JOIN webhook_registrations r ON r.tenant_id = c.tenant_id AND r.id = c.registration_id`,
);

export const claim = (db: Querier, most: number): Promise<Claimed[]> => db.query<Claimed>(claimDue, [most]);

export interface Outcome {
  readonly status: 'SUCCESS' | 'RETRYING' | 'FAILED';
  /** What happened, in a word: `accepted`, `refused`, `timeout`, `connection`, `unreadable_secret`. */
  readonly outcome: string;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly durationMs: number;
  readonly retryInMs: number | null;
}

// Written only by the holder of the token: a worker that was stopped past its lease changes nothing.
const completeHeld = statement(
  'deliveries complete',
  `WITH held AS (
     UPDATE webhook_deliveries SET status = $4, response_status = $6, response_body = $7, duration_ms = $8,
       lease_token = NULL, leased_until = NULL,
       next_attempt_at = clock_timestamp() + $9::double precision * interval '1 ms'
     WHERE tenant_id = $1 AND id = $2 AND lease_token = $3 RETURNING tenant_id, id, attempt_number
   )
   UPDATE webhook_attempts a SET outcome = $5, response_status = $6, response_body = $7, duration_ms = $8
   FROM held WHERE a.tenant_id = held.tenant_id AND a.delivery_id = held.id AND a.number = held.attempt_number
   RETURNING a.number`,
);

/** Records what came of a claimed delivery. Answers false when the lease was lost and nothing was written. */
export async function complete(db: Querier, { tenantId, id, token }: Claimed, o: Outcome): Promise<boolean> {
  const values = [
    tenantId,
    id,
    token,
    o.status,
    o.outcome,
    o.responseStatus,
    o.responseBody,
    o.durationMs,
    o.retryInMs,
  ];
  return (await firstRow(db, completeHeld, values)) !== undefined;
}

/** Puts a delivery back into the queue for a new round of attempts. Answers false when there is none to put back. */
export async function resend(db: Querier, id: string): Promise<boolean> {
  const row = await firstRow(
    db,
    `UPDATE webhook_deliveries SET status = 'PENDING', round_start = attempt_number, next_attempt_at = clock_timestamp()
     WHERE id = $1 AND lease_token IS NULL RETURNING id`,
    [id],
  );
  return row !== undefined;
}
