import { inspect } from 'node:util';
import {
  ConfigurationError,
  type Fetch,
  type HookError,
  type Middleware,
  type Product,
  type Tradepost,
} from '@tradepost/sdk';
import { Agent, fetch as undiciFetch } from 'undici';
import { describe, expect, expectTypeOf, it, onTestFinished } from 'vitest';
import { failureOf } from './failure-of.ts';
import { API_KEY, json, startServer } from './recording-server.ts';

const order = { customer_id: 77, items: [{ sku: 'CAF-500', quantity: 3 }] };
const quick = { maxRetries: 2, retryTiming: { minTimeout: 1 } };
const byId = { params: { path: { product_id: 1 } } };

describe("openapi-fetch's client", () => {
  it('reads with types from the contract', async () => {
    const { client, requests } = await startServer((response) => json(response, 200, { id: 1 }));
    const { data } = await client().client.GET('/products/{product_id}', byId);
    expect(data).toEqual({ id: 1 });
    expectTypeOf(data?.price).toEqualTypeOf<number | undefined>();
    expect(requests[0]).toMatchObject({
      method: 'GET',
      url: '/api/v1/products/1',
      headers: { authorization: `Bearer ${API_KEY}`, accept: 'application/json' },
    });
  });

  it('retries, and keeps the Idempotency-Key that it generated', async () => {
    const { client, requests } = await startServer((response) =>
      requests.length < 3 ? json(response, 503, {}) : json(response, 201, { id: 1 }),
    );
    const { data, response } = await client(quick).client.POST('/orders', { body: order });
    expect([data, response.status]).toEqual([{ id: 1 }, 201]);
    const keys = requests.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(requests.map(({ body }) => body))).toEqual(new Set([JSON.stringify(order)]));
  });

  it('sends no Idempotency-Key with a POST that writes nothing, and the given one otherwise', async () => {
    const { client, requests } = await startServer((response) => json(response, 200, {}));
    const api = client().client;
    await api.POST('/orders/quote', { body: order });
    await api.POST('/orders', { body: order, params: { header: { 'Idempotency-Key': 'order-1' } } });
    expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined, 'order-1']);
  });

  it('sends the newest Consistency-Token of its writes with what it reads, unless the call has its own', async () => {
    const tokens = ['b', 'c', 'a'];
    const { client, requests } = await startServer((response, { method }) => {
      const token = method === 'POST' && tokens.shift();
      json(response, 200, { data: [], page: {} }, token ? { 'Consistency-Token': token } : {});
    });
    const tp = client();
    await tp.products.list();
    for (let writes = 0; writes < 3; writes += 1) await tp.client.POST('/orders', { body: order });
    await tp.products.list();
    await tp.client.GET('/products');
    await tp.products.list({}, { headers: { 'consistency-token': 'd' } });
    await client().products.list();
    const reads = requests.filter(({ method }) => method === 'GET');
    expect(reads.map(({ headers }) => headers['consistency-token'])).toEqual([
      ...[undefined, 'c', 'c', 'd'],
      undefined,
    ]);
  });

  it('returns a refusal as `error`, without the key', async () => {
    const { client } = await startServer((response, { headers }) =>
      json(
        response,
        404,
        { code: 'not_found', detail: `You sent ${headers.authorization}` },
        { 'x-sent': API_KEY },
      ),
    );
    const { data, error, response } = await client().client.GET('/products/{product_id}', byId);
    expect([data, response.status]).toEqual([undefined, 404]);
    expect(error).toEqual({ code: 'not_found', detail: 'You sent Bearer [API key]' });
    expect(inspect([error, response], { depth: 9, showHidden: true })).not.toContain(API_KEY);
  });

  it.each([
    ['after retries', 500],
    ['at once', 501],
  ])('returns an empty refusal as an `error` too, %s', async (_when, status) => {
    const { client } = await startServer((response) =>
      response.writeHead(status, { 'content-length': 0 }).end(),
    );
    const { data, error } = await client(quick).client.GET('/me');
    expect(data).toBeUndefined();
    expect(error).toEqual({ type: 'about:blank', title: expect.any(String), status });
  });

  it('follows no redirect, even if a call asks for it', async () => {
    const { client, requests } = await startServer((response) =>
      response.writeHead(307, { location: '/elsewhere' }).end(),
    );
    const { response } = await client().client.GET('/me', { redirect: 'follow' });
    expect([response.status, requests.length]).toEqual([307, 1]);
  });

  it('refuses to send the key to another address', async () => {
    const other = await startServer((response) => json(response, 200, {}));
    const { client } = await startServer((response) => json(response, 200, {}));
    const elsewhere = client().client.GET('/me', { baseUrl: other.baseUrl });
    expect(await failureOf(elsewhere)).toBeInstanceOf(ConfigurationError);
    expect(other.requests).toEqual([]);
  });

  it('tells hooks of a refusal and of a broken connection once', async () => {
    const { client } = await startServer((response, { url }) =>
      url?.endsWith('/me') ? json(response, 503, {}) : void response.destroy(),
    );
    const told: unknown[] = [];
    const { client: api } = client({ ...quick, hooks: { onError: ({ url }: HookError) => told.push(url) } });
    await api.GET('/me');
    await failureOf(api.GET('/orders'));
    expect(told).toEqual([expect.stringMatching(/\/me$/), expect.stringMatching(/\/orders$/)]);
  });

  it('ends when its signal aborts', async () => {
    const { client } = await startServer(() => {});
    const controller = new AbortController();
    const reason = new Error('the user left');
    const call = failureOf<Error>(client().client.GET('/me', { signal: controller.signal }));
    controller.abort(reason);
    expect(await call).toBe(reason);
  });

  it('streams an export', async () => {
    const { client } = await startServer((response) =>
      response.writeHead(200, { 'content-type': 'application/x-ndjson' }).end('{"id":1}\n'),
    );
    const { data } = await client().client.GET('/exports/products', {
      params: { query: { format: 'ndjson' } },
      parseAs: 'stream',
    });
    expect(await new Response(data).text()).toBe('{"id":1}\n');
  });

  it('carries the calls of resources: middleware sees and changes them', async () => {
    const { client, requests } = await startServer((response) => json(response, 404, { code: 'not_found' }));
    const tp = client();
    const seen: unknown[] = [];
    const middleware: Middleware = {
      onRequest({ request, schemaPath }) {
        request.headers.set('x-correlation-id', 'c-1');
        seen.push(schemaPath);
      },
      onResponse({ response }) {
        seen.push(response.status);
        return Response.json({ id: 1, name: 'Café' });
      },
    };
    tp.client.use(middleware);
    expectTypeOf(tp.products.get).returns.resolves.toEqualTypeOf<Product>();
    expect(await tp.products.get(1)).toEqual({ id: 1, name: 'Café' });
    expect(seen).toEqual(['/products/{product_id}', 404]);
    expect(requests[0]?.headers['x-correlation-id']).toBe('c-1');
    tp.client.eject(middleware);
    expect(await failureOf(tp.products.get(1))).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('lets middleware answer instead of the service, or refuse', async () => {
    const { client, requests } = await startServer((response) => json(response, 200, {}));
    const use = (respond: () => Response): Tradepost => {
      const tp = client();
      tp.client.use({ onRequest: respond });
      return tp;
    };
    expect(await use(() => Response.json({ id: 2 })).products.get(1)).toEqual({ id: 2 });
    const refusing = use(() => Response.json({ code: 'not_found', detail: 'x' }, { status: 404 }));
    expect(await failureOf(refusing.products.get(1))).toMatchObject({ status: 404, code: 'not_found' });
    expect(requests).toEqual([]);
  });

  it('gives middleware a response whose body can be read, with a fetch of another class too', async () => {
    const { client, requests } = await startServer((response) => json(response, 200, { id: 1 }));
    const dispatcher = new Agent();
    onTestFinished(() => dispatcher.close());
    const ownFetch: Fetch = async (url, init) =>
      (await undiciFetch(url, { ...init, dispatcher })) as unknown as Response;
    for (const fetch of [undefined, ownFetch]) {
      const tp = client({ fetch });
      const read: unknown[] = [];
      tp.client.use({
        async onResponse({ response }) {
          read.push(await response.clone().json(), response.bodyUsed, (await response.blob()).size);
          const { body, status, headers } = response;
          return new Response(body, { status, headers: Object.fromEntries(headers) });
        },
      });
      expect(await tp.products.get(1)).toEqual({ id: 1 });
      expect(read).toEqual([{ id: 1 }, false, 8]);
    }
    expect(requests.length).toBe(2);
  });
});
