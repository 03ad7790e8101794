import type { Request, Response } from 'express';
import type { EventLoopYield } from '../../base/counters/event-loop-yield.ts';
import { FairSemaphore, type OnClosed } from '../../base/counters/fair-semaphore.ts';
import { onClosed } from '../../http/connection/on-closed.ts';
import { callerOf } from '../../http/request-context.ts';

/** A page has 50 rows if nobody asks for more. */
const LARGE_PAGE_ROWS = 50;
/** One is read while another one is made into a response. A client that reads slowly has no part in it. */
const PAGES_PER_TENANT = 2;

/**
 * Lets a tenant's large pages be read two at a time. One of 200 rows takes 2 ms of the process: with forty at once another tenant's
 * request took twelve times as long.
 */
export class LargePages {
  readonly #turns: EventLoopYield;
  readonly #admitted = new FairSemaphore<number>({
    total: Number.POSITIVE_INFINITY,
    perOwner: PAGES_PER_TENANT,
    transactionsPerOwner: PAGES_PER_TENANT,
  });

  constructor(turns: EventLoopYield) {
    this.#turns = turns;
  }

  read<T>(req: Request, res: Response, page: () => Promise<T>): Promise<T> {
    if (!(Number(req.query.limit) > LARGE_PAGE_ROWS)) return page();
    const whenClosed: OnClosed = (callback) => onClosed(req, res, callback);
    return this.#admitted.run(callerOf(res).tenantId, 'query', whenClosed, async () => {
      await this.#turns.next();
      return page();
    });
  }
}
