import type { Caller } from '../../accounts/api-keys/caller.ts';
import type { ApiProblem } from '../../base/problems/api-problem.ts';
import type { Querier, Transaction } from '../../db/querier.ts';
import type {
  RowChange,
  RowCreation,
  RowFinders,
  RowsToWrite as TableRows,
} from '../../db/sql/write-rows.ts';

/** What one statement writes: one row, or many of a batch. */
export interface RowsToWrite extends TableRows {
  readonly caller: Caller;
}

/** A row as it was written, with its position in the batch. */
export type Written<Row> = Row & { readonly position: number };

/** What forbids to refer to a row, if anything does. */
export type Refusal = (id: number) => ApiProblem | undefined;

/** A field that names another row. */
export interface Reference {
  readonly field: string;
  /** Whether a change that leaves the field alone needs the row, too. */
  readonly isAlwaysNeeded?: true;
  /** Locks the rows with these ids, so that what forbids to refer to them stays true. */
  lock(tx: Transaction, tenantId: number, ids: readonly number[]): Promise<Refusal>;
  /** The rows with these external ids. Those that don't exist are missing. */
  findIds(
    db: Querier,
    tenantId: number,
    externalIds: readonly string[],
  ): Promise<ReadonlyMap<string, number>>;
  /** Whether it names a row of the same resource, which an earlier row of a batch may create. */
  readonly isOwn?: true;
}

/** A row to create, or one that exists with the fields that change, if any. */
export type PlannedWrite<Row, CreateBody> =
  | { readonly create: CreateBody }
  | { readonly row: Row; readonly changes: object };

/** Rows that depend on other rows of the resource in more than unique fields. Each is written by itself. */
export interface DependentRows<Row, CreateBody> {
  includes(planned: PlannedWrite<Row, CreateBody>): boolean;
  /** Throws the problem that forbids the row, or returns the columns that are made for it, if any. */
  prepare?(
    tx: Transaction,
    tenantId: number,
    planned: PlannedWrite<Row, CreateBody>,
  ): Promise<object | undefined>;
  /** Throws the problem that forbids the row as it was written. */
  verify?(tx: Transaction, tenantId: number, id: number): Promise<void>;
}

/** How a resource writes its rows: one, or those of a batch together, with the same results and events. */
export interface RowWriter<Row, CreateBody, ChangeBody> extends RowFinders {
  /** Of each of these fields no two rows have the same value. */
  readonly uniqueFields: readonly string[];
  readonly reference?: Reference;
  readonly dependent?: DependentRows<Row, CreateBody>;
  /** The columns of a new row, or throws the problem that forbids it. */
  columnsOf(body: CreateBody, caller: Caller): object;
  /** The fields of the body that differ from the row, or throws the problem that forbids the change. */
  changesOf(row: Row, body: ChangeBody): object;
  /** The fields of these changes whose value is the row's, in another form. */
  reformedIn?(row: Row, changes: object): readonly string[];
  /** Writes all rows, or none if the guard finds something different. */
  write(db: Querier, rows: RowsToWrite): Promise<readonly Written<Row>[]>;
  /** Rows that don't change, by their ids, if the API shows more of them than what was locked. */
  findShown?(db: Querier, tenantId: number, ids: readonly number[]): Promise<ReadonlyMap<number, Row>>;
}

/** The id of the row that a row refers to, if the write depends on it. */
export function referredId<Row extends { readonly document: string }, CreateBody>(
  reference: Reference | undefined,
  planned: PlannedWrite<Row, CreateBody>,
): number | undefined {
  if (!reference) return undefined;
  const { field, isAlwaysNeeded } = reference;
  const fields = ('create' in planned ? planned.create : planned.changes) as Fields;
  if (field in fields || 'create' in planned || !isAlwaysNeeded) return fields[field] ?? undefined;
  return (JSON.parse(planned.row.document) as Fields)[field] ?? undefined;
}

type Fields = Readonly<Record<string, number | null | undefined>>;

/** What a planned write does to the table, or undefined if nothing changes. */
export function columnsToWrite<Row extends { readonly id: number }, CreateBody>(
  writer: Pick<RowWriter<Row, CreateBody, never>, 'columnsOf' | 'reformedIn'>,
  planned: PlannedWrite<Row, CreateBody>,
  caller: Caller,
): Omit<RowCreation, 'position'> | Omit<RowChange, 'position'> | undefined {
  if ('create' in planned) return { columns: writer.columnsOf(planned.create, caller) };
  const { row, changes } = planned;
  if (Object.keys(changes).length === 0) return undefined;
  return { id: row.id, changes, reformed: writer.reformedIn?.(row, changes) };
}
