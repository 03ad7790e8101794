import http, { type IncomingMessage } from 'node:http';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ReportDatabase } from '../../../server/db/pool/report-database.ts';
import { stocked } from '../../support/shop.ts';
import { type TestEnvironment, type TestTenant, useTestEnvironment } from '../../support/test-environment.ts';
import { openShop } from '../../support/trade.ts';

const RANGE = 'start_date=2026-02-01&end_date=2026-02-28';
const BY_PRODUCT = `/reports/sales?${RANGE}&group_by=product`;
/** What a report has at most. */
const MOST_ROWS = 100_000;

/** A shop with one order, in a service whose reports have shorter limits than usual. */
async function shopWithLimits(limits?: { statementMs: number; sendingMs: number }) {
  const usual = await useTestEnvironment();
  const { context, databaseUrl: url } = usual;
  const reports = new ReportDatabase({ url, preparedStatements: true, log: () => {} }, context.db, limits);
  const environment = limits
    ? await useTestEnvironment({ database: { url, drop: async () => {} }, overrides: { reports } })
    : usual;
  const shop = await openShop(environment);
  const { id } = await stocked(shop.tp, 10);
  await shop.order({ items: [{ product_id: id, quantity: 1 }], placed_at: '2026-02-03T00:00:00.000Z' });
  return { environment, shop };
}

async function connect({ databaseUrl }: TestEnvironment): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Reports by product wait until the returned function is called. */
async function lockLines(environment: TestEnvironment): Promise<() => Promise<void>> {
  const client = await connect(environment);
  await client.query('BEGIN; LOCK TABLE order_lines IN ACCESS EXCLUSIVE MODE');
  return async () => void (await client.query('COMMIT'));
}

const isReading = `SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND query ~ '^(FETCH|DECLARE)' AND state <> 'idle'`;
/** Waits until so many reports are being read from the database. */
const whenReading = ({ context: { db } }: TestEnvironment, count: number) =>
  vi.waitFor(async () => expect(await db.query(isReading, [])).toEqual([{ count }]), 90_000);

/** Gives the order a line for each of `count` new products. */
async function addLines(
  environment: TestEnvironment,
  { tenantId }: TestTenant,
  count: number,
): Promise<void> {
  const client = await connect(environment);
  // Without triggers and keys this takes a second. An order's lines have numbers up to 32 767, so some have the same.
  await client.query('ALTER TABLE order_lines DROP CONSTRAINT IF EXISTS order_lines_pkey');
  await client.query('SET session_replication_role = replica');
  await client.query(
    `WITH p AS (INSERT INTO products (tenant_id, name, sku, price, status, unit, track_stock, allow_backorder, min_stock, image_urls, metadata, document)
       SELECT $1, 'Produto', 'MANY-' || gen_random_uuid(), n, 'active', 'un', true, false, 0, '[]', '{}', '' FROM generate_series(1, $2::int) n RETURNING id)
     INSERT INTO order_lines (tenant_id, order_id, line, product_id, quantity, subtotal, discount, total, first_of_product)
     SELECT $1, o.id, 2 + (row_number() OVER ()) % 30000, p.id, 1, 10, 0, 10, true FROM p, orders o WHERE o.tenant_id = $1`,
    [tenantId, count],
  );
  await client.query('ANALYZE order_lines');
}

/** Sends a request without comparing the response with the contract, which takes minutes for 100 000 rows. */
const get = ({ baseUrl }: TestEnvironment, { key }: TestTenant, path: string): Promise<Response> =>
  fetch(`${baseUrl}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } });

/** Opens a report, and reads none of its body. */
function open({ baseUrl }: TestEnvironment, { key }: TestTenant, path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` };
    const request = http.get(`${baseUrl}/api/v1${path}`, { agent: false, headers }, resolve);
    request.once('error', reject);
    onTestFinished(() => void request.destroy());
  });
}

it('100 000 rows are sent in full, and one more is refused', async () => {
  const { environment, shop } = await shopWithLimits();
  await addLines(environment, shop, MOST_ROWS - 1);
  const { rows, totals } = (await (await get(environment, shop, BY_PRODUCT)).json()) as {
    rows: { product_id: number }[];
    totals: object;
  };
  expect(rows.length).toBe(MOST_ROWS);
  expect(new Set(rows.map(({ product_id }) => product_id)).size).toBe(MOST_ROWS);
  expect(totals).toMatchObject({ orders: 1, quantity: MOST_ROWS, total: 10 * MOST_ROWS });
  const csv = await (await get(environment, shop, `${BY_PRODUCT}&format=csv`)).text();
  expect(csv.split('\r\n').length).toBe(1 + MOST_ROWS + 1);

  await addLines(environment, shop, 1);
  const response = await shop.request('GET', BY_PRODUCT);
  const detail = 'the report has 100001 rows, more than 100000; choose a shorter range';
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { errors: [{ parameter: 'end_date', detail }] },
  ]);
}, 600_000);

it('a report that takes too long is refused and says what to do; its connection serves the next one', async () => {
  const { environment, shop } = await shopWithLimits({ statementMs: 300, sendingMs: 60_000 });
  const unlock = await lockLines(environment);
  const response = await shop.request('GET', BY_PRODUCT);
  expect(response.status).toBe(400);
  expect(((await response.json()) as { errors: object[] }).errors).toMatchObject([
    {
      parameter: 'end_date',
      detail: expect.stringMatching(/^the report took longer than .* choose a shorter range$/),
    },
  ]);
  await unlock();
  expect((await shop.request('GET', BY_PRODUCT)).status).toBe(200);
});

it('three reports are in progress at most, one after the other, and nothing else of the tenant waits for them', async () => {
  const { environment, shop } = await shopWithLimits();
  const unlock = await lockLines(environment);
  const three = [1, 2, 3].map(() => shop.request('GET', BY_PRODUCT));
  await whenReading(environment, 1);
  await vi.waitFor(async () => {
    const fourth = await shop.request('GET', BY_PRODUCT);
    expect([fourth.status, fourth.headers.get('retry-after')]).toEqual([429, '5']);
    expect(await fourth.json()).toMatchObject({ code: 'too_many_concurrent_requests' });
  });
  expect((await shop.request('GET', '/exports/products?format=csv')).status).toBe(429);
  const others = Array.from({ length: 20 }, (_, n) =>
    n % 2 ? shop.tp.products.list() : shop.tp.categories.create({ name: `Categoria ${n}` }),
  );
  await Promise.all(others);
  await whenReading(environment, 1);
  await unlock();
  expect((await Promise.all(three)).map(({ status }) => status)).toEqual([200, 200, 200]);
});

it("another tenant's report doesn't wait for them either", async () => {
  const { environment, shop } = await shopWithLimits();
  const other = await openShop(environment);
  const unlock = await lockLines(environment);
  const waiting = [shop.request('GET', BY_PRODUCT), shop.request('GET', BY_PRODUCT)];
  await whenReading(environment, 1);
  expect((await other.request('GET', `/reports/sales?${RANGE}&group_by=day`)).status).toBe(200);
  await unlock();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
});

it('a report whose client leaves is canceled in the database', async () => {
  const { environment, shop } = await shopWithLimits();
  const unlock = await lockLines(environment);
  const abort = new AbortController();
  const left = shop.tp.reports.sales(
    { start_date: '2026-02-01', end_date: '2026-02-28', group_by: 'product' },
    { signal: abort.signal },
  );
  await whenReading(environment, 1);
  abort.abort();
  await expect(left).rejects.toThrow();
  await whenReading(environment, 0);
  const next = shop.request('GET', BY_PRODUCT);
  await whenReading(environment, 1);
  await unlock();
  expect((await next).status).toBe(200);
});

it('a client that stops reading loses its connection, and the report gives back its own', async () => {
  const { environment, shop } = await shopWithLimits({ statementMs: 30_000, sendingMs: 500 });
  await addLines(environment, shop, MOST_ROWS - 1);
  const stalled = await open(environment, shop, BY_PRODUCT);
  const error = await new Promise<NodeJS.ErrnoException>((resolve) => {
    stalled.once('error', resolve);
    // It reads on when the server has given up: what had been sent arrives, and then the reset.
    setTimeout(() => stalled.resume(), 2_000);
  });
  expect(error.code).toBe('ECONNRESET');
  const other = await shop.request('GET', `/reports/sales?${RANGE}&group_by=day`);
  expect(other.status).toBe(200);
}, 600_000);
