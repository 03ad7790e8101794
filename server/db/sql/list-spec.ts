import type { Querier } from '../querier.ts';

export interface SortColumn {
  readonly column: string;
  /** SQL for the column's value as text, as the cursor carries it. */
  readonly asText: (column: string) => string;
  /** The type that the cursor's text is cast to. */
  readonly type: string;
}

/** SQL to add to a condition on a column of ids: ` AND column > :after_id`, or nothing on the first page or in another order. */
export type InPage = (column: string) => string;

/** SQL for an end of a range, cast to a type. */
export type Bound = (parameter: string, type: string) => string;

/** Finds the rows that have, or had until they were deleted, a name that the integrator gave them. */
export type FindIds = (db: Querier, tenantId: number, name: string) => Promise<readonly number[]>;

/** A condition on the rows of a list. */
export interface Filter {
  /**
   * SQL for the condition; `parameter` stands for the filter's value. A subquery that has the list's ids in a column should
   * add `inPage(column)`: PostgreSQL doesn't infer from the outer query that it can start at the cursor.
   */
  readonly sql: (parameter: string, inPage: InPage, bound: Bound) => string;
  /** SQL for the condition when the parameter has several values. */
  readonly sqlOfMany?: Filter['sql'];
  /** Of a filter that names rows: their ids take the name's place, because PostgreSQL plans well only for values that it knows, not for a subquery's. */
  readonly find?: FindIds;
  /** The forms in which the rows may have the value. More than one need `sqlOfMany`. */
  readonly forms?: (value: string) => readonly string[];
  /** The sorts in which an index has the rows of each value in order, so that a page is a range of that index. */
  readonly inOrderOf: readonly string[];
}

/** What a list of one resource can do. All of it becomes SQL text; values are always bound. */
export interface ListSpec {
  readonly name: string;
  readonly from: string;
  readonly tenant: string;
  readonly id: string;
  readonly idType?: 'integer' | 'bigint' | 'numeric';
  readonly document: string;
  /**
   * What may make a row large: a column of `from`, which then is a table with an alias and nothing else. Null if the contract keeps
   * each row below 2 kB. A page of large rows ends after MAX_PAGE_BYTES.
   */
  readonly large: string | null;
  /** By the name that `sort` has in the contract, without the `-`. `id` sorts by the id alone. */
  readonly sorts: Readonly<Record<string, SortColumn | 'id'>>;
  readonly filters: Readonly<Record<string, Filter>>;
  readonly notDeleted?: string;
  /** When a row was changed. A list that is sorted or filtered by it ends at the low watermark. */
  readonly updated?: string;
}

export const byText = (column: string): SortColumn => ({ column, asText: (c) => c, type: 'text' });
/** Stored with milliseconds, so the API's text is exact. */
export const byTime = (column: string): SortColumn => ({
  column,
  asText: (c) => `iso(${c})`,
  type: 'timestamptz',
});
export const filter = (sql: Filter['sql'], inOrderOf: readonly string[] = ['id']): Filter => ({
  sql,
  inOrderOf,
});
export const equals = (column: string, inOrderOf?: readonly string[]): Filter =>
  filter((parameter) => `${column} = ${parameter}`, inOrderOf);
const equalsAny = (column: string, type: 'int' | 'text', inOrderOf?: readonly string[]): Filter => ({
  ...equals(column, inOrderOf),
  sqlOfMany: (parameter) => `${column} = ANY (${parameter}::${type}[])`,
});
/** A parameter that takes several values, separated by commas. */
export const anyOf = (column: string, inOrderOf?: readonly string[]): Filter =>
  equalsAny(column, 'text', inOrderOf);
/** A filter by rows of another table that takes their name in place of their ids. */
export const named = (find: FindIds, column: string, inOrderOf?: readonly string[]): Filter => ({
  ...equalsAny(column, 'int', inOrderOf),
  find,
});
export const since = (column: string, inOrderOf: readonly string[]): Filter =>
  filter((parameter, _inPage, bound) => `${column} >= ${bound(parameter, 'timestamptz')}`, inOrderOf);
export const before = (column: string, inOrderOf: readonly string[]): Filter =>
  filter((parameter, _inPage, bound) => `${column} < ${bound(parameter, 'timestamptz')}`, inOrderOf);

export const sortColumn = (spec: ListSpec, sort: string): SortColumn | 'id' => spec.sorts[sortName(sort)]!;
export const sortName = (sort: string): string => sort.replace('-', '');
