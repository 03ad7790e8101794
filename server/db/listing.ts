import { bundle } from '../contract.ts';
import type { JsonText } from '../handler.ts';
import type { Cursors, Position } from '../pagination.ts';
import { readLowWatermark } from './low-watermark.ts';
import type { Querier, Statement } from './querier.ts';
import { statement } from './querier.ts';

interface SortColumn {
  readonly column: string;
  /** How its value is read as text and read back: what the cursor carries. */
  readonly asText: (column: string) => string;
  readonly type: string;
}

/** A condition on the rows of a list. */
export interface Filter {
  readonly sql: (placeholder: string) => string;
  /** The sorts for which an index holds the rows of every one value in order: a page is then a stretch of that index. */
  readonly inOrderOf: readonly string[];
}

/** What a list of one resource may do: everything that becomes SQL is written here, and values are always bound. */
export interface ListSpec {
  readonly name: string;
  readonly from: string;
  readonly tenant: string;
  readonly id: string;
  readonly idType?: 'integer' | 'bigint' | 'numeric';
  readonly document: string;
  /** By the name that `sort` has in the contract, without its `-`. `id` sorts by the id alone. */
  readonly sorts: Readonly<Record<string, SortColumn | 'id'>>;
  readonly filters: Readonly<Record<string, Filter>>;
  readonly notDeleted?: string;
  /** When a row was changed. A list by it or since a time of it ends where changes are not complete yet. */
  readonly updated?: string;
}

export const byText = (column: string): SortColumn => ({ column, asText: (c) => c, type: 'text' });
/** Stored with milliseconds, so the text of the API is exact. */
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
  filter((placeholder) => `${column} = ${placeholder}`, inOrderOf);
export const since = (column: string, inOrderOf: readonly string[]): Filter =>
  filter((placeholder) => `${column} >= ${placeholder}::timestamptz`, inOrderOf);
export const before = (column: string, inOrderOf: readonly string[]): Filter =>
  filter((placeholder) => `${column} < ${placeholder}::timestamptz`, inOrderOf);

export interface ListQuery {
  readonly limit?: number;
  readonly cursor?: string;
  readonly sort?: string;
  readonly include_deleted?: boolean;
  readonly updated_since?: string;
}

interface Row {
  readonly id: string | number;
  readonly key: string | null;
  readonly document: string;
}

export interface ListRequest {
  readonly spec: ListSpec;
  readonly cursors: Cursors;
  readonly tenantId: number;
  readonly query: ListQuery;
}

/** One page as the JSON text of `{data, page}`. The contract has put defaults into the query. */
export async function listPage<Page>(db: Querier, request: ListRequest): Promise<JsonText<Page>> {
  const { spec, cursors, tenantId, query } = request;
  const sort = query.sort!;
  const limit = query.limit!;
  const after =
    query.cursor === undefined ? undefined : cursors.decode(spec.name, tenantId, sort, query.cursor);
  const filters = Object.keys(spec.filters).filter((name) => name in query);
  const lowWatermark = isSync(spec, query) ? await readLowWatermark(db) : undefined;
  const values = [
    tenantId,
    limit + 1,
    ...(after ? positionValues(spec, sort, after) : []),
    ...filters.map((name) => query[name as keyof ListQuery]),
    ...(lowWatermark === undefined ? [] : [lowWatermark]),
  ];
  const shape = {
    sort,
    filters,
    continued: after !== undefined,
    withDeleted: query.include_deleted === true,
    bounded: lowWatermark !== undefined,
  };
  const rows = await db.query<Row>(pageStatement(spec, shape), values);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const next = last && cursors.encode(spec.name, tenantId, { sort, value: last.key, id: String(last.id) });
  return pageText(rows, limit, next) as JsonText<Page>;
}

function pageText(rows: readonly Row[], limit: number, next: string | undefined): string {
  let data = '';
  const length = Math.min(rows.length, limit);
  for (let i = 0; i < length; i += 1) data += (i === 0 ? '' : ',') + rows[i]!.document;
  return `{"data":[${data}],"page":{"next_cursor":${next ? `"${next}"` : 'null'},"has_more":${next !== undefined}}}`;
}

/**
 * Going back in time from a cursor needs no bound: all before it was complete when the page was made that ended there.
 * With one PostgreSQL would begin at the bound, and pass over all that was shown already.
 */
const isSync = ({ updated }: ListSpec, { updated_since, sort, cursor }: ListQuery): boolean =>
  updated !== undefined &&
  (sort === '-updated_at' ? cursor === undefined : sort === 'updated_at' || updated_since !== undefined);

const isById = (spec: ListSpec, sort: string): boolean => sortOf(spec, sort) === 'id';
const sortOf = (spec: ListSpec, sort: string): SortColumn | 'id' => spec.sorts[nameOf(sort)]!;
const nameOf = (sort: string): string => sort.replace('-', '');

function positionValues(spec: ListSpec, sort: string, { value, id }: Position): unknown[] {
  return isById(spec, sort) ? [id] : [value, id];
}

/**
 * What a page reads at the most, and one more, as a number in the SQL. With `LIMIT $2` alone PostgreSQL takes a tenth of
 * the rows for the page when it plans without the values, so it plans again for each request: a third of a list's time
 * in it. The outer LIMIT keeps the inner query's order and stops it, so no more rows are read.
 */
const MAX_ROWS = (bundle.components.parameters.Limit!.schema as { maximum: number }).maximum + 1;

const statements = new Map<string, Statement | string>();

/** What makes a statement another one than its list's others. */
interface Shape {
  readonly sort: string;
  readonly filters: readonly string[];
  readonly continued: boolean;
  readonly withDeleted: boolean;
  readonly bounded: boolean;
}

/** One statement for each set of filters and order that is in use: a few dozen at the most for a list. */
function pageStatement(spec: ListSpec, shape: Shape): Statement | string {
  const key = `${spec.name} ${Object.values(shape).join(' ')}`;
  const known = statements.get(key);
  if (known) return known;
  const text = pageSql(spec, shape);
  // PostgreSQL tells names apart by their first 63 letters only, and those of several filters are longer.
  const made = hasOnePlan(spec, shape) ? statement(`list ${spec.name} ${statements.size}`, text) : text;
  statements.set(key, made);
  return made;
}

/**
 * Whether the same plan is right for all values, so that it need be made only once. Where no index holds the rows of a
 * filter in the order of the sort, a few rows are best found by the filter and sorted, and many by walking the sort until
 * the page is full. Which it is depends on the value: either plan may read the whole table with another one.
 */
function hasOnePlan({ filters: known }: ListSpec, { sort, filters }: Shape): boolean {
  return (
    filters.length === 0 || (filters.length === 1 && known[filters[0]!]!.inOrderOf.includes(nameOf(sort)))
  );
}

function pageSql(spec: ListSpec, { sort, filters, continued, withDeleted, bounded }: Shape): string {
  const by = sortOf(spec, sort);
  const [compare, direction] = sort.startsWith('-') ? ['<', 'DESC'] : ['>', 'ASC'];
  const idType = spec.idType ?? 'integer';
  let bound = 2;
  const next = (): string => {
    bound += 1;
    return `$${bound}`;
  };
  const conditions = [`${spec.tenant} = $1`];
  if (spec.notDeleted && !withDeleted) conditions.push(spec.notDeleted);
  if (continued && by === 'id') conditions.push(`${spec.id} ${compare} ${next()}::${idType}`);
  if (continued && by !== 'id')
    conditions.push(`(${by.column}, ${spec.id}) ${compare} (${next()}::${by.type}, ${next()}::${idType})`);
  for (const name of filters) conditions.push(spec.filters[name]!.sql(next()));
  if (bounded) conditions.push(`${spec.updated} <= ${next()}::timestamptz`);
  const key = by === 'id' ? 'NULL' : by.asText(by.column);
  const order =
    by === 'id' ? `${spec.id} ${direction}` : `${by.column} ${direction}, ${spec.id} ${direction}`;
  return `SELECT * FROM (
    SELECT ${spec.id} AS id, ${key} AS key, ${spec.document} AS document FROM ${spec.from}
    WHERE ${conditions.join(' AND ')} ORDER BY ${order} LIMIT ${MAX_ROWS}
  ) AS page LIMIT $2`;
}
