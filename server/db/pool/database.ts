import type { OnClosed, Work } from '../../base/counters/fair-semaphore.ts';
import { analyzeTables } from '../connect/analyze-tables.ts';
import type { EventCause } from '../event-cause.ts';
import type { Querier, Statement, Transaction } from '../querier.ts';
import { CancelOnDisconnect } from './cancel-on-disconnect.ts';
import type { Connection, LazyTransactionDeps, WriteGrouped } from './lazy-transaction.ts';
import { LookUps } from './look-ups.ts';
import { DatabasePool, type PooledClient, type PoolOptions, type PoolStats } from './pool.ts';
import { type Sent, send } from './run-statement.ts';
import { connectionOf, runTransaction, runTransactionOn, WriteFailures } from './run-transaction.ts';
import { nameOf, type TraceWork, traced, tracedQuery, WAIT } from './trace-work.ts';

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
  readonly trace?: TraceWork | undefined;
}
const AT_ONCE: Access = { admit: (_kind, part) => part() };

export interface Database extends Transactional {
  /** With `onClosed` for a statement that only reads: it's canceled when the client has left that asked for it. */
  query<Row extends object>(
    statement: Statement | string,
    values: readonly unknown[],
    onClosed?: OnClosed,
    trace?: TraceWork,
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
  /** Replaces PostgreSQL's statistics of the tables, which have values of rows. It may take minutes, and needs their owner. */
  analyze(tables: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

interface DatabaseOptions extends PoolOptions {
  readonly monotonicMs?: () => number;
}

export function openDatabase(options: DatabaseOptions): Database {
  const { monotonicMs = () => performance.now() } = options;
  const pool = new DatabasePool(options);
  const lookUps = new LookUps(options, pool, monotonicMs);
  const failures = new WriteFailures(monotonicMs);
  const query: Database['query'] = async (statement, values, onClosed, trace) => {
    const client = await traced(trace, WAIT, () => pool.acquire());
    return traced(trace, nameOf(statement), () => runAlone(pool, client, { statement, values }, onClosed));
  };
  const depsOf = ({ admit, writeGrouped, trace }: Access): LazyTransactionDeps => ({
    acquire: () => (trace ? acquireTraced(pool, admit, trace) : acquire(pool, admit)),
    reads: {
      query: (statement, values) => admit('query', () => query(statement, values, undefined, trace)),
    },
    monotonicMs,
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
      return failures.watch((tries) => runTransaction(deps, work, { cause, hold: tries > 1 }));
    },
    whyWritesFail: () => failures.reason() ?? pool.whyRefused(),
    renewConnections: () => pool.renew(),
    analyze: (tables) => analyzeTables(pool.url, tables),
    close: async () => void (await Promise.all([pool.end(), lookUps.close()])),
  };
}

async function acquireTraced(pool: DatabasePool, admit: Admit, trace: TraceWork): Promise<Connection> {
  const connection = await traced(trace, WAIT, () => acquire(pool, admit));
  return {
    ...connection,
    query: tracedQuery(trace, connection.query),
    queryAndTell: (statement, values) =>
      traced(trace, nameOf(statement), () => connection.queryAndTell(statement, values)),
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
