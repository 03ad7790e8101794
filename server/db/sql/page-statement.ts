import { bundle } from '../../base/contract.ts';
import { type Bound, type InPage, type ListSpec, sortColumn, sortName } from './list-spec.ts';
import { fitsOnPage, SO_FAR, unlessLarger } from './page-bytes.ts';
import { type NamedStatement, statement } from './statement.ts';

/** Marks a filter with several values. One value has a statement of its own, which can use an index's order. */
export const MANY = '[]';

/**
 * The most rows that a page can have, plus one, as a literal in the SQL. With `LIMIT :rows` alone a generic plan assumes
 * that a page has a tenth of all rows, so PostgreSQL planned again for each request, which was a third of a list's time in
 * PostgreSQL. The outer LIMIT keeps the inner query's order and stops it, so no more rows are read.
 */
const MAX_ROWS = (bundle.components.parameters.Limit!.schema as { maximum: number }).maximum + 1;

/** What distinguishes a statement from the others of its list. */
export interface PageShape {
  readonly sort: string;
  /** A name ends in MANY if its parameter has several values. */
  readonly filters: readonly string[];
  readonly continued: boolean;
  readonly withDeleted: boolean;
  readonly bounded: boolean;
  /** Whether some of the rows are too large to be read without a look at the others. */
  readonly large?: true;
}

const pageStatements = new Map<string, NamedStatement>();

/** One statement for each combination of filters and order in use: a few dozen per list at most. */
export function pageStatement(spec: ListSpec, shape: PageShape): NamedStatement {
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
    spec.large === null ? spec.document : unlessLarger(':row_bytes::int', spec.large, spec.document);
  return `SELECT * FROM (
    SELECT ${shownId(spec)} AS id, ${keySql(spec, shape)} AS key, ${document} AS document ${rowsSql(spec, shape)}
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

/** A column of type numeric(15,3) in a result would make the prepared statement fail when it becomes numeric. */
const shownId = ({ id, idType }: ListSpec): string => (idType === 'numeric' ? `trim_scale(${id})` : id);

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

function filterSql(spec: ListSpec, shape: PageShape, shapeName: string): string {
  const name = shapeName.replace(MANY, '');
  const { sql, sqlOfMany } = spec.filters[name]!;
  const bound = boundOf(spec, shape);
  const isById = shape.continued && sortColumn(spec, shape.sort) === 'id';
  const inPage: InPage = (column) => (isById ? ` AND ${afterCursor({ ...spec, id: column }, shape)}` : '');
  return (name === shapeName ? sql : sqlOfMany!)(`:${name}`, inPage, bound);
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
