import { bundle } from '../contract.ts';
import type { JsonText } from '../handler.ts';
import type { Cursors, Position } from '../pagination.ts';
import type { Querier, Statement } from './querier.ts';
import { statement } from './querier.ts';

interface SortColumn {
  readonly column: string;
  /** How its value is read as text and read back: what the cursor carries. */
  readonly asText: (column: string) => string;
  readonly type: string;
}

/** What a list of one resource may do: everything that becomes SQL is written here, and values are always bound. */
export interface ListSpec {
  readonly name: string;
  readonly from: string;
  readonly tenant: string;
  readonly id: string;
  readonly idType?: 'integer' | 'bigint';
  readonly document: string;
  /** By the name that `sort` has in the contract, without its `-`. `id` sorts by the id alone. */
  readonly sorts: Readonly<Record<string, SortColumn | 'id'>>;
  readonly filters: Readonly<Record<string, (placeholder: string) => string>>;
  readonly notDeleted?: string;
}

export const byText = (column: string): SortColumn => ({ column, asText: (c) => c, type: 'text' });
/** Stored with milliseconds, so the text of the API is exact. */
export const byTime = (column: string): SortColumn => ({
  column,
  asText: (c) => `iso(${c})`,
  type: 'timestamptz',
});
export const equals = (column: string) => (placeholder: string) => `${column} = ${placeholder}`;
export const since = (column: string) => (placeholder: string) => `${column} >= ${placeholder}::timestamptz`;

export interface ListQuery {
  readonly limit?: number;
  readonly cursor?: string;
  readonly sort?: string;
  readonly include_deleted?: boolean;
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
  const values = [
    tenantId,
    limit + 1,
    ...(after ? positionValues(spec, sort, after) : []),
    ...filters.map((name) => query[name as keyof ListQuery]),
  ];
  const rows = await db.query<Row>(
    pageStatement(spec, sort, filters, after !== undefined, query.include_deleted === true),
    values,
  );
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

const isById = (spec: ListSpec, sort: string): boolean => sortOf(spec, sort) === 'id';
const sortOf = (spec: ListSpec, sort: string): SortColumn | 'id' => spec.sorts[sort.replace('-', '')]!;

function positionValues(spec: ListSpec, sort: string, { value, id }: Position): unknown[] {
  return isById(spec, sort) ? [id] : [value, id];
}

/**
 * What a page reads at the most, and one more, as a number in the SQL. With `LIMIT $2` alone PostgreSQL takes a tenth of
 * the rows for the page when it plans without the values, so it plans again for each request: a third of a list's time
 * in it. The outer LIMIT keeps the inner query's order and stops it, so no more rows are read.
 */
const MAX_ROWS = (bundle.components.parameters.Limit!.schema as { maximum: number }).maximum + 1;

const statements = new Map<string, Statement>();

/** One prepared statement for each set of filters and order that is in use: a few dozen at the most for a list. */
function pageStatement(
  spec: ListSpec,
  sort: string,
  filters: readonly string[],
  continued: boolean,
  withDeleted: boolean,
): Statement {
  const shape = `list ${spec.name} ${sort} ${filters} ${continued} ${withDeleted}`;
  const known = statements.get(shape);
  if (known) return known;
  const made = statement(shape, pageSql(spec, sort, filters, continued, withDeleted));
  statements.set(shape, made);
  return made;
}

function pageSql(
  spec: ListSpec,
  sort: string,
  filters: readonly string[],
  continued: boolean,
  withDeleted: boolean,
): string {
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
  for (const name of filters) conditions.push(spec.filters[name]!(next()));
  const key = by === 'id' ? 'NULL' : by.asText(by.column);
  const order =
    by === 'id' ? `${spec.id} ${direction}` : `${by.column} ${direction}, ${spec.id} ${direction}`;
  return `SELECT * FROM (
    SELECT ${spec.id} AS id, ${key} AS key, ${spec.document} AS document FROM ${spec.from}
    WHERE ${conditions.join(' AND ')} ORDER BY ${order} LIMIT ${MAX_ROWS}
  ) AS page LIMIT $2`;
}
