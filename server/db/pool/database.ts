import type { OnClosed, Work } from '../../base/counters/fair-semaphore.ts';
import type { EventCause } from '../event-cause.ts';
import type { Querier, Statement, Transaction } from '../querier.ts';
import { readWalPosition } from '../sql/read-wal-position.ts';
import { CancelOnDisconnect } from './cancel-on-disconnect.ts';
import {
  type Connection,
  LazyTransaction,
  type LazyTransactionDeps,
  type Told,
  type WriteGrouped,
} from './lazy-transaction.ts';
import { LookUps } from './look-ups.ts';
import { DatabasePool, type PooledClient, type PoolOptions, type PoolStats } from './pool.ts';
import { RetryTransactionError } from './retry-transaction-error.ts';
import { WriteFailures } from './write-failures.ts';

/** Deadlock and serialization failure: the whole transaction was rolled back and may simply run again. */
const RETRIABLE = new Set(['40P01', '40001']);
/** All locks are taken in one order, so retries are rare. Five in a row mean a bug, which must show. */
const MAX_TRIES = 5;

/** Runs single statements and transactions. */
export interface Transactional extends Querier {
  /** Runs work in a transaction. It may run again after a deadlock, so it must have no effects except through tx. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}

/** Runs a part of a transaction that takes a connection as soon as the tenant's share allows. */
export type Admit = <T>(kind: Work, part: () => Promise<T>) => Promise<T>;
/** How a transaction gets at connections. */
export interface Access {
  readonly admit: Admit;
  readonly writeGrouped?: WriteGrouped;
}
const AT_ONCE: Access = { admit: (_kind, part) => part() };

export interface Database extends Transactional {
  /** With `onClosed` for a statement that only reads: it's canceled when the client has left that asked for it. */
  query<Row extends object>(
    statement: Statement | string,
    values: readonly unknown[],
    onClosed?: OnClosed,
  ): Promise<Row[]>;
  /** Finds rows by their key on a connection that many look-ups share. Undefined if that fails: then it's a query like any other. */
  lookUp<Row extends object>(statement: Statement, values: readonly unknown[]): Promise<Row[] | undefined>;
  /** Events that the work writes keep their cause. */
  transaction<T>(work: (tx: Transaction) => Promise<T>, cause?: EventCause, access?: Access): Promise<T>;
  /** The same without another try after a deadlock. */
  attempt<T>(work: (tx: Transaction) => Promise<T>, cause?: EventCause): Promise<T>;
  /** The connections for look-ups, which the others don't count. */
  readonly lookUps: Pick<LookUps, 'size' | 'stats'>;
  /** The maximum number of connections. */
  readonly size: number;
  /** Whether a pooler such as PgBouncer is in between. Known once there has been a connection. */
  behindPooler(): boolean;
  stats(): PoolStats;
  /** Why transactions, new connections, or statements without a right, have failed within the last seconds, although the database answers. */
  whyWritesFail(): string | undefined;
  /** Has what comes next use new connections, which see settings of the database that have changed. */
  renewConnections(): void;
  close(): Promise<void>;
}

export function openDatabase(options: PoolOptions): Database {
  const pool = new DatabasePool(options);
  const lookUps = new LookUps(options, pool, () => performance.now());
  const failures = new WriteFailures(() => performance.now());
  const query: Database['query'] = async (statement, values, onClosed) =>
    runAlone(pool, await pool.acquire(), { statement, values }, onClosed);
  const depsOf = ({ admit, writeGrouped }: Access): LazyTransactionDeps => ({
    acquire: () => acquire(pool, admit),
    reads: { query: ((...read) => admit('query', () => query(...read))) as Querier['query'] },
    monotonicMs: () => performance.now(),
    writeGrouped,
  });
  return {
    query,
    lookUp: (statement, values) => lookUps.find(statement, values),
    lookUps,
    size: options.size,
    behindPooler: () => pool.behindPooler,
    stats: () => pool.stats(),
    attempt: (work, cause) => runTransaction(depsOf(AT_ONCE), work, { cause }),
    transaction: (work, cause, access = AT_ONCE) => {
      const deps = depsOf(access);
      return failures.watch(withRetries((tries) => runTransaction(deps, work, { cause, hold: tries > 1 })));
    },
    whyWritesFail: () => failures.reason() ?? pool.whyRefused(),
    renewConnections: () => pool.renew(),
    close: async () => void (await Promise.all([pool.end(), lookUps.close()])),
  };
}

/** Takes a connection of the pool, and with it the share of a transaction, until it is released. */
function acquire(pool: DatabasePool, admit: Admit): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const held = admit('transaction', () =>
      onConnection(
        pool,
        (client) =>
          new Promise<void>((end) => {
            const release = (): Promise<void> => {
              end();
              return held;
            };
            resolve({ ...connectionOf(pool, client), release });
          }),
      ),
    );
    held.catch(reject);
  });
}

/** Takes a connection of the pool for as long as the work lasts. */
export async function onConnection<T>(
  pool: DatabasePool,
  work: (client: PooledClient) => Promise<T>,
): Promise<T> {
  const client = await pool.acquire();
  try {
    return await work(client);
  } finally {
    pool.release(client);
  }
}

/** Runs a statement and gives the connection back. The next one can start before the first one's result is used. */
function runAlone<Row extends object>(
  pool: DatabasePool,
  client: PooledClient,
  sent: Sent,
  onClosed: OnClosed | undefined,
): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const asker = onClosed && new CancelOnDisconnect(client, onClosed);
    const giveBackLater = async (error: Error | null): Promise<void> => {
      if (error) await pool.cancelAfter(client, error);
      if ((await asker?.ended()) === false) pool.discard(client);
      pool.release(client);
    };
    const onResult = (error: Error | null, rows: Row[]): void => {
      const settle = (): void => (error ? reject(asker?.errorOf(error) ?? error) : resolve(rows));
      if (error || asker?.ended()) return void giveBackLater(error).then(settle, reject);
      pool.release(client);
      resolve(rows);
    };
    send<Row>(pool, client, sent, (error, rows) => {
      if (!error || !pool.searchPath.mayBeChanged(error)) return onResult(error, rows);
      const repeated = repeatInTransaction<Row>(pool, client, sent, error);
      repeated.then(
        (again) => onResult(null, again),
        (again) => onResult(again, []),
      );
    });
  });
}

/** A transaction has the search_path of the role. */
async function repeatInTransaction<Row extends object>(
  pool: DatabasePool,
  client: PooledClient,
  { statement, values }: Sent,
  failure: Error,
): Promise<Row[]> {
  const rows = await runTransactionOn(pool, client, (tx) => tx.query<Row>(statement, values));
  pool.searchPath.noteChanged(failure);
  return rows;
}

const run = <Row extends object>(
  pool: DatabasePool,
  client: PooledClient,
  statement: Statement | string,
  values: readonly unknown[],
): Promise<Row[]> =>
  new Promise((resolve, reject) =>
    send<Row>(pool, client, { statement, values }, (error, rows) => {
      if (!error) return resolve(rows);
      pool.searchPath.noteLost(error);
      reject(error);
    }),
  );

interface Sent {
  readonly statement: Statement | string;
  readonly values: readonly unknown[];
}

function send<Row extends object>(
  pool: DatabasePool,
  client: PooledClient,
  { statement, values }: Sent,
  onResult: (error: Error | null, rows: Row[]) => void,
): void {
  const settle = (error: Error | null, rows: Row[]): void => {
    try {
      if (error) {
        noteStatement(error, statement);
        pool.noteFailure(client, error);
      }
      onResult(error, rows);
    } catch (thrown) {
      // pg calls from a socket's event, or settles a promise that nobody has: the process would end, and the statement never.
      onResult(error ?? (thrown as Error), []);
    }
  };
  client.run<Row>(statement, values, pool, settle);
}

/**
 * Runs a statement, and asks for a position in the log that is behind it. Both are sent at once, so that takes no round trip more.
 * They are transactions of their own.
 */
async function runAndTell<Row extends object>(
  pool: DatabasePool,
  client: PooledClient,
  statement: Statement | string,
  values: readonly unknown[],
): Promise<Told<Row>> {
  const asked: Querier = { query: (each, none) => run(pool, client, each, none) };
  const [ran, told] = await client.inPipeline(() =>
    Promise.allSettled([run<Row>(pool, client, statement, values), readWalPosition(asked)] as const),
  );
  if (ran.status === 'rejected') throw ran.reason;
  return { rows: ran.value, position: told.status === 'fulfilled' ? told.value : undefined };
}

/** Puts the name of the statement that failed on its error, from where the log takes it (errorForLog in log.ts). */
function noteStatement(error: unknown, statement: Statement | string): void {
  if (error instanceof Error && typeof statement !== 'string')
    Object.assign(error, { statement: statement.name });
}

/** A connection as a transaction uses it. Whoever took it from the pool gives it back. */
const connectionOf = (pool: DatabasePool, client: PooledClient): Connection => ({
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

async function withRetries<T>(attempt: (tries: number) => Promise<T>): Promise<T> {
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
