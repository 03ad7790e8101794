import { describe, expect, it } from 'vitest';
import { type TestEnvironment, useTestEnvironment } from '../../support/test-environment.ts';

async function withProducts(
  count: number,
): Promise<{ environment: TestEnvironment; tenant: Awaited<ReturnType<TestEnvironment['tenant']>> }> {
  const environment = await useTestEnvironment();
  const tenant = await environment.tenant();
  await environment.context.db.query(
    `WITH p AS (INSERT INTO products (tenant_id, name, sku, price, status, unit, track_stock, allow_backorder, min_stock, image_urls, metadata)
       SELECT $1, 'Produto ' || n, 'S' || n, n, 'active', 'un', true, false, 0, '[]', '{}' FROM generate_series(1, $2::int) n RETURNING tenant_id, id)
     INSERT INTO stock_balances (tenant_id, product_id) SELECT tenant_id, id FROM p`,
    [tenant.tenantId, count],
  );
  return { environment, tenant };
}

describe('an export', () => {
  it('is saved under the name of its list, with the time in UTC', async () => {
    const nowMs = (): number => Date.parse('2026-02-01T22:30:05.678-03:00');
    const environment = await useTestEnvironment({ overrides: { nowMs } });
    const { tp, request } = await environment.tenant();
    const { id } = await tp.priceTables.create({ name: 'Atacado', code: 'ATA', kind: 'fixed' });
    const fileNameOf = async (path: string) =>
      (await request('GET', `/exports${path}`)).headers.get('content-disposition');
    expect([
      await fileNameOf('/stock-movements?format=ndjson'),
      await fileNameOf(`/price-table-entries/${id}?format=csv`),
    ]).toEqual([
      'attachment; filename="stock-movements-20260202T013005Z.ndjson"',
      `attachment; filename="price-table-entries-${id}-20260202T013005Z.csv"`,
    ]);
  });

  it('that is refused is no file', async () => {
    const { tenant } = await withProducts(1);
    const response = await tenant.request('GET', '/exports/price-table-entries/999?format=csv');
    expect([response.status, response.headers.get('content-disposition')]).toEqual([404, null]);
  });
});

describe('an export as NDJSON', () => {
  it('sends the whole filtered list, one row per line', async () => {
    const { tenant } = await withProducts(450);
    const path = '/exports/products?format=ndjson&status=active&sort=-id';
    const response = await tenant.request('GET', path);
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    const rows = (await response.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { sku: string; stock: object });
    expect(rows.map(({ sku }) => sku)).toEqual(Array.from({ length: 450 }, (_, n) => `S${450 - n}`));
    expect(rows[0]!.stock).toEqual({ on_hand: 0, reserved: 0, available: 0 });
  });

  it('has one line per row, whatever line breaks the texts and the stored JSON have', async () => {
    const environment = await useTestEnvironment();
    const tenant = await environment.tenant();
    const description = 'linha\u2028nova\r\né';
    await tenant.tp.products.create({ name: 'A', sku: 'A', price: 1, description });
    await environment.context.db.query(
      `UPDATE events SET body = replace(body, '{"', '{' || chr(13) || chr(10) || '"') WHERE tenant_id = $1`,
      [tenant.tenantId],
    );
    for (const path of ['/products', '/events']) {
      const { data } = (await (await tenant.request('GET', path)).json()) as { data: object[] };
      const lines = await (await tenant.request('GET', `/exports${path}?format=ndjson`)).text();
      expect(lines.endsWith('\n')).toBe(true);
      const rows = lines
        .trimEnd()
        .split(/[\r\n]+/)
        .map((line) => JSON.parse(line) as object);
      expect(rows).toEqual(data);
    }
  });

  it('counts as one request, for every list', async () => {
    const { tenant } = await withProducts(1);
    for (const path of [
      '/products',
      '/categories',
      '/customers',
      '/stock',
      '/stock-movements',
      '/orders',
      '/price-tables',
      '/promotions',
      '/coupons',
      '/events',
    ])
      for (const format of ['ndjson', 'csv']) {
        const url = `/exports${path}?format=${format}`;
        expect((await tenant.request('GET', url)).status, url).toBe(200);
      }
  });

  it.each(['', '?format=xml', '?format=csv&limit=5', '?format=csv&cursor=x'])(
    'is refused with %j',
    async (query) => {
      const { tenant } = await withProducts(1);
      expect((await tenant.request('GET', `/exports/products${query}`)).status).toBe(400);
    },
  );

  it.each([
    ['text/csv', 200],
    ['application/x-ndjson, text/*;q=0.5', 200],
    ['application/x-ndjson', 406],
    ['application/json', 406],
  ])('as CSV with Accept: %s gets %i', async (accept, status) => {
    const { tenant } = await withProducts(1);
    const response = await tenant.request('GET', '/exports/products?format=csv', { headers: { accept } });
    expect(response.status).toBe(status);
  });

  it('is where a client is sent that asks a list for CSV', async () => {
    const { tenant } = await withProducts(1);
    const headers = { accept: 'text/csv' };
    const list = await tenant.request('GET', '/products', { headers });
    expect([list.status, await list.json()]).toEqual([
      406,
      expect.objectContaining({ detail: expect.stringContaining('GET /api/v1/exports/products.') }),
    ]);
    const row = await tenant.request('GET', '/products/1', { headers });
    expect([row.status, await row.json()]).toEqual([
      406,
      expect.objectContaining({ detail: expect.not.stringContaining('exports') }),
    ]);
  });

  it('ends when the client disconnects, and reads only as fast as the client does', async () => {
    const { environment, tenant } = await withProducts(3000);
    const stop = new AbortController();
    const response = await fetch(`${environment.baseUrl}/api/v1/exports/products?format=ndjson`, {
      headers: { authorization: `Bearer ${tenant.key}` },
      signal: stop.signal,
    });
    await response.body!.getReader().read();
    stop.abort();
    await expect
      .poll(async () => {
        const sql =
          "SELECT count(*)::int AS busy FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()";
        return (await environment.context.db.query<{ busy: number }>(sql, []))[0]!.busy;
      })
      .toBe(0);
    expect((await tenant.request('GET', '/me')).status).toBe(200);
  });
});

describe('an export as CSV', () => {
  it('has a header row, nested members as columns, quoting, and no formulas', async () => {
    const { tenant } = await useTestEnvironment();
    const { tp, request } = await tenant();
    await tp.products.create({
      name: '=HYPERLINK("http://x")',
      sku: '-1',
      price: 9.5,
      brand: 'a,b "c"',
      description: 'linha\nnova',
      dimensions: { length_cm: 1, width_cm: 2, height_cm: 3 },
      metadata: { a: 'b' },
    });
    await tp.customers.create({ type: 'person', name: '@maria', phone: '+55 41 99999-0000' });
    const csv = async (path: string): Promise<string[]> =>
      (await (await request('GET', `/exports${path}?format=csv`)).text()).split('\r\n');
    const [head, row] = await csv('/products');
    expect(head).toContain('dimensions.length_cm,dimensions.width_cm,dimensions.height_cm');
    expect(head).toMatch(/,stock\.on_hand,stock\.reserved,stock\.available$/);
    expect(row).toContain(`"'=HYPERLINK(""http://x"")",-1,9.5,"linha\nnova",,"a,b ""c""",active`);
    expect(row).toContain(',1,2,3,');
    const [, customer] = await csv('/customers');
    expect(customer).toContain(`'@maria`);
    expect(customer).toContain(',+5541999990000');
  });

  it('does not escape negative numbers', async () => {
    const { tenant } = await useTestEnvironment();
    const { tp, request } = await tenant();
    const { id } = await tp.products.create({ name: 'A', sku: 'A', price: 1 });
    await tp.products.adjustStock(id, { mode: 'set', quantity: 5, reason: 'initial' });
    await tp.products.adjustStock(id, { mode: 'delta', quantity: -2, reason: 'loss' });
    const text = await (await request('GET', '/exports/stock-movements?format=csv')).text();
    expect(text).toContain('adjustment,-2,3,0,loss');
  });
});
