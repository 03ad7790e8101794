import { ConnectionShares, type OnClosed, type Shares } from './connection-shares.ts';
import type { Database, Transactional } from './database.ts';

const share = (size: number, divisor: number): number => Math.max(1, Math.floor(size / divisor));

/**
 * Of a pool of 10, one tenant gets 5 connections, 2 of them for transactions, and all tenants get 8. What no tenant can
 * take is for the service itself: looking up keys and counting requests comes before every request of everybody.
 * A quarter, because a transaction may hold its connection while it waits for a row, and three tenants that do that must
 * leave some for a fourth. Two writes at the same time keep one core of PostgreSQL busy.
 */
export function tenantShares(poolSize: number): Shares {
  return {
    total: Math.max(1, poolSize - share(poolSize, 5)),
    perOwner: share(poolSize, 2),
    transactionsPerOwner: share(poolSize, 4),
  };
}

/** The database as requests see it: each gets connections from its tenant's share only. */
export class TenantDatabases {
  readonly #db: Database;
  readonly #shares: ConnectionShares<number>;

  constructor(db: Database) {
    this.#db = db;
    this.#shares = new ConnectionShares(tenantShares(db.size));
  }

  /** A transaction that is retried keeps its connection's place. `onClosed` lets work that still waits be dropped. */
  open(tenantId: number, onClosed: OnClosed): Transactional {
    const db = this.#db;
    return {
      query: (statement, values) =>
        this.#shares.run(tenantId, 'query', onClosed, () => db.query(statement, values)),
      transaction: (work) => this.#shares.run(tenantId, 'transaction', onClosed, () => db.transaction(work)),
    };
  }
}
