import type pg from 'pg';
import { ConnectionPool, type PoolOptions } from './pool.ts';
import type { Querier, Statement, Transaction } from './querier.ts';
import { RetryTransactionError } from './retry-transaction-error.ts';

/** Deadlock and serialisation failure: the transaction was taken back whole and may simply run again. */
const RETRIABLE = new Set(['40P01', '40001']);
/** With locks taken in one order a retry is rare; five in a row means a fault, which must show. */
const MAX_TRIES = 5;

/** Reads without a transaction, and runs transactions. */
export interface Transactional extends Querier {
  /** Runs work in a transaction: all of it or nothing. It may run again after a deadlock, so it must only touch tx. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}

export interface Database extends Transactional {
  /** The most connections that it opens. */
  readonly size: number;
  close(): Promise<void>;
}

export function openDatabase(options: PoolOptions): Database {
  const pool = new ConnectionPool(options);
  return {
    size: options.size,
    query: (statement, values) => onConnection(pool, (client) => run(pool, client, statement, values)),
    transaction: (work) =>
      withRetries(() => onConnection(pool, (client) => runTransaction(pool, client, work))),
    close: () => pool.end(),
  };
}

async function onConnection<T>(
  pool: ConnectionPool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.acquire();
  try {
    return await work(client);
  } finally {
    pool.release(client);
  }
}

async function run<Row extends object>(
  pool: ConnectionPool,
  client: pg.PoolClient,
  statement: Statement | string,
  values: readonly unknown[],
): Promise<Row[]> {
  const text = typeof statement === 'string' ? statement : statement.text;
  const name = pool.preparedStatements && typeof statement !== 'string' ? statement.name : undefined;
  try {
    const result = await client.query<Row>({ text, values: values as unknown[], ...(name && { name }) });
    return result.rows;
  } catch (error) {
    pool.discardAfter(client, error);
    throw error;
  }
}

async function runTransaction<T>(
  pool: ConnectionPool,
  client: pg.PoolClient,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  await run(pool, client, 'BEGIN', []);
  try {
    const tx: Transaction = { transaction: true, query: (s, values) => run(pool, client, s, values) };
    const result = await work(tx);
    await run(pool, client, 'COMMIT', []);
    return result;
  } catch (error) {
    // On a silent connection it would wait for a second time-out. One that is broken is closed, which rolls back as well.
    if (!pool.isBroken(client)) await run(pool, client, 'ROLLBACK', []).catch(() => undefined);
    throw error;
  }
}

async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === MAX_TRIES || !isRetriable(error)) throw error;
    }
  }
}

const isRetriable = (error: unknown): boolean =>
  error instanceof RetryTransactionError || RETRIABLE.has((error as { code?: string }).code ?? '');
