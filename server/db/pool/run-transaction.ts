import type { EventCause } from '../event-cause.ts';
import type { Transaction } from '../querier.ts';
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

export async function withRetries<T>(attempt: (tries: number) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(tries);
    } catch (error) {
      if (tries === MAX_TRIES || !isRetriable(error)) throw error;
    }
  }
}

const isRetriable = (error: unknown): boolean =>
  error instanceof RetryTransactionError || RETRIABLE.has((error as { code?: string }).code ?? '');
