import type { RequestHandler } from 'express';
import type { Compute, EventLoopYield } from '../../base/counters/event-loop-yield.ts';
import type { OnClosed } from '../../base/counters/fair-semaphore.ts';
import { tooManyConcurrent } from '../../base/problems/api-problem.ts';
import { MAX_PAGE_BYTES } from '../../db/sql/page-bytes.ts';
import type { TenantDatabases } from '../../db/tenants/tenant-database.ts';
import { onClosed } from '../../http/connection/on-closed.ts';
import { callerOf, requestContext, type UnreadResponses } from '../../http/request-context.ts';

/**
 * Requests of one tenant in one process, from accepting the key until the response is sent. It bounds the bodies and
 * responses in memory, and how many requests wait for a connection. An integrator's accidental Promise.all over two
 * pages of 200 rows stays below it.
 */
export const MAX_REQUESTS_PER_TENANT = 500;
/**
 * What a process keeps of one tenant's responses until their clients take it from the socket. A tenant's connections to the
 * database read five pages of 4 MB at a time, so clients that read don't come near it. 30 clients that never read held 836 MB.
 */
export const MAX_UNREAD_BYTES = 32_000_000;
/** Smaller responses don't count: as many as a tenant may have in progress, 500, have 8 MB. */
const MIN_COUNTED_BYTES = 16_384;
/** A client that reads slowly takes a page of 4 MB at 32 Mbit/s in this time. */
const RETRY_AFTER_SECONDS = 1;

export interface ConcurrencyLimitOptions {
  readonly max: number;
  /** What is limited, for the problem's text: `requests in progress`. */
  readonly what: string;
  readonly retryAfterSeconds: number;
}

/** A number of each tenant. */
class PerTenant {
  readonly #numbers = new Map<number, number>();

  of(tenantId: number): number {
    return this.#numbers.get(tenantId) ?? 0;
  }

  /** Returns the release function, to be called once. */
  add(tenantId: number, number: number): () => void {
    this.#change(tenantId, number);
    return () => this.#change(tenantId, -number);
  }

  #change(tenantId: number, by: number): void {
    const number = this.of(tenantId) + by;
    if (number > 0) this.#numbers.set(tenantId, number);
    else this.#numbers.delete(tenantId);
  }
}

/** Limits how much of something each tenant has in progress. */
export class ConcurrencyLimit {
  readonly #options: ConcurrencyLimitOptions;
  readonly #inProgress = new PerTenant();

  constructor(options: ConcurrencyLimitOptions) {
    this.#options = options;
  }

  /** Returns the release function, to be called once. */
  acquire(tenantId: number): () => void {
    const { max, what, retryAfterSeconds } = this.#options;
    if (this.#inProgress.of(tenantId) < max) return this.#inProgress.add(tenantId, 1);
    throw tooManyConcurrent(`The tenant already has ${max} ${what}, which is the limit.`, retryAfterSeconds);
  }
}

/** Counts the bytes of the responses that each tenant's clients haven't read yet. */
class UnreadBytes implements UnreadResponses {
  readonly #bytes = new PerTenant();

  requireRoom(tenantId: number, bytes = MAX_PAGE_BYTES): void {
    const unread = this.#bytes.of(tenantId);
    if (unread === 0 || unread + bytes <= MAX_UNREAD_BYTES) return;
    throw tooManyConcurrent(
      `The tenant's clients already have ${MAX_UNREAD_BYTES / 1_000_000} MB of responses to read, which is the limit. Read them, or close their connections.`,
      RETRY_AFTER_SECONDS,
    );
  }

  add(tenantId: number, bytes: number): (() => void) | undefined {
    return bytes < MIN_COUNTED_BYTES ? undefined : this.#bytes.add(tenantId, bytes);
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
  const unread = new UnreadBytes();
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
