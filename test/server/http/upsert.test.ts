import { describe, expect, it } from 'vitest';
import { useTestEnvironment } from '../../support/test-environment.ts';

interface Row {
  id: number;
  external_id: string;
  sku: string;
  price: number;
  version: number;
  status: string;
}
interface Result {
  index: number;
  status: number;
  data: Row | null;
  problem: { code: string; errors: { pointer?: string }[] } | null;
}

describe('PUT /products/external/{external_id}', () => {
  it('creates with the defaults of POST, then changes only what is sent', async () => {
    const { tenant } = await useTestEnvironment();
    const { request } = await tenant();
    const created = await request('PUT', '/products/external/ERP%2F1', {
      body: { name: 'Café', sku: 'CAF', price: 10 },
    });
    expect([created.status, created.headers.get('location')]).toEqual([
      201,
      expect.stringMatching(/^\/api\/v1\/products\/\d+$/),
    ]);
    expect(await created.json()).toMatchObject({ external_id: 'ERP/1', status: 'active', version: 1 });
    const changed = await request('PUT', '/products/external/ERP%2F1', { body: { price: 12 } });
    expect([changed.status, await changed.json()]).toEqual([
      200,
      expect.objectContaining({ sku: 'CAF', price: 12, version: 2 }),
    ]);
    const same = await request('PUT', '/products/external/ERP%2F1', { body: { price: 12 } });
    expect([same.status, await same.json()]).toEqual([200, expect.objectContaining({ version: 2 })]);
  });

  it('names the fields a new row lacks, and refuses a different id in the body and If-Match without a row', async () => {
    const { tenant } = await useTestEnvironment();
    const { request } = await tenant();
    const lacking = await request('PUT', '/products/external/E1', { body: { price: 12 } });
    expect(await lacking.json()).toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '#/name' }, { pointer: '#/sku' }],
    });
    const other = await request('PUT', '/products/external/E1', {
      body: { name: 'C', sku: 'C', price: 1, external_id: 'E2' },
    });
    expect([other.status, await other.json()]).toEqual([
      400,
      expect.objectContaining({ errors: [expect.objectContaining({ pointer: '#/external_id' })] }),
    ]);
    const versioned = await request('PUT', '/products/external/E1', {
      body: { name: 'C', sku: 'C', price: 1 },
      headers: { 'if-match': '"1"' },
    });
    expect(versioned.status).toBe(412);
  });

  it('creates one row from 30 simultaneous requests for the same id', async () => {
    const { tenant } = await useTestEnvironment();
    const { request, tp } = await tenant();
    const body = { name: 'Café', sku: 'CAF', price: 10 };
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => request('PUT', '/products/external/E1', { body })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(29).fill(200), 201]);
    expect((await tp.products.list()).data).toHaveLength(1);
  });
});

describe('an external id that no row may have', () => {
  it.each([
    [{ name: 'Cafés' }, [{ parameter: 'external_id', code: 'format' }]],
    [
      { position: 0 },
      [
        { pointer: '#/name', code: 'required' },
        { parameter: 'external_id', code: 'format' },
      ],
    ],
  ])('is named as a part of the path, with %j', async (body, errors) => {
    const { tenant } = await useTestEnvironment();
    const { request } = await tenant();
    const response = await request('PUT', '/categories/external/a%01', { body });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: 'invalid_request', errors },
    ]);
  });
});

describe('POST /products/batch', () => {
  it('runs each row separately and returns the results in order', async () => {
    const { tenant, context } = await useTestEnvironment();
    const { request, tp, tenantId } = await tenant();
    await tp.products.create({ name: 'Café', sku: 'CAF', price: 10, external_id: 'E1' });
    const items = [
      { external_id: 'E1', price: 11 },
      { name: 'Chá', sku: 'CHA', price: 5 },
      { name: 'Outro', sku: 'CAF', price: 1 },
      { name: 'Sem preço', sku: 'X' },
      { external_id: 'E2', name: 'Novo', sku: 'NOV', price: 1e-11 },
      { external_id: 'E3', name: 'Novo', sku: 'NOV', price: 2, category_id: 999 },
      { external_id: 'E3', name: 'Novo', sku: 'NOV', price: 2, surplus: true },
      { external_id: 'E3', name: 'Novo', sku: 'NOV', price: 2 },
    ];
    const response = await request('POST', '/products/batch', { body: { items } });
    const { results } = (await response.json()) as { results: Result[] };
    expect(results.map(({ index, status }) => [index, status])).toEqual([
      [0, 200],
      [1, 201],
      [2, 409],
      [3, 400],
      [4, 400],
      [5, 422],
      [6, 400],
      [7, 201],
    ]);
    expect(results.map(({ problem }) => problem?.errors[0]?.pointer)).toEqual([
      undefined,
      undefined,
      '#/sku',
      '#/price',
      '#/price',
      '#/category_id',
      '#/surplus',
      undefined,
    ]);
    expect(results[1]!.data).toMatchObject({ sku: 'CHA', status: 'active' });
    const kinds = await context.db.query<{ kind: string }>(
      'SELECT kind FROM events WHERE tenant_id = $1 ORDER BY position',
      [tenantId],
    );
    expect(kinds.map(({ kind }) => kind)).toEqual([
      'product.created',
      'product.updated',
      'product.created',
      'product.created',
    ]);
  });

  it('counts as one request, and runs once per Idempotency-Key', async () => {
    const { tenant } = await useTestEnvironment();
    const { request, tp } = await tenant({ plan: 'Basic' });
    const items = Array.from({ length: 100 }, (_, n) => ({ name: `P${n}`, sku: `S${n}`, price: n }));
    const headers = { 'idempotency-key': 'b1' };
    const first = await request('POST', '/products/batch', { body: { items }, headers });
    expect(first.headers.get('ratelimit')).toContain('r=59');
    const second = await request('POST', '/products/batch', { body: { items }, headers });
    expect([second.headers.get('idempotency-replayed'), await second.text()]).toEqual([
      'true',
      await first.text(),
    ]);
    expect((await tp.products.list({ limit: 200 })).data).toHaveLength(100);
  });

  it('refuses 101 rows and zero rows', async () => {
    const { tenant } = await useTestEnvironment();
    const { request } = await tenant();
    for (const items of [[], Array.from({ length: 101 }, () => ({})), {}, 1, null])
      expect((await request('POST', '/products/batch', { body: { items } })).status).toBe(400);
  });

  it('refuses only the rows that are not objects or have an invalid external_id', async () => {
    const { tenant } = await useTestEnvironment();
    const { request, tp } = await tenant();
    const good = { name: 'Café', price: 1 };
    const noObjects = [null, 1, 'x', true, [], [good]];
    const badIds = [5, '', {}, [], true, 'x'.repeat(101)].map((external_id, n) => {
      return { ...good, sku: `B${n}`, external_id };
    });
    const items = [{ ...good, sku: 'A' }, ...noObjects, ...badIds, { ...good, sku: 'Z' }];
    const response = await request('POST', '/products/batch', { body: { items } });
    const { results } = (await response.json()) as { results: Result[] };
    expect([results[0]!.status, results.at(-1)!.status]).toEqual([201, 201]);
    const refused = results.slice(1, -1);
    expect(refused.map(({ status, problem }) => [status, problem?.code])).toEqual(
      refused.map(() => [400, 'invalid_request']),
    );
    expect(refused.map(({ problem }) => problem!.errors[0]!.pointer)).toEqual([
      ...noObjects.map(() => '#'),
      ...badIds.map(() => '#/external_id'),
    ]);
    expect((await tp.products.list()).data.map(({ sku }) => sku)).toEqual(['A', 'Z']);
  });
});
