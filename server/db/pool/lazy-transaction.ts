import { type EventCause, settingsOf } from '../event-cause.ts';
import type { FinalStatement, GroupableWrite, Querier, Statement, Transaction } from '../querier.ts';
import type { TimedPosition } from '../wal-position.ts';
import { errorOfCommit } from './outcome-unknown-error.ts';
import { RetryTransactionError } from './retry-transaction-error.ts';

/**
 * How old reads may be when the connection to write is there. Waiting for a share can take 30 s; an order isn't
 * placed at prices from then. The next try reads on the connection that it writes with.
 */
const FRESH_MS = 1_000;

/** A connection that is the transaction's until it is released. */
export interface Connection extends Querier {
  /** BEGIN, with what the connection needs besides. */
  readonly begin: string;
  /** Whether a statement can be a transaction by itself: PostgreSQL ends it without BEGIN too when it takes too long. */
  readonly runsAlone: boolean;
  isBroken(): boolean;
  release(): Promise<void>;
  /** Runs a statement that commits, and tells a position in the log that is behind it. */
  queryAndTell<Row extends object>(
    statement: Statement | string,
    values: readonly unknown[],
  ): Promise<Told<Row>>;
}

export interface Told<Row> {
  readonly rows: Row[];
  /** Undefined if it has committed, and PostgreSQL didn't say where, for instance because the connection broke then. */
  readonly position: TimedPosition | undefined;
}

export interface LazyTransactionDeps {
  /** For reads before there is a connection. */
  readonly reads: Querier;
  acquire(): Promise<Connection>;
  monotonicMs(): number;
  /** Writes together with other transactions; see GroupCommit. */
  readonly writeGrouped?: WriteGrouped | undefined;
}

export type WriteGrouped = <Value, Row extends object>(
  write: GroupableWrite<Value, Row>,
  value: Value,
  writer: { readonly cause: EventCause | undefined; isFresh(): boolean },
) => Promise<Row[] | undefined>;

/** A transaction that begins with the first statement that needs one. Why: docs/decisions/lazy-transactions.md. */
export class LazyTransaction implements Transaction {
  readonly transaction = true;
  readonly reads: Querier;
  readonly final: FinalStatement;
  readonly #deps: LazyTransactionDeps;
  readonly #settings: string;
  readonly #onCommit: EventCause['onCommit'];
  #holding: Promise<Connection> | undefined;
  #connection: Connection | undefined;
  #firstReadMs: number | undefined;
  #begun = false;
  #committed = false;

  constructor(deps: LazyTransactionDeps, cause: EventCause | undefined) {
    this.#deps = deps;
    this.#settings = settingsOf(cause);
    this.#onCommit = cause?.onCommit;
    this.reads = { query: (statement, values) => this.#read(statement, values) };
    this.final = {
      cause,
      query: (statement, values) => this.#runFinal(statement, values),
      grouped: deps.writeGrouped && ((write, value) => this.#runGrouped(write, value)),
      wroteNothing: () => {
        this.#committed = false;
      },
    };
  }

  async query<Row extends object>(statement: Statement | string, values: readonly unknown[]): Promise<Row[]> {
    if (this.#committed) throw new Error('The transaction ended with its final statement.');
    const connection = await this.hold();
    if (!this.#begun) await this.#begin(connection);
    return connection.query<Row>(statement, values);
  }

  async #begin(connection: Connection, and = ''): Promise<void> {
    this.#begun = true;
    await connection.query(connection.begin + this.#settings + and, []);
  }

  /** Takes the connection, without beginning anything. */
  hold(): Promise<Connection> {
    this.#holding ??= this.#acquire();
    return this.#holding;
  }

  async commit(): Promise<void> {
    if (this.#begun) await this.#runCommitting(this.#connection!, 'COMMIT', []);
  }

  /** On a silent connection ROLLBACK would wait for a second timeout. A broken connection gets closed, which rolls back too. */
  async rollback(): Promise<void> {
    if (this.#begun && !this.#connection!.isBroken())
      await this.#connection!.query('ROLLBACK', []).catch(() => undefined);
  }

  async release(): Promise<void> {
    await this.#connection?.release();
  }

  #read<Row extends object>(statement: Statement | string, values: readonly unknown[]): Promise<Row[]> {
    if (this.#connection) return this.#connection.query<Row>(statement, values);
    this.#firstReadMs ??= this.#deps.monotonicMs();
    return this.#deps.reads.query<Row>(statement, values);
  }

  async #acquire(): Promise<Connection> {
    this.#connection = await this.#deps.acquire();
    if (!this.#isFresh())
      throw new RetryTransactionError('What was read is out of date: the connection to write came late.');
    return this.#connection;
  }

  #isFresh(): boolean {
    return this.#firstReadMs === undefined || this.#deps.monotonicMs() - this.#firstReadMs <= FRESH_MS;
  }

  /** A transaction that has a connection, or waits for one, uses that. */
  async #runGrouped<Value, Row extends object>(
    write: GroupableWrite<Value, Row>,
    value: Value,
  ): Promise<Row[] | undefined> {
    if (this.#holding) return undefined;
    const writer = { cause: this.final.cause, isFresh: () => this.#isFresh() };
    const rows = await this.#deps.writeGrouped!(write, value, writer);
    if (rows) this.#committed = true;
    return rows;
  }

  async #runFinal<Row extends object>(
    statement: Statement | string,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const connection = await this.hold();
    if (this.#begun) return this.query<Row>(statement, values);
    if (!connection.runsAlone) return this.#runUndoable<Row>(connection, statement, values);
    const rows = await this.#runCommitting<Row>(connection, statement, values);
    this.#committed = true;
    return rows;
  }

  /** If it fails, the transaction has nothing of it and can go on, as after one that is a transaction by itself. */
  async #runUndoable<Row extends object>(
    connection: Connection,
    statement: Statement | string,
    values: readonly unknown[],
  ): Promise<Row[]> {
    await this.#begin(connection, '; SAVEPOINT final');
    try {
      return await connection.query<Row>(statement, values);
    } catch (error) {
      if (!connection.isBroken()) await connection.query('ROLLBACK TO SAVEPOINT final', []);
      throw error;
    }
  }

  async #runCommitting<Row extends object>(
    connection: Connection,
    statement: Statement | string,
    values: readonly unknown[],
  ): Promise<Row[]> {
    try {
      if (!this.#onCommit) return await connection.query<Row>(statement, values);
      const { rows, position } = await connection.queryAndTell<Row>(statement, values);
      this.#onCommit(position);
      return rows;
    } catch (error) {
      throw errorOfCommit(error);
    }
  }
}
