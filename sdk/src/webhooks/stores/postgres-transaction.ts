import { ConfigurationError } from '../../errors/tradepost-error.ts';

/** A pool or client of `pg`, or an equivalent: runs one statement with $1, $2 … and returns its rows. */
export interface Queryable {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

export interface PooledClient extends Queryable {
  /** With an error, the connection is closed and not reused. */
  release(error?: Error | boolean): void;
  on?(event: 'error', listener: (error: Error) => void): unknown;
  off?(event: 'error', listener: (error: Error) => void): unknown;
}

/** A pool of `pg`, or an equivalent. */
export interface ConnectionPool extends Queryable {
  connect(): Promise<PooledClient>;
}

/**
 * Listens in the callback of pg's `connect`: the server may end a connection in the same packet that says it is ready, and
 * that is before a promise is continued. A pool without the callback has just the promise.
 */
function connect(pool: ConnectionPool, onBroken: (error: Error) => void): Promise<PooledClient> {
  return new Promise((resolve, reject) => {
    let known: PooledClient | undefined;
    const acquired = (error: unknown, client?: PooledClient): void => {
      if (error) reject(error);
      if (!client || known) return;
      known = client;
      client.on?.('error', onBroken);
      resolve(client);
    };
    const connecting = (pool as CallbackPool).connect(acquired);
    Promise.resolve(connecting).then((client) => acquired(undefined, client), reject);
  });
}

interface CallbackPool {
  connect(callback: (error: unknown, client?: PooledClient) => void): Promise<PooledClient> | undefined;
}

/** It's gone when the transaction has ended, even if another has begun. */
const SAVEPOINT = 'SAVEPOINT tradepost_begun';

const ENDED =
  "The work of transaction() ended it with COMMIT or ROLLBACK, or caught an error of PostgreSQL's in it. Throw instead.";

/** Commits `work` with `complete`, which runs after it, or rolls back and rethrows. */
export async function inTransaction<Result>(
  pool: ConnectionPool,
  work: (client: PooledClient) => Promise<Result>,
  complete: (client: PooledClient) => Promise<void>,
): Promise<Result> {
  let broken: Error | undefined;
  // A pool listens for errors of idle connections only. An unhandled error of a connection in use ends the process.
  const onBroken = (error: Error): void => {
    broken = error;
  };
  const client = await connect(pool, onBroken);
  try {
    await client.query(`BEGIN; ${SAVEPOINT}`);
    const result = await work(client);
    await client.query(`RELEASE ${SAVEPOINT}`).catch(explainEnded);
    await complete(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(onBroken);
    throw error;
  } finally {
    client.off?.('error', onBroken);
    client.release(broken);
  }
}

function explainEnded(cause: { code?: unknown }): never {
  // Invalid transaction state, or savepoint. Not a connection that broke.
  throw /^(25|3B)/.test(String(cause.code)) ? new ConfigurationError(ENDED, { cause }) : cause;
}
