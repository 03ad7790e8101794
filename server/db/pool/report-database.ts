import { disconnected, FairSemaphore, type OnClosed } from '../../base/counters/fair-semaphore.ts';
import type { Querier, Transaction } from '../querier.ts';
import { onConnection } from './database.ts';
import { DatabasePool, type PooledClient, type PoolOptions } from './pool.ts';
import { runTransactionOn } from './run-transaction.ts';

/** Two reports at once, and one of a tenant: each keeps a processor of PostgreSQL busy. */
const SHARES = { total: 2, perOwner: 1, transactionsPerOwner: 1 };
/**
 * Six times what the slowest report of a million orders takes; see docs/decisions/sales-reports.md. Balancers give up
 * after 60 s without a byte: half of that for waiting, half for reading.
 */
export const REPORT_STATEMENT_MS = 30_000;
/** For PostgreSQL to say that it ended the statement. */
const ANSWER_MS = 2_000;
/** How long a client may take to read a report of more than one batch, while its transaction is open. */
export const SENDING_MS = 60_000;

export interface ReportLimits {
  readonly statementMs: number;
  readonly sendingMs: number;
}
const LIMITS: ReportLimits = { statementMs: REPORT_STATEMENT_MS, sendingMs: SENDING_MS };

/**
 * A cursor is never planned for parallel workers, so a report uses one processor; it would be planned for its first tenth.
 * With 64 MB for each hash and 32 for each sort, sums of a million orders stay in memory. PostgreSQL overestimates what it costs to
 * read rows by an index, and would read the rows of all tenants instead; for a week by product that took eight times as
 * long.
 */
const SETTINGS = {
  transaction_read_only: 'on',
  cursor_tuple_fraction: 1,
  work_mem: '32MB',
  hash_mem_multiplier: 2,
  enable_seqscan: 'off',
  random_page_cost: 1.1,
};
/** For the transaction only: behind PgBouncer the connection is another client's next. */
const setLocal = (settings: object): string =>
  `SELECT ${Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', true)`)}, pg_backend_pid() AS pid`;
export const REPORT_SETTINGS = setLocal(SETTINGS);
const CANCEL = 'SELECT pg_cancel_backend($1)';

/**
 * Runs statements that take seconds, in read-only transactions. They have a pool of their own, so that nothing else waits
 * for them, and are canceled when the client disconnects. Why: docs/decisions/sales-reports.md.
 */
export class ReportDatabase {
  readonly #pool: DatabasePool;
  readonly #shares = new FairSemaphore<number>(SHARES);
  readonly #db: Querier;
  readonly #settings: string;
  readonly limits: ReportLimits;

  /** `db` cancels what runs on the pool. */
  constructor(options: Omit<PoolOptions, 'size'>, db: Querier, limits = LIMITS) {
    const { statementMs, sendingMs } = limits;
    const timeouts = {
      statement_timeout: statementMs,
      idle_in_transaction_session_timeout: sendingMs + ANSWER_MS,
    };
    this.limits = limits;
    this.#settings = setLocal({ ...SETTINGS, ...timeouts });
    this.#pool = new DatabasePool({
      queryTimeoutMs: statementMs + ANSWER_MS,
      ...options,
      size: SHARES.total,
    });
    this.#db = db;
  }

  run<T>(tenantId: number, onClosed: OnClosed, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#shares.run(tenantId, 'transaction', onClosed, () =>
      onConnection(this.#pool, (client) => this.#read(client, onClosed, work)),
    );
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #read<T>(
    client: PooledClient,
    onClosed: OnClosed,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    let pid: number | undefined;
    let isClosed = false;
    let canceled: Promise<unknown> = Promise.resolve();
    const stop = onClosed(() => {
      isClosed = true;
      if (pid !== undefined) canceled = this.#db.query(CANCEL, [pid]).catch(() => undefined);
    });
    const limited = async (tx: Transaction): Promise<T> => {
      pid = (await tx.query<{ pid: number }>(this.#settings, []))[0]!.pid;
      if (isClosed) throw disconnected();
      return work(tx);
    };
    try {
      return await runTransactionOn(this.#pool, client, limited);
    } catch (error) {
      throw isClosed ? disconnected() : error;
    } finally {
      stop();
      // The connection's next report must not be canceled instead.
      await canceled;
    }
  }
}
