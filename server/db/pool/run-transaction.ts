import { RecentFailure } from '../connect/recent-failure.ts';
import type { EventCause } from '../event-cause.ts';
import type { Transaction } from '../querier.ts';
import { isDatabaseError } from '../wire/errors.ts';
import { type Connection, LazyTransaction, type LazyTransactionDeps } from './lazy-transaction.ts';
import type { DatabasePool, PooledClient } from './pool.ts';
import { RetryTransactionError } from './retry-transaction-error.ts';
import { run, runAndTell } from './run-statement.ts';

/** Deadlock and serialization failure: the whole transaction was rolled back and may simply run again. */
const RETRIABLE = new Set(['40P01', '40001']);
/** All locks are taken in one order, so retries are rare. Five in a row mean a bug, which must show. */
const MAX_TRIES = 5;

/** A connection as a transaction uses it. Whoever took it from the pool gives it back. */
export const connectionOf = (pool: DatabasePool, client: PooledClient): Connection => ({
  begin: pool.begin,
  runsAlone: !pool.behindPooler,
  isBroken: () => pool.isBroken(client),
  query: (statement, values) => run(pool, client, statement, values),
  queryAndTell: (statement, values) => runAndTell(pool, client, statement, values),
  release: async () => {},
});

/** Runs work in a transaction on a connection that was taken from the pool. */
export function runTransactionOn<T>(
  pool: DatabasePool,
  client: PooledClient,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const connection = connectionOf(pool, client);
  const deps = { reads: connection, acquire: async () => connection, monotonicMs: () => performance.now() };
  return runTransaction(deps, work);
}

interface TransactionOptions {
  readonly cause?: EventCause | undefined;
  /** Whether it takes its connection before it reads anything. */
  readonly hold?: boolean;
}

/** Runs work in a transaction, once. */
export async function runTransaction<T>(
  deps: LazyTransactionDeps,
  work: (tx: Transaction) => Promise<T>,
  { cause, hold = false }: TransactionOptions = {},
): Promise<T> {
  const tx = new LazyTransaction(deps, cause);
  try {
    if (hold) await tx.hold();
    const result = await work(tx);
    await tx.commit();
    return result;
  } catch (error) {
    await tx.rollback();
    throw error;
  } finally {
    await tx.release();
  }
}

const isRetriable = (error: unknown): boolean =>
  error instanceof RetryTransactionError || RETRIABLE.has((error as { code?: string }).code ?? '');

/** No disk, no memory, too many connections. One such failure tells: others would fail too. */
const OUT_OF_RESOURCES = /^53/;
/** Canceled by statement_timeout, or a lock that wasn't available. One alone may be a slow statement. */
const TIMED_OUT = new Set(['57014', '55P03']);
/** In a row, without a transaction that committed in between. A tenant can run into the time-out of one row of its own. */
const TIMEOUTS_THAT_TELL = 3;

/** Remembers for a moment that transactions of this process failed because of the database. */
export class WriteFailures extends RecentFailure {
  #timeouts = 0;

  /** Tries a transaction again that may simply run again, and takes note of the last outcome. */
  async watch<T>(attempt: (tries: number) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        const result = await attempt(tries);
        this.#timeouts = 0;
        return result;
      } catch (error) {
        if (tries < MAX_TRIES && isRetriable(error)) continue;
        if (isDatabaseError(error)) this.#noteCode(error.code ?? '');
        throw error;
      }
    }
  }

  #noteCode(code: string): void {
    if (OUT_OF_RESOURCES.test(code)) this.note(`writes fail: the database is out of resources (${code})`);
    if (!TIMED_OUT.has(code)) return;
    this.#timeouts += 1;
    if (this.#timeouts >= TIMEOUTS_THAT_TELL)
      this.note('writes fail: they time out, most likely while they wait for locks');
  }
}
