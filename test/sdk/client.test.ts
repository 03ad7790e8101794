import { inspect } from 'node:util';
import { ConfigurationError, Tradepost } from '@tradepost/sdk';
import { describe, expect, it } from 'vitest';
import { API_KEY, json, startServer } from './recording-server.ts';

const product = { name: 'Café', sku: 'CAF-500', price: 39.9 };
const adjustment = { mode: 'delta', quantity: 5, reason: 'receipt' } as const;
const order = { customer_id: 77, items: [{ sku: 'CAF-500', quantity: 3 }] };
const customer = { type: 'person', name: 'Maria Souza' } as const;

describe('the request of each operation', () => {
  const operations: [string, (tp: Tradepost) => PromiseLike<unknown>, string, unknown?][] = [
    ['me', (tp) => tp.me(), 'GET /api/v1/me'],
    ['products.list', (tp) => tp.products.list(), 'GET /api/v1/products'],
    ['products.get', (tp) => tp.products.get(1), 'GET /api/v1/products/1'],
    ['products.create', (tp) => tp.products.create(product), 'POST /api/v1/products', product],
    [
      'products.update',
      (tp) => tp.products.update(1, { price: 2 }),
      'PATCH /api/v1/products/1',
      { price: 2 },
    ],
    ['products.delete', (tp) => tp.products.delete(1), 'DELETE /api/v1/products/1'],
    [
      'products.adjustStock',
      (tp) => tp.products.adjustStock(1, adjustment),
      'POST /api/v1/products/1/stock-adjustments',
      adjustment,
    ],
    ['categories.list', (tp) => tp.categories.list(), 'GET /api/v1/categories'],
    ['categories.get', (tp) => tp.categories.get(7), 'GET /api/v1/categories/7'],
    [
      'categories.create',
      (tp) => tp.categories.create({ name: 'Cafés' }),
      'POST /api/v1/categories',
      { name: 'Cafés' },
    ],
    [
      'categories.update',
      (tp) => tp.categories.update(7, { position: 2 }),
      'PATCH /api/v1/categories/7',
      { position: 2 },
    ],
    ['categories.delete', (tp) => tp.categories.delete(7), 'DELETE /api/v1/categories/7'],
    ['customers.list', (tp) => tp.customers.list(), 'GET /api/v1/customers'],
    ['customers.get', (tp) => tp.customers.get(77), 'GET /api/v1/customers/77'],
    ['customers.create', (tp) => tp.customers.create(customer), 'POST /api/v1/customers', customer],
    [
      'customers.update',
      (tp) => tp.customers.update(77, { email: null }),
      'PATCH /api/v1/customers/77',
      { email: null },
    ],
    ['customers.delete', (tp) => tp.customers.delete(77), 'DELETE /api/v1/customers/77'],
    ['stock.list', (tp) => tp.stock.list(), 'GET /api/v1/stock'],
    ['stock.movements', (tp) => tp.stock.movements(), 'GET /api/v1/stock-movements'],
    ['orders.list', (tp) => tp.orders.list(), 'GET /api/v1/orders'],
    ['orders.get', (tp) => tp.orders.get(5001), 'GET /api/v1/orders/5001'],
    ['orders.create', (tp) => tp.orders.create(order), 'POST /api/v1/orders', order],
  ];

  it.each(operations)('%s sends what the contract says', async (_name, call, line, body) => {
    const { client, requests } = await startServer((response, { method }) =>
      method === 'DELETE' ? response.writeHead(204).end() : json(response, 200, { ok: true }),
    );

    const answer = await call(client());

    expect(answer).toEqual(line.startsWith('DELETE') ? undefined : { ok: true });
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([line]);
    expect(requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${API_KEY}`,
      accept: 'application/json',
    });
    expect(requests[0]?.headers['content-type']).toBe(body ? 'application/json' : undefined);
    expect(requests[0]?.body).toBe(body ? JSON.stringify(body) : '');
  });

  it('encodes the query', async () => {
    const { client, requests } = await startServer((response) => json(response, 200, {}));
    await client().customers.list({
      tax_id: '12.ABC.345/01DE-35',
      updated_since: '2026-01-31T12:00:00.000Z',
      limit: 5,
    });
    expect(requests[0]?.url).toBe(
      '/api/v1/customers?tax_id=12.ABC.345%2F01DE-35&updated_since=2026-01-31T12%3A00%3A00.000Z&limit=5',
    );
  });

  it('sends the Idempotency-Key with what it creates', async () => {
    const { client, requests } = await startServer((response) => json(response, 201, {}));
    const tp = client();
    await tp.orders.create(order, { idempotencyKey: 'order-1' });
    await tp.products.adjustStock(1, adjustment, { idempotencyKey: 'count-1' });
    await tp.products.create(product);
    expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual([
      'order-1',
      'count-1',
      undefined,
    ]);
  });

  it('sends a version number as the ETag that it stands for, and an ETag as it is', async () => {
    const { client, requests } = await startServer((response, { method }) =>
      method === 'DELETE' ? response.writeHead(204).end() : json(response, 200, {}),
    );
    const tp = client();
    await tp.products.update(1, { price: 2 }, { ifMatch: 3 });
    await tp.categories.update(1, { position: 1 }, { ifMatch: '"4"' });
    await tp.customers.delete(1, { ifMatch: 5 });
    await tp.customers.delete(1);
    expect(requests.map(({ headers }) => headers['if-match'])).toEqual(['"3"', '"4"', '"5"', undefined]);
  });

  it('goes through the fetch that it was given', async () => {
    const { client, requests } = await startServer((response) => json(response, 200, {}));
    const seen: string[] = [];
    const tp = client({
      fetch: (request) => {
        seen.push(request.method);
        return fetch(request);
      },
    });
    await tp.me();
    expect([seen, requests.length]).toEqual([['GET'], 1]);
  });
});

describe('a list', () => {
  const pages: Record<string, unknown> = {
    first: { data: [{ id: 1 }, { id: 2 }], page: { next_cursor: 'b/2', has_more: true } },
    'b/2': { data: [], page: { next_cursor: 'c', has_more: true } },
    c: { data: [{ id: 3 }], page: { next_cursor: null, has_more: false } },
  };
  const servePages = () =>
    startServer((response, { url }) => {
      const cursor = new URL(url ?? '', 'http://localhost').searchParams.get('cursor');
      json(response, 200, pages[cursor ?? 'first']);
    });

  it('gives one page when it is awaited', async () => {
    const { client, requests } = await servePages();
    expect(await client().products.list({ limit: 2 })).toEqual(pages.first);
    expect(requests.length).toBe(1);
  });

  it('gives every row of every page when it is iterated, with the same filters on each', async () => {
    const { client, requests } = await servePages();
    const ids: number[] = [];
    for await (const row of client().products.list({ limit: 2, status: 'active' })) ids.push(row.id);
    expect(ids).toEqual([1, 2, 3]);
    expect(requests.map(({ url }) => url)).toEqual([
      '/api/v1/products?limit=2&status=active',
      '/api/v1/products?limit=2&status=active&cursor=b%2F2',
      '/api/v1/products?limit=2&status=active&cursor=c',
    ]);
  });

  it('asks for a page only when the rows before it are used up', async () => {
    const { client, requests } = await servePages();
    const list = client().orders.list();
    expect(requests.length).toBe(0);
    for await (const row of list) if (row.id === 2) break;
    expect(requests.length).toBe(1);
  });

  it('asks for its first page once, awaited and iterated', async () => {
    const { client, requests } = await servePages();
    const list = client().stock.movements();
    await Promise.all([list, list]);
    for await (const _row of list);
    expect(requests.length).toBe(3);
  });

  it('starts at the cursor that it is given', async () => {
    const { client, requests } = await servePages();
    const ids: number[] = [];
    for await (const row of client().products.list({ cursor: 'c' })) ids.push(row.id);
    expect([ids, requests.length]).toEqual([[3], 1]);
  });

  it('fails where the page fails that it needs, after the rows before', async () => {
    const { client } = await startServer((response, { url }) =>
      url?.includes('cursor') ? response.writeHead(500).end() : json(response, 200, pages.first),
    );
    const ids: number[] = [];
    const read = async () => {
      for await (const row of client().products.list()) ids.push(row.id);
    };
    await expect(read()).rejects.toMatchObject({ status: 500 });
    expect(ids).toEqual([1, 2]);
  });

  it('can be caught and ended like any promise', async () => {
    const { client } = await startServer((response) => response.writeHead(500).end());
    const ended: string[] = [];
    const list = client().products.list();
    expect(await list.catch((error: Error) => error.name)).toBe('ApiError');
    await list.finally(() => ended.push('finally')).catch(() => ended.push('catch'));
    expect(ended).toEqual(['finally', 'catch']);
  });
});

describe('the configuration', () => {
  const good = { apiKey: API_KEY, baseUrl: 'https://tradepost.example.com' };

  it('takes an origin, with or without the last slash', async () => {
    const urls: string[] = [];
    const fetch = async (request: Request) => {
      urls.push(request.url);
      return Response.json({});
    };
    await new Tradepost({ ...good, fetch }).me();
    await new Tradepost({ ...good, baseUrl: `${good.baseUrl}/`, fetch }).me();
    expect(urls).toEqual(Array(2).fill('https://tradepost.example.com/api/v1/me'));
  });

  it.each([
    ['an empty key', { apiKey: '' }],
    ['a key with a line break', { apiKey: `${API_KEY}\n` }],
    ['a key with a letter outside ASCII', { apiKey: `${API_KEY}é` }],
    ['no address', { baseUrl: '' }],
    ['an address without a scheme', { baseUrl: 'localhost:3000' }],
    ['the key in place of the address', { baseUrl: API_KEY }],
    ['an address with a password', { baseUrl: `https://user:${API_KEY}@tradepost.example.com` }],
    ['a time-out of zero', { timeoutMs: 0 }],
    ['a time-out that no timer can hold', { timeoutMs: 2 ** 31 }],
    ['a time-out that is not a number', { timeoutMs: Number.NaN }],
  ])('refuses %s, and does not quote it', (_name, bad) => {
    const create = () => new Tradepost({ ...good, ...bad });
    expect(create).toThrow(ConfigurationError);
    expect(create).not.toThrow(API_KEY);
  });

  it('says what to pass in place of an address with a path', () => {
    expect(() => new Tradepost({ ...good, baseUrl: 'http://localhost:3000/api/v1' })).toThrow(
      'Pass just http://localhost:3000',
    );
  });

  it('does not show the key when the client is logged', () => {
    const tp = new Tradepost(good);
    expect(inspect(tp, { depth: 9, showHidden: true }) + JSON.stringify(tp)).not.toContain(API_KEY);
  });
});
