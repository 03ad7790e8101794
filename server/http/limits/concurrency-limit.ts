import type { RequestHandler } from 'express';
import type { TenantDatabases } from '../../db/tenant-database.ts';
import { tooManyConcurrent } from '../../errors.ts';
import { onClosed } from '../connection/on-closed.ts';
import { callerOf, requestContext } from '../request-context.ts';

/**
 * Requests of one tenant in one process, from the moment its key is accepted until the response is sent: bounds the bodies
 * and responses that are in memory, and how many wait for a connection. Above what integrators reach by mistake with a
 * Promise.all over two pages of 200 rows.
 */
const MAX_REQUESTS_PER_TENANT = 500;
const RETRY_AFTER_SECONDS = 1;

export interface ConcurrencyLimitOptions {
  readonly max: number;
  readonly what: string;
  readonly retryAfterSeconds: number;
}

/** Counts what is in progress per tenant, and refuses more than a number of it. */
export class ConcurrencyLimit {
  readonly #options: ConcurrencyLimitOptions;
  readonly #inProgress = new Map<number, number>();

  constructor(options: ConcurrencyLimitOptions) {
    this.#options = options;
  }

  /** Returns what ends it, to be called once. */
  acquire(tenantId: number): () => void {
    const { max, what, retryAfterSeconds } = this.#options;
    const count = this.#inProgress.get(tenantId) ?? 0;
    if (count >= max) throw tooManyConcurrent(`${max} ${what}, which is the limit.`, retryAfterSeconds);
    this.#inProgress.set(tenantId, count + 1);
    return () => this.#release(tenantId);
  }

  #release(tenantId: number): void {
    const remaining = this.#inProgress.get(tenantId)! - 1;
    if (remaining > 0) this.#inProgress.set(tenantId, remaining);
    else this.#inProgress.delete(tenantId);
  }
}

/** Lets a request in unless too many of its tenant are in progress, and gives it the tenant's share of the database. */
export function limitConcurrency(databases: TenantDatabases): RequestHandler {
  const requests = new ConcurrencyLimit({
    max: MAX_REQUESTS_PER_TENANT,
    what: 'requests of the tenant are in progress already',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
  return (req, res, next) => {
    const { tenantId } = callerOf(res);
    onClosed(req, res, requests.acquire(tenantId));
    requestContext(res).db = databases.open(tenantId, (callback) => onClosed(req, res, callback));
    next();
  };
}
