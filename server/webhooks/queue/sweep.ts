import type { Querier } from '../../db/querier.ts';
import { statement } from '../../db/sql/statement.ts';

/** A delivery whose worker was lost. */
export interface ExpiredLease {
  readonly tenantId: number;
  readonly id: string;
  readonly leaseToken: string;
  readonly eventId: string;
  readonly attempt: number;
  readonly attemptOfRound: number;
}

const findExpired = statement(
  'find expired leases',
  `SELECT tenant_id AS "tenantId", delivery_id AS id, lease_token AS "leaseToken",
     event_id AS "eventId", attempt, attempt - round_start AS "attemptOfRound"
   FROM webhook_queue WHERE lease_token IS NOT NULL AND leased_until < statement_timestamp()
   ORDER BY leased_until LIMIT 1000`,
);

/**
 * The oldest leases whose worker was killed, stopped or cut off. Several workers may find the same: the first that ends one is who ends it,
 * and a worker that was only slow may still be the first.
 */
export const findExpiredLeases = (db: Querier): Promise<ExpiredLease[]> => findExpired<ExpiredLease>(db, {});
