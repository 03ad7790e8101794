import {
  FairSemaphore,
  type OnClosed,
  type SemaphoreLimits,
  type SemaphoreStats,
} from '../../base/counters/fair-semaphore.ts';
import type { EventCause } from '../event-cause.ts';
import type { Database, Transactional } from '../pool/database.ts';
import { nameOf, type TraceWork, traced, WAIT } from '../pool/trace-work.ts';
import type { Statement } from '../querier.ts';
import { GroupCommit } from './group-commit.ts';

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

/**
 * Look-ups share connections, so these bound what one tenant's keep those of others waiting: 16 rows take under a millisecond, and what is
 * under way on both connections a few.
 */
const LOOK_UPS: SemaphoreLimits = { total: 64, perOwner: 16, transactionsPerOwner: 0 };

/** A group is for several requests: none of them ends it. */
const stays: OnClosed = () => () => {};

/** Called with the trace context of the request. */
export type TraceRequestWork = (traceparent: string, ...work: Parameters<TraceWork>) => ReturnType<TraceWork>;

interface RequestKind {
  readonly cause?: EventCause;
  readonly isRead?: boolean;
}

/** The database as requests see it: each uses only its tenant's share of the connections. */
export class TenantDatabases {
  readonly #db: Database;
  readonly #shares: FairSemaphore<number>;
  readonly #lookUps: FairSemaphore<number>;
  readonly #groups: GroupCommit;
  readonly #trace: TraceRequestWork | undefined;

  /** `onUsed` is told how long a tenant had a connection, or waited for what a look-up's found. */
  constructor(db: Database, onUsed?: (tenantId: number, ms: number) => void, trace?: TraceRequestWork) {
    this.#db = db;
    this.#trace = trace;
    this.#shares = new FairSemaphore(tenantShares(db.size), undefined, onUsed);
    this.#lookUps = new FairSemaphore(LOOK_UPS, undefined, onUsed);
    this.#groups = new GroupCommit(db, (tenantId, task) =>
      this.#shares.run(tenantId, 'transaction', stays, task),
    );
  }

  stats(): SemaphoreStats {
    const [shares, lookUps] = [this.#shares.stats(), this.#lookUps.stats()];
    return {
      waiting: shares.waiting + lookUps.waiting,
      waitedMs: shares.waitedMs + lookUps.waitedMs,
    };
  }

  /**
   * `onClosed` drops work that is still waiting, and cancels a long statement of a request that only reads. What a transaction reads
   * before it begins counts as a query.
   */
  open(tenantId: number, onClosed: OnClosed, { cause, isRead = false }: RequestKind = {}): Transactional {
    const db = this.#db;
    const whenLeft = isRead ? onClosed : undefined;
    const trace = this.#traceOf(cause);
    const query: Transactional['query'] = (statement, values) => {
      const admitted = trace?.(WAIT);
      return this.#shares.run(tenantId, 'query', onClosed, () => {
        admitted?.();
        return db.query(statement, values, whenLeft, trace);
      });
    };
    return {
      query: async <Row extends object>(statement: Statement | string, values: readonly unknown[]) => {
        if (typeof statement === 'string' || !statement.isLookUp) return query<Row>(statement, values);
        const lookUp = () => traced(trace, nameOf(statement), () => db.lookUp<Row>(statement, values));
        const found = await this.#lookUps.run(tenantId, 'query', onClosed, lookUp);
        return found ?? query<Row>(statement, values);
      },
      transaction: (work) =>
        db.transaction(work, cause, {
          trace,
          admit: (kind, part) => this.#shares.run(tenantId, kind, onClosed, part),
          writeGrouped: (write, value, writer) =>
            traced(trace, 'write in a group', () =>
              this.#groups.write(write, tenantId, value, { onClosed, ...writer }),
            ),
        }),
    };
  }

  #traceOf(cause: EventCause | undefined): TraceWork | undefined {
    const [trace, traceparent] = [this.#trace, cause?.traceparent];
    return trace && traceparent ? (name) => trace(traceparent, name) : undefined;
  }
}
