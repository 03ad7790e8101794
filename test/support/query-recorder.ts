import type { Database } from '../../server/db/database.ts';
import type { Querier, Statement, Transaction } from '../../server/db/querier.ts';

/** A statement that was asked, with its values. */
export interface RecordedQuery {
  /** Without a name it is planned for its values each time; with one, it may be planned once for all values. */
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
  /** The names of the values. */
  readonly parameters: readonly string[];
}

/** Called before a query runs, on its connection. */
export type OnQuery = (query: RecordedQuery, db: Querier) => Promise<void>;

/** Stands for a database, all within one transaction, and notes what it is asked. */
export class QueryRecorder implements Pick<Database, 'query' | 'transaction'> {
  readonly queries: RecordedQuery[] = [];
  readonly #db: Querier;
  readonly #onQuery: OnQuery | undefined;

  constructor(db: Querier, onQuery?: OnQuery) {
    this.#db = db;
    this.#onQuery = onQuery;
  }

  async query<Row extends object>(statement: Statement | string, values: readonly unknown[]): Promise<Row[]> {
    const {
      name,
      text,
      prepared = true,
    } = typeof statement === 'string' ? { name: undefined, text: statement } : statement;
    const { parameters = [] } = statement as { parameters?: readonly string[] };
    const query = { name: prepared ? name : undefined, text, values, parameters };
    this.queries.push(query);
    await this.#onQuery?.({ ...query, name }, this.#db);
    return this.#db.query<Row>(statement, values);
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return work({ transaction: true, query: (statement, values) => this.query(statement, values) });
  }
}
