import { type Origin, settingsOf } from './origin.ts';
import type { FinalStatement, Querier, Statement, Transaction } from './querier.ts';
import type { WalPosition } from './replicas/wal-position.ts';

/** What runs a statement on the transaction's connection. */
export interface Connection extends Querier {
  /** BEGIN, with what the connection needs besides. */
  readonly begin: string;
  /** Whether PostgreSQL itself ends a statement that takes too long, without BEGIN too. */
  readonly limited: boolean;
  isBroken(): boolean;
  /** Runs a statement, and tells a position in the log that is behind its commit. */
  queryAndTell<Row extends object>(
    statement: Statement | string,
    values: readonly unknown[],
  ): Promise<Told<Row>>;
}

export interface Told<Row> {
  readonly rows: Row[];
  readonly position: WalPosition;
}

/** A transaction that begins with the first statement that needs one. Why: docs/decisions/lazy-transactions.md. */
export class LazyTransaction implements Transaction {
  readonly transaction = true;
  readonly reads: Querier;
  readonly final: FinalStatement;
  readonly #connection: Connection;
  readonly #begin: string;
  #begun = false;
  #committed = false;

  constructor(connection: Connection, origin: Origin | undefined) {
    this.#connection = connection;
    this.#begin = connection.begin + settingsOf(origin);
    this.reads = connection.limited ? connection : this;
    this.final = { origin, query: (statement, values) => this.#runFinal(statement, values) };
  }

  async query<Row extends object>(statement: Statement | string, values: readonly unknown[]): Promise<Row[]> {
    if (this.#committed) throw new Error('The transaction ended with its final statement.');
    if (!this.#begun) {
      this.#begun = true;
      await this.#connection.query(this.#begin, []);
    }
    return this.#connection.query<Row>(statement, values);
  }

  async commit(): Promise<void> {
    if (this.#begun) await this.#queryLast('COMMIT', []);
  }

  /** On a silent connection ROLLBACK would wait for a second timeout. A broken connection gets closed, which rolls back too. */
  async rollback(): Promise<void> {
    if (this.#begun && !this.#connection.isBroken())
      await this.#connection.query('ROLLBACK', []).catch(() => undefined);
  }

  async #runFinal<Row extends object>(
    statement: Statement | string,
    values: readonly unknown[],
  ): Promise<Row[]> {
    if (this.#begun || !this.#connection.limited) return this.query<Row>(statement, values);
    const rows = await this.#queryLast<Row>(statement, values);
    this.#committed = true;
    return rows;
  }

  async #queryLast<Row extends object>(
    statement: Statement | string,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const onCommit = this.final.origin?.onCommit;
    if (!onCommit) return this.#connection.query<Row>(statement, values);
    const { rows, position } = await this.#connection.queryAndTell<Row>(statement, values);
    onCommit(position);
    return rows;
  }
}
