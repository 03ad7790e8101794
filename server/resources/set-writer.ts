import type { Transaction } from '../db/querier.ts';
import type { LockRows, SetChange, SetCreation } from '../db/row-set.ts';
import type { ApiProblem } from '../errors.ts';
import type { Caller } from '../handler.ts';

/** Rows of a batch that are written together. */
export interface RowSet {
  readonly caller: Caller;
  readonly creations: readonly SetCreation[];
  readonly changes: readonly SetChange[];
}

export interface WrittenRow {
  readonly position: number;
  /** JSON text, as the API shows the row. */
  readonly document: string;
}

/** A field that names a row of another resource. */
export interface Reference {
  readonly field: string;
  /** Locks the rows with these ids against deletion, and returns the ids of those that exist. */
  lock(tx: Transaction, tenantId: number, ids: readonly number[]): Promise<ReadonlySet<number>>;
  missing(id: number): ApiProblem;
}

/** How a resource writes the rows of a batch together, with the same results and events as one by one. */
export interface SetWriter<Row, CreateBody, ChangeBody> {
  readonly lockRows: LockRows;
  /** Of each of these fields no two rows have the same value. */
  readonly uniqueFields: readonly string[];
  readonly reference: Reference;
  /** The columns of a new row, or throws the problem that forbids it. */
  columnsOf(body: CreateBody): object;
  /** The fields of the body that differ from the row, or throws the problem that forbids the change. */
  changesOf(row: Row, body: ChangeBody): object;
  write(tx: Transaction, set: RowSet): Promise<readonly WrittenRow[]>;
  /** The documents of rows that don't change, by their ids. */
  documentsOf(tx: Transaction, tenantId: number, rows: readonly Row[]): Promise<ReadonlyMap<number, string>>;
}
