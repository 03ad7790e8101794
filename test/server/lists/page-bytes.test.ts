import { describe, expect, it } from 'vitest';
import { EXPORT_PAGE_BYTES } from '../../../server/api/streaming/stream-list.ts';
import type { JsonPage } from '../../../server/base/json.ts';
import { MAX_PAGE_BYTES, type PageBytes } from '../../../server/db/sql/page-bytes.ts';
import { eventCatalogue } from '../../../server/events/catalogue.ts';
import { readFeed } from '../../../server/events/store.ts';
import { categoryList } from '../../../server/trade/catalogue/categories/store.ts';
import { listPage } from '../../../server/trade/resources/listing.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import type { TestTenant } from '../../support/test-environment.ts';

const environment = sharedEnvironment();

/** Of the rows' texts, in thousands of characters of three bytes. The page ends in a row, between two, and before and after one of 4.5 MB. */
const SIZES = [1, 700, 1, 700, 1, 1_500, 1];

const TABLES = {
  categories: `INSERT INTO categories (tenant_id, name, slug, position, metadata, updated_at)
    SELECT $1, 'C' || n % 4, 'c' || n, 0, jsonb_build_object('x', repeat('漢', 1000 * size)), $3::timestamptz + n % 5 * interval '1 s'
    FROM unnest($2::int[]) WITH ORDINALITY row (size, n)`,
  products: `WITH p AS (
      INSERT INTO products (tenant_id, name, sku, price, status, unit, track_stock, allow_backorder, min_stock, image_urls, metadata,
        updated_at)
      SELECT $1, 'P' || n % 4, 'S' || n, n, 'active', 'un', true, false, 0, '[]', jsonb_build_object('x', repeat('漢', 1000 * size)),
        $3::timestamptz + n % 5 * interval '1 s'
      FROM unnest($2::int[]) WITH ORDINALITY row (size, n) RETURNING tenant_id, id)
    INSERT INTO stock_balances (tenant_id, product_id) SELECT tenant_id, id FROM p`,
};
const TIME = '2026-02-01T00:00:00.000Z';
interface Row {
  readonly id: number;
}
interface Page {
  readonly data: readonly Row[];
  readonly page: { readonly next_cursor: string | null; readonly has_more: boolean };
}

const tenants = new Map<string, Promise<TestTenant>>();

/** The same rows for all tests: they only read. */
function withLargeRows(table: keyof typeof TABLES): Promise<TestTenant> {
  const made =
    tenants.get(table) ??
    environment()
      .tenant()
      .then(async (tenant) => {
        await environment().context.db.query(TABLES[table], [tenant.tenantId, SIZES, TIME]);
        return tenant;
      });
  tenants.set(table, made);
  return made;
}

/** Without the checks of the other tests: rows that the contract allows are too many to be written here. */
const read = ({ key }: TestTenant, path: string): Promise<Response> =>
  fetch(`${environment().baseUrl}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } });

async function readPages(tenant: TestTenant, path: string): Promise<Page[]> {
  const pages: Page[] = [];
  for (let cursor: string | null = ''; cursor !== null; cursor = pages.at(-1)!.page.next_cursor) {
    const response = await read(tenant, path + (cursor && `&cursor=${cursor}`));
    pages.push((await response.json()) as Page);
  }
  return pages;
}

const bytesOf = (rows: readonly Row[]): number =>
  rows.reduce((sum, row) => sum + Buffer.byteLength(JSON.stringify(row)), 0);

/** The first row of the next page had no room on the page. */
function expectFull(pages: readonly Page[], limit: number): void {
  for (const [n, { data, page }] of pages.entries()) {
    const next = pages[n + 1]?.data[0];
    expect([page.has_more, page.next_cursor === null]).toEqual([next !== undefined, next === undefined]);
    if (data.length > 1) expect(bytesOf(data)).toBeLessThanOrEqual(MAX_PAGE_BYTES);
    if (next && data.length < limit) expect(bytesOf([...data, next])).toBeGreaterThan(MAX_PAGE_BYTES * 0.99);
  }
}

const SINCE = '&updated_since=2000-01-01T00:00:00.000Z';
it.each<[table: keyof typeof TABLES, sort: string, limit: number, filter?: string]>([
  ['categories', 'id', 200],
  ['categories', '-id', 3],
  ['categories', '-name', 200],
  ['categories', 'name', 2, SINCE],
  ['categories', 'updated_at', 200, SINCE],
  ['categories', '-updated_at', 200],
  ['products', '-id', 200],
  ['products', 'name', 200, '&status=active'],
])(
  'a list of large %s by %s, %i a page, ends each page at 4 MB and neither lacks nor repeats a row',
  async (table, sort, limit, filter = '') => {
    const tenant = await withLargeRows(table);
    const direction = sort.startsWith('-') ? 'DESC' : 'ASC';
    const ordered = await environment().context.db.query<Row>(
      `SELECT id FROM ${table} WHERE tenant_id = $1 ORDER BY ${sort.replace('-', '')} ${direction}, id ${direction}`,
      [tenant.tenantId],
    );
    const pages = await readPages(tenant, `/${table}?sort=${sort}&limit=${limit}${filter}`);
    expect(pages.flatMap(({ data }) => data).map(({ id }) => id)).toEqual(ordered.map(({ id }) => id));
    expectFull(pages, limit);
  },
);

async function withLargeEvents(): Promise<TestTenant & { ids: readonly string[] }> {
  const tenant = await environment().tenant();
  const { db } = environment().context;
  const product = await tenant.tp.products.create({ name: 'A', sku: 'A', price: 1 });
  for (const size of SIZES)
    await db.query(
      `SELECT emit_event($1, 'product.created', '{"product_id":' || id || ',"sku":"A","product":{"x":"' || repeat('漢', 1000 * $3::int) || '"}}')
       FROM products WHERE id = $2`,
      [tenant.tenantId, product.id, size],
    );
  const events = await db.query<{ event_id: string }>(
    'SELECT event_id FROM events WHERE tenant_id = $1 ORDER BY position',
    [tenant.tenantId],
  );
  return { ...tenant, ids: events.map(({ event_id }) => event_id) };
}

it.each([200, 3])(
  'the feed of large events, %i a page, ends each page at 4 MB and neither lacks nor repeats an event',
  async (limit) => {
    const tenant = await withLargeEvents();
    const pages: { data: (Row & { event_id: string })[]; page: Page['page'] }[] = [];
    do {
      const cursor = pages.at(-1)?.page.next_cursor;
      const response = await read(tenant, `/events?limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`);
      pages.push((await response.json()) as (typeof pages)[number]);
    } while (pages.at(-1)!.page.has_more);
    expect(pages.flatMap(({ data }) => data).map(({ event_id }) => event_id)).toEqual(tenant.ids);
    for (const { data } of pages)
      if (data.length > 1) expect(bytesOf(data)).toBeLessThanOrEqual(MAX_PAGE_BYTES);
    const again = await read(tenant, `/events?limit=${limit}&cursor=${pages.at(-1)!.page.next_cursor}`);
    expect(await again.json()).toMatchObject({ data: [], page: { has_more: false } });
  },
);

describe.each<[string, boolean]>([
  ['after a full page', false],
  ['after a page that was cut short', true],
])('a page of an export, %s,', (_when, expectLarge) => {
  const pageBytes: PageBytes = { most: EXPORT_PAGE_BYTES, expectLarge };

  it('has at most 500 kB of a list, or one row', async () => {
    const { tenantId } = await withLargeRows('categories');
    const { db, cursors } = environment().context;
    const pages: JsonPage<unknown>[] = [];
    do {
      const cursor = pages.at(-1)?.nextCursor;
      const query = { limit: 200, sort: '-name', ...(cursor && { cursor }) };
      pages.push(await listPage(db, { spec: categoryList, cursors, tenantId, query, pageBytes }));
    } while (pages.at(-1)!.hasMore);
    expect(pages.flatMap(({ rows }) => rows)).toHaveLength(SIZES.length);
    for (const { rows } of pages)
      if (rows.length > 1) expect(rows.join('').length).toBeLessThanOrEqual(EXPORT_PAGE_BYTES);
    expect(pages.some(({ rows }) => rows.length > 1)).toBe(true);
  });

  it('has at most 500 kB of the feed, or one event', async () => {
    const { tenantId, ids } = await withLargeEvents();
    const { db } = environment().context;
    const kinds = eventCatalogue.map(({ kind }) => kind);
    const counts: number[] = [];
    for (let position = 0, isFull = true; isFull; ) {
      const feed = await readFeed(db, { tenantId, cursor: { position }, kinds, limit: 201, pageBytes });
      if (feed.rows.length > 1)
        expect(feed.rows.map(({ body }) => body).join('').length).toBeLessThanOrEqual(EXPORT_PAGE_BYTES);
      counts.push(feed.rows.length);
      position = feed.rows.at(-1)!.position;
      isFull = feed.isFull;
    }
    expect(counts.reduce((sum, count) => sum + count)).toBe(ids.length);
  });
});

it.each(['ndjson', 'csv'])('an export of large rows as %s has all of them', async (format) => {
  const tenant = await withLargeRows('categories');
  const response = await read(tenant, `/exports/categories?format=${format}&sort=-name`);
  const lines = (await response.text()).trimEnd().split('\n');
  expect(lines).toHaveLength(SIZES.length + (format === 'csv' ? 1 : 0));
});
