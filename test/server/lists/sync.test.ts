import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { useTestEnvironment } from '../../support/test-environment.ts';

interface Row {
  readonly id: number;
  readonly updated_at: string;
}
interface Page {
  readonly data: Row[];
  readonly page: { next_cursor: string; has_more: boolean };
}

describe('updated_since', () => {
  it('misses nothing when a transaction that wrote earlier commits later', async () => {
    const environment = await useTestEnvironment();
    const { tp, request, tenantId } = await environment.tenant();
    const [slow, quick] = [
      await tp.products.create({ name: 'A', sku: 'A', price: 1 }),
      await tp.products.create({ name: 'B', sku: 'B', price: 1 }),
    ];
    const writer = new pg.Client({ connectionString: environment.databaseUrl });
    await writer.connect();
    await writer.query('BEGIN');
    await writer.query(
      'UPDATE products SET price = 2, updated_at = statement_timestamp(), version = version + 1 WHERE tenant_id = $1 AND id = $2',
      [tenantId, slow.id],
    );
    await tp.products.update(quick.id, { price: 3 });
    const changedSince = async (time: string): Promise<Row[]> =>
      (
        (await (
          await request('GET', `/products?sort=updated_at&updated_since=${encodeURIComponent(time)}`)
        ).json()) as Page
      ).data;

    const first = await changedSince('1970-01-01T00:00:00.000Z');
    const seen = first
      .map(({ updated_at }) => updated_at)
      .sort()
      .at(-1)!;
    await writer.query('COMMIT');
    await writer.end();
    await expect
      .poll(async () => (await changedSince(seen)).map(({ id }) => id).sort())
      .toEqual(expect.arrayContaining([slow.id, quick.id]));
  });

  it.each(['products', 'customers', 'categories'])(
    'gives each of the %s of a batch once, on whichever pages: all of a batch have one updated_at',
    async (resource) => {
      const { request } = await (await useTestEnvironment()).tenant();
      const row = (n: number, more: object) => ({
        external_id: `E${n}`,
        name: `N${n}`,
        ...(resource === 'products' && { sku: `S${n}`, price: 1 }),
        ...(resource === 'customers' && { type: 'person' }),
        ...(resource === 'categories' && { slug: `s${n}` }),
        ...more,
      });
      const write = async (count: number, more: object = {}): Promise<Set<string>> => {
        const items = Array.from({ length: count }, (_, n) => row(n, more));
        const response = await request('POST', `/${resource}/batch`, { body: { items } });
        const { results } = (await response.json()) as { results: { data: Row }[] };
        return new Set(results.map(({ data }) => data.updated_at));
      };
      const read = async (query: string): Promise<Page> =>
        (await (await request('GET', `/${resource}?limit=7&sort=updated_at&${query}`)).json()) as Page;
      const [created] = await write(40);
      const since = `updated_since=${encodeURIComponent(created!)}`;
      await expect.poll(async () => (await read(since)).data.length).toBe(7);
      const seen: Row[] = [];
      let page = await read(since);
      let changed = new Set<string>();
      for (; page.page.has_more; page = await read(`${since}&cursor=${page.page.next_cursor}`)) {
        seen.push(...page.data);
        // In the middle of the second page: some of the rows that were read, and some that weren't.
        if (seen.length === 14) changed = await write(20, { name: 'changed' });
      }
      seen.push(...page.data);
      expect(changed.size).toBe(1);
      await expect.poll(async () => (await read(`updated_since=${[...changed][0]}`)).data.length).toBe(7);
      const rest = [...(await readRest(read, `updated_since=${seen.at(-1)!.updated_at}`)), ...seen];
      const versions = new Set(rest.map(({ id, updated_at }) => `${id} ${updated_at}`));
      const ofCreation = seen.filter(({ updated_at }) => updated_at === created);
      // 14 were read before the change, and 20 aren't touched by it.
      expect(new Set(ofCreation.map(({ id }) => id)).size).toBe(ofCreation.length);
      expect(ofCreation.length).toBe(34);
      expect([...versions].filter((each) => each.endsWith([...changed][0]!)).length).toBe(20);
    },
  );
});

/** From the last time that a reader has seen on, as it goes on after a break. */
async function readRest(read: (query: string) => Promise<Page>, since: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor = ''; ; ) {
    const { data, page } = await read(`${since}${cursor}`);
    rows.push(...data);
    if (!page.has_more) return rows;
    cursor = `&cursor=${page.next_cursor}`;
  }
}

describe('GET /events', () => {
  it('returns each event once, in the order of the commits, however late', async () => {
    const environment = await useTestEnvironment();
    const { tp, request, tenantId } = await environment.tenant();
    const read = async (cursor?: string): Promise<{ skus: string[]; next: string; more: boolean }> => {
      const response = await request(
        'GET',
        `/events?limit=2${cursor === undefined ? '' : `&cursor=${cursor}`}`,
      );
      const { data, page } = (await response.json()) as {
        data: { data: { sku: string } }[];
        page: Page['page'];
      };
      return { skus: data.map(({ data: { sku } }) => sku), next: page.next_cursor, more: page.has_more };
    };
    const empty = await read();
    expect(empty).toMatchObject({ skus: [], more: false });
    const writer = new pg.Client({ connectionString: environment.databaseUrl });
    await writer.connect();
    await writer.query('BEGIN');
    const { rows } = await writer.query(
      "SELECT body FROM events WHERE false UNION ALL SELECT emit_event($1, 'product.created', $2)::text",
      [tenantId, '{"product_id":1,"sku":"LATE","product":{}}'],
    );
    expect(rows).toHaveLength(1);
    for (const sku of ['A', 'B', 'C']) await tp.products.create({ name: sku, sku, price: 1 });
    const first = await read(empty.next);
    expect(first).toMatchObject({ skus: ['A', 'B'], more: true });
    await writer.query(
      "UPDATE events SET body = replace(body, '\"product\":{}', '\"product\":' || (SELECT document FROM products LIMIT 1)) WHERE body LIKE '%LATE%'",
    );
    await writer.query('COMMIT');
    await writer.end();
    const second = await read(first.next);
    expect(second).toMatchObject({ skus: ['C', 'LATE'], more: false });
    expect(await read(second.next)).toMatchObject({ skus: [], next: second.next });
  });

  it('shows only the kinds whose read scope the key has', async () => {
    const { tenant } = await useTestEnvironment();
    const { tp, request, addKey } = await tenant();
    await tp.products.create({ name: 'A', sku: 'A', price: 1 });
    await tp.customers.create({ type: 'person', name: 'Maria' });
    const kinds = async (scopes: string[], query = ''): Promise<string[]> => {
      const { key } = await addKey(scopes);
      const { data } = (await (await request('GET', `/events${query}`, { key })).json()) as {
        data: { event_type: string }[];
      };
      return data.map(({ event_type }) => event_type);
    };
    expect(await kinds(['products.read', 'customers.read'])).toEqual(['product.created', 'customer.created']);
    expect(await kinds(['customers.read', 'products.write'])).toEqual(['customer.created']);
    expect(await kinds(['orders.read'])).toEqual([]);
    expect(await kinds(['products.read', 'customers.read'], '?event_type=customer.created')).toEqual([
      'customer.created',
    ]);
  });

  it('refuses a kind whose read scope the key lacks, in every representation', async () => {
    const { tenant } = await useTestEnvironment();
    const { request, addKey } = await tenant();
    const { key } = await addKey(['products.read', 'orders.write']);
    for (const path of ['/events?', '/exports/events?format=ndjson&', '/exports/events?format=csv&'])
      for (const [kind, scope] of [
        ['customer.created', 'customers.read'],
        ['order.created', 'orders.read'],
        ['delivery.failed', 'orders.read'],
      ]) {
        const response = await request('GET', `${path}event_type=${kind}`, { key });
        expect([response.status, await response.json()]).toEqual([
          403,
          expect.objectContaining({
            code: 'insufficient_scope',
            required_scopes: [scope],
            granted_scopes: ['products.read', 'orders.write'],
            errors: [{ parameter: 'event_type', code: 'insufficient_scope', detail: `needs ${scope}` }],
          }),
        ]);
      }
  });

  it('streams to the end when 2501 events were written before the first read', async () => {
    const { tenant, context } = await useTestEnvironment();
    const { tp, request, tenantId } = await tenant();
    const { id } = await tp.products.create({ name: 'A', sku: 'A', price: 1 });
    const data = `'{"product_id":' || id || ',"sku":"A","product":' || document || '}'`;
    await context.db.query(
      `SELECT emit_event($1, 'product.created', ${data}) FROM products, generate_series(1, 2500) WHERE id = $2`,
      [tenantId, id],
    );
    const response = await request('GET', '/exports/events?format=ndjson');
    expect((await response.text()).trimEnd().split('\n')).toHaveLength(2501);
  });

  it('gives every reader the same events in the same order while others write', async () => {
    const { tenant } = await useTestEnvironment();
    const { tp, request } = await tenant();
    const readAll = async (): Promise<string[]> => {
      const ids: string[] = [];
      let cursor = '';
      while (ids.length < 60) {
        const response = await request('GET', `/events?limit=7${cursor && `&cursor=${cursor}`}`);
        const { data, page } = (await response.json()) as {
          data: { event_id: string }[];
          page: Page['page'];
        };
        ids.push(...data.map(({ event_id }) => event_id));
        cursor = page.next_cursor;
      }
      return ids;
    };
    const writes = Promise.all(
      Array.from({ length: 60 }, (_, n) => tp.products.create({ name: 'P', sku: `S${n}`, price: 1 })),
    );
    const readers = await Promise.all(Array.from({ length: 5 }, readAll));
    await writes;
    expect(new Set(readers[0])).toHaveLength(60);
    for (const ids of readers) expect(ids).toEqual(readers[0]);
  });
});

describe('If-None-Match', () => {
  it('saves the body while nothing has changed, including the stock of a product', async () => {
    const { tenant } = await useTestEnvironment();
    const { tp, request } = await tenant();
    const product = await tp.products.create({ name: 'A', sku: 'A', price: 1 });
    const read = (tag?: string) =>
      request('GET', `/products/${product.id}`, { headers: tag ? { 'if-none-match': tag } : {} });
    const tag = (await read()).headers.get('etag')!;
    const known = await read(`"x", W/${tag}`);
    expect([known.status, known.headers.get('etag'), await known.text()]).toEqual([304, tag, '']);
    await tp.products.adjustStock(product.id, { mode: 'set', quantity: 5, reason: 'initial' });
    const changed = await read(tag);
    expect(changed.status).toBe(200);
    expect(
      (
        await request('PATCH', `/products/${product.id}`, {
          body: { price: 2 },
          headers: { 'if-match': tag },
        })
      ).status,
    ).toBe(200);
    expect((await read(changed.headers.get('etag')!)).status).toBe(200);
  });
});
