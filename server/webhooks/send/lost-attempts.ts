import type { Querier } from '../../db/querier.ts';
import { type AttemptResult, completeAttempts } from '../queue/complete.ts';
import { type ExpiredLease, findExpiredLeases } from '../queue/sweep.ts';
import { decideRetry, LOST } from './rules/decide-retry.ts';
import type { Sender } from './send-attempt.ts';

export interface LostAttempt {
  readonly lease: ExpiredLease;
  readonly status: AttemptResult['status'];
}

/**
 * Ends the attempts whose lease ran out and returns them. The delivery may have arrived, and the attempt counts: a
 * delivery that takes its worker down with it has to come to an end. Each is due again, or FAILED after its last attempt.
 */
export async function endLostAttempts(
  db: Querier,
  { schedule }: Pick<Sender, 'schedule'>,
): Promise<LostAttempt[]> {
  const expired = await findExpiredLeases(db);
  const attempts = expired.map((lease) => ({
    lease,
    delivery: { ...lease, endpoint: { tenantId: lease.tenantId } },
    // The time is for a Retry-After, which nobody sent.
    result: { ...LOST, ...decideRetry(LOST, lease.attemptOfRound, schedule, 0) },
  }));
  const ended = attempts.length > 0 ? await completeAttempts(db, attempts) : [];
  return [...ended].map(({ lease, result }) => ({ lease, status: result.status }));
}
