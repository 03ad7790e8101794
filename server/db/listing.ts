import { bundle } from '../contract.ts';
import { JsonBytes } from '../handler.ts';
import type { Cursors, Position } from '../pagination.ts';
import type { ByteString } from './byte-string.ts';
import { readLowWatermark } from './low-watermark.ts';
import { fitsOnPage, rowBytes, SO_FAR, unlessLarger } from './page-bytes.ts';
import type { Querier } from './querier.ts';
import { type NamedStatement, statement } from './statement.ts';

interface SortColumn {
  readonly column: string;
  /** SQL for the column's value as text, as the cursor carries it. */
  readonly asText: (column: string) => string;
  /** The type that the cursor's text is cast to. */
  readonly type: string;
}

/** SQL to add to a condition on a column of ids: ` AND column > :after_id`, or nothing on the first page or in another order. */
type InPage = (column: string) => string;

/** SQL for an end of a range, cast to a type. */
type Bound = (parameter: string, type: string) => string;

/** A condition on the rows of a list. */
export interface Filter {
  /**
   * SQL for the condition; `parameter` stands for the filter's value. A subquery that has the list's ids in a column should
   * add `inPage(column)`: PostgreSQL doesn't infer from the outer query that it can start at the cursor.
   */
  readonly sql: (parameter: string, inPage: InPage, bound: Bound) => string;
  /** SQL for the condition when the parameter has several values. */
  readonly sqlOfMany?: Filter['sql'];
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
/** A parameter that takes several values, separated by commas. */
export const anyOf = (column: string, inOrderOf?: readonly string[]): Filter => ({
  ...equals(column, inOrderOf),
  sqlOfMany: (parameter) => `${column} = ANY (${parameter}::text[])`,
});
export const since = (column: string, inOrderOf: readonly string[]): Filter =>
  filter((parameter, _inPage, bound) => `${column} >= ${bound(parameter, 'timestamptz')}`, inOrderOf);
export const before = (column: string, inOrderOf: readonly string[]): Filter =>
  filter((parameter, _inPage, bound) => `${column} < ${bound(parameter, 'timestamptz')}`, inOrderOf);

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
  /** Null if the row is too large for the statement that reads the others, or doesn't fit on the page. */
  readonly document: ByteString | null;
}

export interface ListRequest {
  readonly spec: ListSpec;
  readonly cursors: Cursors;
  readonly tenantId: number;
  readonly query: ListQuery;
}

/** One page as the JSON of `{data, page}`. The query already has the contract's defaults. */
export async function listPage<Page>(db: Querier, request: ListRequest): Promise<JsonBytes<Page>> {
  const { spec, cursors, tenantId, query } = request;
  const sort = query.sort!;
  const limit = query.limit!;
  const after =
    query.cursor === undefined ? undefined : cursors.decode(spec.name, tenantId, sort, query.cursor);
  const filters = Object.keys(spec.filters)
    .filter((name) => name in query)
    .map((name) => ({ name, value: filterValue(query[name as keyof ListQuery]) }));
  const lowWatermark = needsLowWatermark(spec, query) ? await readLowWatermark(db) : undefined;
  const shape = {
    sort,
    filters: filters.map(({ name, value }) => (Array.isArray(value) ? name + MANY : name)),
    continued: after !== undefined,
    withDeleted: query.include_deleted === true,
    bounded: lowWatermark !== undefined,
  };
  const rows = await readRows(db, spec, shape, {
    tenant_id: tenantId,
    ...(after && positionValues(spec, sort, after)),
    ...Object.fromEntries(filters.map(({ name, value }) => [name, value])),
    ...(lowWatermark !== undefined && { low_watermark: lowWatermark }),
    rows: limit + 1,
  });
  const shown = shownRows(rows, limit);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  const next = last && cursors.encode(spec.name, tenantId, { sort, value: last.key, id: String(last.id) });
  return new JsonBytes(pageText(shown, next));
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Two statements, because the one that adds up the rows' sizes is slower. Most pages have no row that needs it. If one has, what was
 * read is dropped: the rows and the end of a page must be of one moment, or a sync would go on behind what it hasn't seen.
 */
async function readRows(db: Querier, spec: ListSpec, shape: PageShape, values: Values): Promise<Row[]> {
  const rows = await pageStatement(spec, shape)<Row>(db, values);
  if (rows.every(hasDocument)) return rows;
  return pageStatement(spec, { ...shape, large: true })<Row>(db, values);
}

interface ShownRow extends Row {
  readonly document: ByteString;
}
const hasDocument = (row: Row): row is ShownRow => row.document !== null;

/** Those before the first that doesn't fit. */
function shownRows(rows: readonly Row[], limit: number): readonly ShownRow[] {
  const firstLeftOut = rows.findIndex((row, index) => index === limit || !hasDocument(row));
  return (firstLeftOut === -1 ? rows : rows.slice(0, firstLeftOut)) as readonly ShownRow[];
}

/** Marks a filter with several values. One value has a statement of its own, which can use an index's order. */
const MANY = '[]';

const filterValue = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 1 ? value[0] : value;

function filterSql(spec: ListSpec, shape: PageShape, shapeName: string): string {
  const name = shapeName.replace(MANY, '');
  const { sql, sqlOfMany } = spec.filters[name]!;
  const bound = boundOf(spec, shape);
  const isById = shape.continued && sortColumn(spec, shape.sort) === 'id';
  const inPage: InPage = (column) => (isById ? ` AND ${afterCursor({ ...spec, id: column }, shape)}` : '');
  return (name === shapeName ? sql : sqlOfMany!)(`:${name}`, inPage, bound);
}

function pageText(rows: readonly ShownRow[], next: string | undefined): ByteString {
  let data = '';
  for (let i = 0; i < rows.length; i += 1) data += (i === 0 ? '' : ',') + rows[i]!.document;
  return `{"data":[${data}],"page":{"next_cursor":${next ? `"${next}"` : 'null'},"has_more":${next !== undefined}}}` as ByteString;
}

/**
 * Going back in time from a cursor needs no bound: when the cursor's page was made, everything before its end had
 * committed. With a bound PostgreSQL would start at the bound and skip over all the pages that were already read.
 */
const needsLowWatermark = ({ updated }: ListSpec, query: ListQuery): boolean =>
  updated !== undefined && endsAtLowWatermark(query);

export const endsAtLowWatermark = ({ updated_since, sort, cursor }: ListQuery): boolean =>
  sort === '-updated_at' ? cursor === undefined : sort === 'updated_at' || updated_since !== undefined;

const sortColumn = (spec: ListSpec, sort: string): SortColumn | 'id' => spec.sorts[sortName(sort)]!;
const sortName = (sort: string): string => sort.replace('-', '');

const positionValues = (spec: ListSpec, sort: string, { value, id }: Position) =>
  sortColumn(spec, sort) === 'id' ? { after_id: id } : { after_value: value, after_id: id };

/**
 * The most rows that a page can have, plus one, as a literal in the SQL. With `LIMIT :rows` alone a generic plan assumes
 * that a page has a tenth of all rows, so PostgreSQL planned again for each request, which was a third of a list's time in
 * PostgreSQL. The outer LIMIT keeps the inner query's order and stops it, so no more rows are read.
 */
const MAX_ROWS = (bundle.components.parameters.Limit!.schema as { maximum: number }).maximum + 1;

/** What distinguishes a statement from the others of its list. */
interface PageShape {
  readonly sort: string;
  /** A name ends in MANY if its parameter has several values. */
  readonly filters: readonly string[];
  readonly continued: boolean;
  readonly withDeleted: boolean;
  readonly bounded: boolean;
  /** Whether some of the rows are too large to be read without a look at the others. */
  readonly large?: true;
}

const pageStatements = new Map<string, NamedStatement<string>>();

/** One statement for each combination of filters and order in use: a few dozen per list at most. */
function pageStatement(spec: ListSpec, shape: PageShape): NamedStatement<string> {
  const key = `${spec.name} ${Object.values(shape).join(' ')}`;
  const known = pageStatements.get(key);
  if (known) return known;
  // The names of several filters can be longer than PostgreSQL's 63 bytes: a number keeps the statements apart.
  const name = `list ${shape.large ? 'large ' : ''}${spec.name} by ${shape.sort} (${pageStatements.size})`;
  const text = shape.large ? largePageSql(spec, shape) : pageSql(spec, shape);
  const made = statement(name, text, {
    prepared: hasOneGoodPlan(spec, shape),
    byteColumns: ['document'],
  });
  pageStatements.set(key, made);
  return made;
}

/**
 * Whether one plan is right for all values, so that it can be prepared. When no index has a filter's rows in the order of
 * the sort, there are two plans: find the rows by the filter and sort them, good for few rows; or walk the sort's index
 * until the page is full, good for many. Which is right depends on the value, and the wrong one may read the whole table.
 */
function hasOneGoodPlan({ filters: known }: ListSpec, { sort, filters }: PageShape): boolean {
  return (
    filters.length === 0 ||
    (filters.length === 1 && known[filters[0]!]?.inOrderOf.includes(sortName(sort)) === true)
  );
}

/**
 * A prepared list has the ends of its ranges in subqueries, into which PostgreSQL doesn't look when it plans for the values. Otherwise
 * it expects no row after the newest time that its statistics have, finds that cheaper than any generic plan, and plans each
 * time: a program that follows the changes of a million orders took 1.5 times PostgreSQL's time for those of ten thousand.
 */
const boundOf =
  (spec: ListSpec, shape: PageShape): Bound =>
  (parameter, type) =>
    hasOneGoodPlan(spec, shape) ? `(SELECT ${parameter}::${type})` : `${parameter}::${type}`;

function pageSql(spec: ListSpec, shape: PageShape): string {
  const document =
    spec.large === null ? spec.document : unlessLarger(rowBytes(':rows'), spec.large, spec.document);
  return `SELECT * FROM (
    SELECT ${spec.id} AS id, ${keySql(spec, shape)} AS key, ${document} AS document ${rowsSql(spec, shape)}
  ) AS page LIMIT :rows`;
}

/** Each row under the alias of its table, so that the document of one that doesn't fit is never read. */
function largePageSql(spec: ListSpec, shape: PageShape): string {
  const alias = spec.id.split('.')[0]!;
  return `SELECT ${spec.id} AS id, page_key AS key, CASE WHEN page_fits THEN ${spec.document} END AS document FROM (
    SELECT *, ${fitsOnPage('page_bytes')} AS page_fits FROM (
      SELECT ${alias}.*, ${keySql(spec, shape)} AS page_key, octet_length(${spec.large}) AS page_bytes ${rowsSql(spec, shape)}
    ) AS page ${SO_FAR} LIMIT :rows
  ) AS ${alias}`;
}

function keySql(spec: ListSpec, { sort }: PageShape): string {
  const by = sortColumn(spec, sort);
  return by === 'id' ? 'NULL' : by.asText(by.column);
}

function rowsSql(spec: ListSpec, shape: PageShape): string {
  const by = sortColumn(spec, shape.sort);
  const direction = isDescending(shape) ? 'DESC' : 'ASC';
  const order =
    by === 'id' ? `${spec.id} ${direction}` : `${by.column} ${direction}, ${spec.id} ${direction}`;
  return `FROM ${spec.from}
    WHERE ${conditions(spec, shape).join(' AND ')} ORDER BY ${order} LIMIT ${MAX_ROWS}`;
}

function conditions(spec: ListSpec, shape: PageShape): string[] {
  return [
    `${spec.tenant} = :tenant_id`,
    ...(spec.notDeleted && !shape.withDeleted ? [spec.notDeleted] : []),
    ...(shape.continued ? [afterCursor(spec, shape)] : []),
    ...shape.filters.map((name) => filterSql(spec, shape, name)),
    ...(shape.bounded ? [`${spec.updated} <= ${boundOf(spec, shape)(':low_watermark', 'timestamptz')}`] : []),
  ];
}

function afterCursor(spec: ListSpec, shape: PageShape): string {
  const by = sortColumn(spec, shape.sort);
  const compare = isDescending(shape) ? '<' : '>';
  const bound = boundOf(spec, shape);
  const id = bound(':after_id', spec.idType ?? 'integer');
  if (by === 'id') return `${spec.id} ${compare} ${id}`;
  return `(${by.column}, ${spec.id}) ${compare} (${bound(':after_value', by.type)}, ${id})`;
}

const isDescending = ({ sort }: PageShape): boolean => sort.startsWith('-');
