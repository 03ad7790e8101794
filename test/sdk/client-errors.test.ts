import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { inspect } from 'node:util';
import {
  ApiError,
  ConfigurationError,
  ConnectionError,
  type Fetch,
  Tradepost,
  TradepostError,
} from '@tradepost/sdk';
import { describe, expect, it } from 'vitest';
import { failureOf } from './failure-of.ts';
import { API_KEY, json, startServer } from './recording-server.ts';

const REQUEST_ID = '5f0c3a52-4f0e-4e0a-9a54-3a1c1d6f2b7e';
const problem = {
  type: '/docs/problems/invalid_request',
  title: 'The request is not valid',
  status: 400,
  detail: '2 issues were found in the request; see errors.',
  code: 'invalid_request',
  request_id: REQUEST_ID,
  errors: [
    { pointer: '#/price', code: 'format', detail: 'must be an amount with at most 2 decimals' },
    { parameter: 'limit', code: 'maximum', detail: 'must be at most 200' },
  ],
};

describe('ApiError', () => {
  it('has every member of a problem, and its message names the method, URL, issues and request', async () => {
    const { client, baseUrl } = await startServer((response) => json(response, 400, problem));
    const error = await failureOf(client().products.create({ name: 'x', sku: 'x', price: 1 }));

    expect(error).toBeInstanceOf(ApiError);
    expect(error).toBeInstanceOf(TradepostError);
    expect(error).toMatchObject({
      name: 'InvalidRequestError',
      method: 'POST',
      url: `${baseUrl}/api/v1/products`,
      status: 400,
      code: 'invalid_request',
      title: problem.title,
      detail: problem.detail,
      errors: problem.errors,
      requestId: REQUEST_ID,
    });
    expect(error.message).toBe(
      `POST ${baseUrl}/api/v1/products returned 400 invalid_request: ${problem.detail}` +
        ` [#/price must be an amount with at most 2 decimals; limit must be at most 200] (request ${REQUEST_ID})`,
    );
  });

  it('names three issues in its message and counts the others', async () => {
    const errors = Array.from({ length: 500 }, (_, line) => ({
      pointer: `#/items/${line}`,
      code: 'x',
      detail: 'is bad',
    }));
    const { client } = await startServer((response) => json(response, 400, { ...problem, errors }));
    const error = await failureOf(client().me());
    expect(error.errors).toHaveLength(500);
    expect(error.message).toContain('#/items/2 is bad; and 497 more]');
  });

  it('does not show the query, which may hold a tax id', async () => {
    const { client } = await startServer((response) => json(response, 400, problem));
    const error = await failureOf(client().customers.list({ tax_id: '52998224725' }));
    expect(inspect(error)).not.toContain('52998224725');
  });

  it('has the allowed statuses and scopes of the problem', async () => {
    const members = {
      allowed: ['In_Transit', 'Canceled'],
      required_scopes: ['orders.write'],
      granted_scopes: ['orders.read', 7],
    };
    const { client } = await startServer((response) => json(response, 409, { ...problem, ...members }));
    expect(await failureOf(client().orders.setStatus(1, { status: 'Delivered' }))).toMatchObject({
      allowed: ['In_Transit', 'Canceled'],
      requiredScopes: ['orders.write'],
      grantedScopes: ['orders.read'],
    });
  });

  it('has the numbers of a refusal in `problem`', async () => {
    const amounts = { total: 134.7, expected_total: 119.7, paid_total: 100, remaining: 34.7 };
    const counts = { reserved: 1.5, version: 4, limited_by: 'usage_limit', limit: 10 };
    const errors = [
      { pointer: '#/items/0/quantity', code: 'insufficient_stock', detail: 'x', available: -0.5 },
    ];
    const members = { ...amounts, ...counts, errors, in_use_by: ['orders', 7], used: '10', allowed: {} };
    const { client } = await startServer((response) => json(response, 409, { ...problem, ...members }));
    const error = await failureOf(client().me());
    expect(error).toMatchObject({ errors, problem: { ...amounts, ...counts, in_use_by: ['orders'] } });
    expect([error.problem.used, error.problem.allowed]).toEqual([undefined, undefined]);
  });

  it('leaves members undefined that the problem lacks or that have another type', async () => {
    const { client } = await startServer((response) => json(response, 400, { ...problem, allowed: 'all' }));
    expect(await failureOf(client().me())).toMatchObject({
      allowed: undefined,
      requiredScopes: undefined,
      grantedScopes: undefined,
    });
  });

  it('says how long to wait', async () => {
    const { client } = await startServer((response) => json(response, 429, problem, { 'retry-after': '12' }));
    expect((await failureOf(client().me())).retryAfterSeconds).toBe(12);
  });

  it('is thrown for a 500 without a body', async () => {
    const { client } = await startServer((response) =>
      response.writeHead(500, { 'content-length': 0 }).end(),
    );
    const error = await failureOf(client().orders.get(1));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 500, code: undefined, title: 'Internal Server Error', errors: [] });
    expect(error.message).toContain('no body');
  });

  it("is thrown for a proxy's page", async () => {
    const { client } = await startServer((response) =>
      response
        .writeHead(502, { 'content-type': 'text/html', 'x-request-id': 'edge-1' })
        .end('<html>Bad Gateway</html>'),
    );
    const error = await failureOf(client().products.delete(1));
    expect(error).toMatchObject({ status: 502, code: undefined, requestId: 'edge-1' });
    expect(error.message).toContain('text/html');
    expect(error.message).not.toContain('<html>');
  });

  it('is thrown for JSON that is not a problem', async () => {
    const { client } = await startServer((response) => json(response, 503, ['busy', { code: 7 }]));
    expect(await failureOf(client().me())).toMatchObject({ status: 503, code: undefined, errors: [] });
  });

  it('is thrown for a redirect, which is not followed', async () => {
    const { client, requests } = await startServer((response) =>
      response.writeHead(301, { location: '/' }).end(),
    );
    const error = await failureOf(
      client().orders.create({ customer_id: 1, items: [{ product_id: 1, quantity: 1 }] }),
    );
    expect(error.status).toBe(301);
    expect(requests.length).toBe(1);
  });

  it.each([
    ['a page', '<html>Log in to the hotel</html>'],
    ['no body', ''],
  ])('is thrown for a 200 with %s instead of JSON', async (_name, body) => {
    const { client } = await startServer((response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(body),
    );
    const error = await failureOf(client().me());
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 200, code: undefined });
    expect(error.message).not.toContain('hotel');
  });

  it('is thrown with the status when its body is truncated', async () => {
    const { client } = await startServer((response) => {
      response.writeHead(401, { 'content-length': 100 }).write('{"code":', () => response.destroy());
    });
    const error = await failureOf(client().me());
    expect(error).toBeInstanceOf(ApiError);
    expect(error.status).toBe(401);
  });
});

describe('ConfigurationError', () => {
  const half = '\ud83d';

  it.each<[string, string, (tp: Tradepost) => PromiseLike<unknown>]>([
    ['half of a surrogate pair in a query', 'sku', (tp) => tp.products.list({ sku: half })],
    ['half of a surrogate pair in a path', 'external_id', (tp) => tp.products.upsert(half, { price: 1 })],
    ['a Date in a query', 'updated_since', (tp) => tp.orders.list({ updated_since: new Date() as never })],
    ['an object in a query', 'sort', (tp) => tp.orders.list({ sort: {} as never })],
    ['.. as an external id', 'external_id', (tp) => tp.products.upsert('..', { price: 1 })],
    ['. as an external id', 'external_id', (tp) => tp.products.upsert('.', { price: 1 })],
    ['a missing id', 'order_id', (tp) => tp.orders.get(undefined as never)],
    ['a body that is not JSON', 'body', (tp) => tp.products.update(1, { price: 1n as never })],
    ['a timeout of zero', 'timeoutMs', (tp) => tp.me({ timeoutMs: 0 })],
  ])('is thrown for %s, and hooks are told, before anything is sent', async (_what, word, call) => {
    const { client, requests } = await startServer((response) => json(response, 200, {}));
    const told: unknown[] = [];
    const error = await failureOf<Error>(
      call(client({ hooks: { onError: (info) => told.push(info.error) } })),
    );
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error.message).toContain(word);
    expect([told, requests]).toEqual([[error], []]);
  });
});

describe('ConnectionError', () => {
  it('is thrown with the system code when nothing listens at the port', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const baseUrl = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`;
    closed.close();
    await once(closed, 'close');

    const error = await failureOf<ConnectionError>(
      new Tradepost({ apiKey: API_KEY, baseUrl, maxRetries: 0 }).me(),
    );
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({
      name: 'ConnectionError',
      method: 'GET',
      code: 'ECONNREFUSED',
      timedOut: false,
    });
    expect(error.message).toContain(`GET ${baseUrl}/api/v1/me: connect ECONNREFUSED`);
  });

  it('is thrown when the connection breaks before the response', async () => {
    const { client } = await startServer((response) => response.destroy());
    const error = await failureOf<ConnectionError>(client().orders.create({ customer_id: 1, items: [] }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error.message).toContain('It may have been carried out');
  });

  it.each([
    ['of a known length', { 'content-length': 100 }],
    ['sent in chunks', {}],
  ])('is thrown when a body %s is truncated', async (_name, headers) => {
    const { client } = await startServer((response) => {
      response.writeHead(200, headers).write('{"data":', () => response.destroy());
    });
    expect(await failureOf(client().products.list())).toBeInstanceOf(ConnectionError);
  });

  it('is thrown at a timeout before the response', async () => {
    const { client } = await startServer(() => {});
    const error = await failureOf<ConnectionError>(client({ timeoutMs: 30 }).me());
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error.timedOut).toBe(true);
    expect(error.message).toContain('within 30 ms');
  });

  it('is thrown at the timeout of a single call, in the middle of a body', async () => {
    const { client } = await startServer((response) => void response.writeHead(200).write('{"data":'));
    expect(await failureOf(client().me({ timeoutMs: 30 }))).toMatchObject({
      name: 'ConnectionError',
      timedOut: true,
    });
  });
});

describe('a fetch of your own that ignores its signal', () => {
  const never = new Promise<never>(() => {});
  const headersAlone = () => new Response(new ReadableStream({ start: () => {} }), { status: 200 });
  it.each<[string, Fetch]>([
    ['and never returns', () => never],
    ['and whose body never ends', async () => headersAlone()],
  ])('%s ends at the timeout, and when the call is aborted', async (_, fetch) => {
    const { client } = await startServer(() => {});
    const tp = client({ fetch, timeoutMs: 30, maxRetries: 1, retryTiming: { minTimeout: 0, maxTimeout: 0 } });
    expect(await failureOf(tp.me())).toMatchObject({ timedOut: true, attempts: 2 });
    const reason = new Error('the user left');
    const stop = new AbortController();
    const aborted = failureOf(tp.me({ signal: stop.signal, timeoutMs: 60_000 }));
    stop.abort(reason);
    expect(await aborted).toBe(reason);
  });
});

describe('AbortSignal', () => {
  it('ends a request in flight with its reason', async () => {
    const controller = new AbortController();
    const reason = new Error('the user left');
    const { client } = await startServer(() => controller.abort(reason));
    expect(await failureOf(client().me({ signal: controller.signal }))).toBe(reason);
  });

  it('prevents the request if it is already aborted', async () => {
    const { client, requests } = await startServer((response) => json(response, 200, {}));
    expect(await failureOf(client().me({ signal: AbortSignal.abort() }))).toHaveProperty(
      'name',
      'AbortError',
    );
    expect(requests).toEqual([]);
  });
});

describe('a ConnectionError says what to look for', () => {
  it('if a proxy asks for a password, and if there is only a code', async () => {
    const { client } = await startServer((response) => response.writeHead(407).end());
    expect(await messageOf(client().me())).toContain('/me: no cause, perhaps 407 of a proxy. ');
    const fetch: Fetch = async () => {
      throw new AggregateError([], '', { cause: Object.assign(new Error(''), { code: 'ECONNREFUSED' }) });
    };
    expect(await messageOf(client({ fetch }).me())).toContain('/me: ECONNREFUSED. ');
  });

  it('does not warn that a write may have been carried out if no attempt found a connection', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const { client, baseUrl } = await startServer((response) => response.destroy());
    const create = (config: Parameters<typeof client>[0]) =>
      messageOf(
        client({ retryTiming: { minTimeout: 0, maxTimeout: 0 }, ...config }).orders.create({} as never),
      );
    const refused = `http://127.0.0.1:${port}`;
    expect(await create({ baseUrl: refused, maxRetries: 1 })).toMatch(/, after 2 attempts\. Try again\.$/);
    // A port of the list that fetch doesn't connect to.
    expect(await create({ baseUrl: 'http://127.0.0.1:6000', maxRetries: 1 })).toMatch(
      /bad port, .*Try again\.$/,
    );
    const addresses = [baseUrl, refused, refused];
    const moving: Fetch = (url, init) => globalThis.fetch(url.replace(baseUrl, addresses.shift()!), init);
    expect(await create({ fetch: moving, maxRetries: 2 })).toMatch(/ECONNREFUSED.*may have been carried out/);
  });

  it('if the address is https and nothing there speaks TLS', async () => {
    const { client, baseUrl } = await startServer((response) => json(response, 200, {}));
    const tls = client({ baseUrl: baseUrl.replace('http:', 'https:') });
    expect(await messageOf(tls.me())).toMatch(/: (ERR_SSL_\w+|EPROTO): no TLS there\. Check https/);
  });

  const messageOf = async (call: PromiseLike<unknown>) => (await failureOf<ConnectionError>(call)).message;
});

describe('the API key', () => {
  it('is not shown by an ApiError', async () => {
    const { client } = await startServer((response) => json(response, 401, problem));
    const error = await failureOf(client().me());
    expect(inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error)).not.toContain(API_KEY);
  });

  it('is not shown by a ConnectionError, even if fetch puts the request on its error', async () => {
    const { client } = await startServer(() => {});
    const fetch: Fetch = (_url, request) => {
      const { authorization } = request.headers;
      const deepest = Object.assign(new Error(`refused: ${authorization}`), {
        code: 'EPROXY',
        authorization,
      });
      throw Object.assign(new TypeError('fetch failed', { cause: deepest }), { request });
    };
    const error = await failureOf<ConnectionError>(client({ fetch }).me());
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error.code).toBe('EPROXY');
    expect(error.message).toContain('refused: Bearer [API key]');
    expect(inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error)).not.toContain(API_KEY);
  });
});
