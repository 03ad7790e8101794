import type { Caller } from '../../accounts/api-keys/caller.ts';
import type { ApiProblem } from '../../base/problems/api-problem.ts';
import type { Querier, Transaction } from '../../db/querier.ts';
import type { RowFinders, SetChange, SetCreation } from '../../db/sql/row-set.ts';
import type { SetGuard } from '../../db/sql/set-guard.ts';

/** Rows of a batch that are written together. */
export interface RowSet {
  readonly caller: Caller;
  readonly creations: readonly SetCreation[];
  readonly changes: readonly SetChange[];
  /** Without it, all that the statement would lock is locked. */
  readonly guard?: SetGuard | undefined;
}

export interface WrittenRow {
  readonly position: number;
  /** JSON text, as the API shows the row. */
  readonly document: string;
}

/** What forbids to refer to a row, if anything does. */
export type Refusal = (id: number) => ApiProblem | undefined;

/** A field that names a row of another resource. */
export interface Reference {
  readonly field: string;
  /** Whether a change that leaves the field alone needs the row, too. */
  readonly isAlwaysNeeded?: true;
  /** Locks the rows with these ids, so that what forbids to refer to them stays true. */
  lock(tx: Transaction, tenantId: number, ids: readonly number[]): Promise<Refusal>;
}

/** A row to create, or one that exists with the fields that change, if any. */
export type PlannedWrite<Row, CreateBody> =
  | { readonly create: CreateBody }
  | { readonly row: Row; readonly changes: object };

/** How a resource writes the rows of a batch together, with the same results and events as one by one. */
export interface SetWriter<Row, CreateBody, ChangeBody> extends RowFinders {
  /** Of each of these fields no two rows have the same value. */
  readonly uniqueFields: readonly string[];
  readonly reference?: Reference;
  /** Whether what the row may do depends on other rows of the resource in more than unique fields. */
  dependsOnOthers?(planned: PlannedWrite<Row, CreateBody>): boolean;
  /** Throws the problem that forbids a new row, before its reference is looked at. */
  requireValid?(body: CreateBody): void;
  /** The columns of a new row, or throws the problem that forbids it. */
  columnsOf(body: CreateBody, caller: Caller): object;
  /** The fields of the body that differ from the row, or throws the problem that forbids the change. */
  changesOf(row: Row, body: ChangeBody): object;
  /** Writes all rows, or none if the guard finds something different. */
  write(db: Querier, set: RowSet): Promise<readonly WrittenRow[]>;
  /** The documents of rows that don't change, by their ids, if they show more than the row. */
  documentsOf?(db: Querier, tenantId: number, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
}
