import type { Database } from '../../server/db/pool/database.ts';
import type { Querier, Statement, Transaction } from '../../server/db/querier.ts';

/** An executed statement with its values. */
export interface RecordedQuery {
  /** PostgreSQL plans unnamed statements for their values each time, and may plan named ones once for all values. */
  readonly name: string | undefined;
  /** The name of its statement, prepared or not. */
  readonly statement: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
  /** The names of the values. */
  readonly parameters: readonly string[];
}

/** Called before a query runs, on its connection. */
export type OnQuery = (query: RecordedQuery, db: Querier) => Promise<void>;

/** A database that runs everything in one transaction and records the queries. */
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
    const query = { name: prepared ? name : undefined, statement: name, text, values, parameters };
    this.queries.push(query);
    await this.#onQuery?.({ ...query, name }, this.#db);
    return this.#db.query<Row>(statement, values);
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return work({ transaction: true, query: (statement, values) => this.query(statement, values) });
  }
}
