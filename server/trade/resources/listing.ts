import type { ByteString } from '../../base/byte-string.ts';
import type { Cursors, Position } from '../../base/cursors.ts';
import { JsonPage } from '../../base/json.ts';
import type { Querier } from '../../db/querier.ts';
import { type ListSpec, sortColumn } from '../../db/sql/list-spec.ts';
import { readLowWatermark } from '../../db/sql/low-watermark.ts';
import { ANY_PAGE, type PageBytes, rowBytes } from '../../db/sql/page-bytes.ts';
import { MANY, type PageShape, pageStatement } from '../../db/sql/page-statement.ts';

/** No row has it. */
const NO_ID = 0;

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
  readonly pageBytes?: PageBytes | undefined;
}

/** One page as the JSON of `{data, page}`. The query already has the contract's defaults. */
export async function listPage<Page>(db: Querier, request: ListRequest): Promise<JsonPage<Page>> {
  const { spec, cursors, tenantId, query } = request;
  const sort = query.sort!;
  const limit = query.limit!;
  const after =
    query.cursor === undefined ? undefined : cursors.decode(spec.name, tenantId, sort, query.cursor);
  const asked = Object.entries(spec.filters).filter(([name]) => name in query);
  const filters: { readonly name: string; readonly value: unknown }[] = [];
  for (const [name, { find, forms }] of asked) {
    const sent = query[name as keyof ListQuery];
    const value = filterValue(forms ? forms(sent as string) : sent);
    filters.push({ name, value: find ? filterValue(await find(db, tenantId, value as string)) : value });
  }
  const lowWatermark = needsLowWatermark(spec, query) ? await readLowWatermark(db) : undefined;
  const shape = {
    sort,
    filters: filters.map(({ name, value }) => (Array.isArray(value) ? name + MANY : name)),
    continued: after !== undefined,
    withDeleted: query.include_deleted === true,
    bounded: lowWatermark !== undefined,
  };
  const values = {
    tenant_id: tenantId,
    ...(after && positionValues(spec, sort, after)),
    ...Object.fromEntries(filters.map(({ name, value }) => [name, value])),
    ...(lowWatermark !== undefined && { low_watermark: lowWatermark }),
    rows: limit + 1,
  };
  const rows = await readRows(db, { spec, shape, bytes: request.pageBytes ?? ANY_PAGE }, values);
  const shown = shownRows(rows, limit);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  const next = last && cursors.encode(spec.name, tenantId, { sort, value: last.key, id: String(last.id) });
  return new JsonPage(
    shown.map(({ document }) => document),
    next ?? null,
  );
}

type Values = Readonly<Record<string, unknown>> & { readonly rows: number };

interface PageRead {
  readonly spec: ListSpec;
  readonly shape: PageShape;
  readonly bytes: PageBytes;
}

/**
 * Two statements, because the one that adds up the rows' sizes is slower. Most pages have no row that needs it. If one has, what was
 * read is dropped: the rows and the end of a page must be of one moment, or a sync would go on behind what it hasn't seen.
 */
async function readRows(db: Querier, { spec, shape, bytes }: PageRead, values: Values): Promise<Row[]> {
  if (spec.large === null) return pageStatement(spec, shape)<Row>(db, values);
  if (!bytes.expectLarge) {
    const row_bytes = rowBytes(bytes, values.rows);
    const rows = await pageStatement(spec, shape)<Row>(db, { row_bytes, ...values });
    if (rows.every(hasDocument)) return rows;
  }
  return pageStatement(spec, { large: true, ...shape })<Row>(db, { page_bytes: bytes.most, ...values });
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

const filterValue = (value: unknown): unknown => {
  if (!Array.isArray(value) || value.length > 1) return value;
  return value[0] ?? NO_ID;
};

/**
 * Going back in time from a cursor needs no bound: when the cursor's page was made, everything before its end had
 * committed. With a bound PostgreSQL would start at the bound and skip over all the pages that were already read.
 */
const needsLowWatermark = ({ updated }: ListSpec, query: ListQuery): boolean =>
  updated !== undefined && endsAtLowWatermark(query);

export const endsAtLowWatermark = ({ updated_since, sort, cursor }: ListQuery): boolean =>
  sort === '-updated_at' ? cursor === undefined : sort === 'updated_at' || updated_since !== undefined;

const positionValues = (spec: ListSpec, sort: string, { value, id }: Position) =>
  sortColumn(spec, sort) === 'id' ? { after_id: id } : { after_value: value, after_id: id };
