import type { Querier } from '../../db/querier.ts';
import { completeAttempts } from '../queue/complete.ts';
import { takeExpiredLeases } from '../queue/sweep.ts';
import { decideRetry, LOST } from './rules/decide-retry.ts';
import type { Sender } from './send-attempt.ts';

/**
 * Ends the attempts whose lease ran out and returns how many. The delivery may have arrived, and the attempt counts: a
 * delivery that takes its worker down with it has to come to an end. Each is due again, or FAILED after its last attempt.
 */
export async function endLostAttempts(
  db: Querier,
  { schedule, nowMs }: Pick<Sender, 'schedule' | 'nowMs'>,
): Promise<number> {
  const expired = await takeExpiredLeases(db);
  const attempts = expired.map(({ tenantId, id, leaseToken, attemptOfRound }) => ({
    delivery: { id, leaseToken, endpoint: { tenantId } },
    result: { ...LOST, ...decideRetry(LOST, attemptOfRound, schedule, nowMs()) },
  }));
  return attempts.length > 0 ? (await completeAttempts(db, attempts)).size : 0;
}
