import {
  FairSemaphore,
  type OnClosed,
  type SemaphoreLimits,
  type SemaphoreStats,
} from '../../base/counters/fair-semaphore.ts';
import type { EventCause } from '../event-cause.ts';
import type { Database, Transactional } from '../pool/database.ts';

const share = (size: number, divisor: number): number => Math.max(1, Math.floor(size / divisor));

/**
 * Of a pool of 10, one tenant gets 5 connections, at most 2 of them for transactions, and all tenants together get 8. The
 * rest is for the service itself, which looks up a key and counts a request before it serves anybody.
 *
 * Transactions get a quarter because one can hold its connection while it waits for a row. Three tenants that do so must
 * leave something for a fourth. Two concurrent writes keep one core of PostgreSQL busy.
 */
export function tenantShares(poolSize: number): SemaphoreLimits {
  return {
    total: Math.max(1, poolSize - share(poolSize, 5)),
    perOwner: share(poolSize, 2),
    transactionsPerOwner: share(poolSize, 4),
  };
}

interface RequestKind {
  readonly cause?: EventCause;
  readonly isRead?: boolean;
}

/** The database as requests see it: each uses only its tenant's share of the connections. */
export class TenantDatabases {
  readonly #db: Database;
  readonly #shares: FairSemaphore<number>;

  constructor(db: Database) {
    this.#db = db;
    this.#shares = new FairSemaphore(tenantShares(db.size));
  }

  stats(): SemaphoreStats {
    return this.#shares.stats();
  }

  /**
   * `onClosed` drops work that is still waiting, and cancels a long statement of a request that only reads. What a transaction reads
   * before it begins counts as a query.
   */
  open(tenantId: number, onClosed: OnClosed, { cause, isRead = false }: RequestKind = {}): Transactional {
    const db = this.#db;
    const whenLeft = isRead ? onClosed : undefined;
    return {
      query: (statement, values) =>
        this.#shares.run(tenantId, 'query', onClosed, () => db.query(statement, values, whenLeft)),
      transaction: (work) =>
        db.transaction(work, cause, (kind, part) => this.#shares.run(tenantId, kind, onClosed, part)),
    };
  }
}
