import type { Request, RequestHandler, Response } from 'express';
import type { EventLoopYield } from '../../base/counters/event-loop-yield.ts';
import { FairSemaphore, type OnClosed } from '../../base/counters/fair-semaphore.ts';
import { onClosed } from '../../http/connection/on-closed.ts';
import { callerOf, requestContext } from '../../http/request-context.ts';

/** An order of a hundred lines is smaller. With a hundred promotions, one of 470 lines in 15.5 kB takes 30 ms to compute. */
const LARGE_BODY_BYTES = 4_000;
/** Two batches of a tenant write at once, as its share of connections allows. Two more are ready when those end. */
const MAX_PER_TENANT = 4;

/**
 * Lets large bodies be parsed one after the other. A batch of 600 kB takes 15 ms to parse and up to 50 ms to validate. When all of a
 * burst were parsed in the turn in which they arrived, and validated in the next, 60 of them kept all other tenants waiting for 4 s.
 */
export function limitLargeBodies(turns: EventLoopYield): RequestHandler {
  const admitted = new FairSemaphore<number>({
    total: Number.POSITIVE_INFINITY,
    perOwner: MAX_PER_TENANT,
    transactionsPerOwner: MAX_PER_TENANT,
  });
  return async (req, res, next) => {
    if (requestContext(res).rawBody!.length > LARGE_BODY_BYTES) {
      await admit(admitted, req, res);
      await turns.next();
    }
    next();
  };
}

/** Resolves when the tenant has a place for the body, which it keeps until the request has been answered. */
function admit(admitted: FairSemaphore<number>, req: Request, res: Response): Promise<void> {
  const whenClosed: OnClosed = (callback) => onClosed(req, res, callback);
  return new Promise((resolve, reject) => {
    const answered = (): Promise<void> =>
      new Promise((end) => {
        whenClosed(end);
        resolve();
      });
    admitted.run(callerOf(res).tenantId, 'query', whenClosed, answered).catch(reject);
  });
}
