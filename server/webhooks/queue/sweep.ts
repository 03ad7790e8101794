import type { Querier } from '../../db/querier.ts';
import { statement } from '../../db/sql/statement.ts';
import { LEASE_SECONDS } from './claim-statements.ts';

/** A delivery whose worker was lost, under a new lease of whoever took it. */
export interface ExpiredLease {
  readonly tenantId: number;
  readonly id: string;
  readonly leaseToken: string;
  readonly eventId: string;
  readonly attempt: number;
  readonly attemptOfRound: number;
}

const takeExpired = statement(
  'sweep expired leases',
  `WITH
   -- The oldest expired leases, locked. Rows that another worker is just taking are skipped.
   expired AS MATERIALIZED (
     SELECT ctid AS queue_ctid FROM webhook_queue
     WHERE lease_token IS NOT NULL AND leased_until < statement_timestamp()
     ORDER BY leased_until LIMIT 1000 FOR UPDATE SKIP LOCKED
   ),
   lease AS MATERIALIZED (
     SELECT gen_random_uuid() AS token
   )
   UPDATE webhook_queue q SET lease_token = (SELECT token FROM lease),
     leased_until = statement_timestamp() + interval '${LEASE_SECONDS} s'
   WHERE q.ctid = ANY (ARRAY(SELECT queue_ctid FROM expired))
   RETURNING q.tenant_id AS "tenantId", q.delivery_id AS id, q.lease_token AS "leaseToken",
     q.event_id AS "eventId", q.attempt, q.attempt - q.round_start AS "attemptOfRound"`,
);

/** Takes over leases whose worker was killed, stopped or cut off, so that only one worker ends each of their attempts. */
export const takeExpiredLeases = (db: Querier): Promise<ExpiredLease[]> => takeExpired<ExpiredLease>(db, {});
