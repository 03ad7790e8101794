import type { RequestHandler } from 'express';
import type { Compute, EventLoopYield } from '../../base/counters/event-loop-yield.ts';
import type { OnClosed } from '../../base/counters/fair-semaphore.ts';
import { tooManyConcurrent } from '../../base/problems/api-problem.ts';
import type { TenantDatabases } from '../../db/tenants/tenant-database.ts';
import { onClosed } from '../../http/connection/on-closed.ts';
import { callerOf, requestContext } from '../../http/request-context.ts';
import { UnreadResponses } from '../../http/unread-responses.ts';

/**
 * Requests of one tenant in one process, from accepting the key until the response is sent. It bounds the bodies and
 * responses in memory, and how many requests wait for a connection. An integrator's accidental Promise.all over two
 * pages of 200 rows stays below it.
 */
export const MAX_REQUESTS_PER_TENANT = 500;
const RETRY_AFTER_SECONDS = 1;

export interface ConcurrencyLimitOptions {
  readonly max: number;
  /** What is limited, for the problem's text: `requests in progress`. */
  readonly what: string;
  readonly retryAfterSeconds: number;
}

/** Limits how much of something each tenant has in progress. */
export class ConcurrencyLimit {
  readonly #options: ConcurrencyLimitOptions;
  readonly #inProgress = new Map<number, number>();

  constructor(options: ConcurrencyLimitOptions) {
    this.#options = options;
  }

  /** Returns the release function, to be called once. */
  acquire(tenantId: number): () => void {
    const { max, what, retryAfterSeconds } = this.#options;
    const count = this.#inProgress.get(tenantId) ?? 0;
    if (count >= max)
      throw tooManyConcurrent(
        `The tenant already has ${max} ${what}, which is the limit.`,
        retryAfterSeconds,
      );
    this.#inProgress.set(tenantId, count + 1);
    return () => this.#release(tenantId);
  }

  #release(tenantId: number): void {
    const remaining = this.#inProgress.get(tenantId)! - 1;
    if (remaining > 0) this.#inProgress.set(tenantId, remaining);
    else this.#inProgress.delete(tenantId);
  }
}

/**
 * Limits the tenant's requests in progress and its responses that nobody has read, and gives each request the tenant's share of the
 * database connections, and its turns to compute.
 */
export function limitConcurrency(databases: TenantDatabases, turns: EventLoopYield): RequestHandler {
  const requests = new ConcurrencyLimit({
    max: MAX_REQUESTS_PER_TENANT,
    what: 'requests in progress',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
  const unread = new UnreadResponses();
  return (req, res, next) => {
    const { tenantId } = callerOf(res);
    unread.requireRoom(tenantId);
    onClosed(req, res, requests.acquire(tenantId));
    const context = requestContext(res);
    const whenClosed: OnClosed = (callback) => onClosed(req, res, callback);
    const { isRead } = context.operation!;
    context.db = databases.open(tenantId, whenClosed, { cause: context, isRead });
    // Not assigned as it's written, see docs/decisions/closures-in-properties.md.
    const compute: Compute = (work) => turns.run(work, whenClosed);
    context.compute = compute;
    context.unread = unread;
    next();
  };
}
