import { AssertionError } from 'node:assert';
import {
  ApiError,
  ConfigurationError,
  ConnectionError,
  InsufficientStockError,
  RateLimitExceededError,
  Tradepost,
} from '@tradepost/sdk';
import {
  breakOff,
  FakeTradepost,
  feed,
  hang,
  pages,
  problem,
  rateLimited,
  refuseConnection,
} from '@tradepost/sdk/testing';
import { describe, expect, it } from 'vitest';
import { checkResponse } from '../contract-check/check-response.ts';
import { problems } from '../contract-check/contract.ts';
import { fillPath, requestSamples } from '../contract-check/request-samples.ts';
import { failureOf } from './failure-of.ts';

const fakeClient = () => {
  const fake = new FakeTradepost();
  return { fake, tp: new Tradepost(fake.options) };
};
const draft = { customer_id: 77, items: [{ sku: 'CAF-500', quantity: 3 }] };

describe('an example of the fake', () => {
  const exports = requestSamples.filter(({ query }) => query.includes('format='));
  const samples = [...requestSamples, ...exports.map((sample) => ({ ...sample, query: 'format=ndjson' }))];
  it.each(samples)('of $operationId ($query) is what the contract declares', async (sample) => {
    const { fake } = fakeClient();
    const ids = Object.fromEntries(sample.pathParameters.map(({ name }) => [name, 7]));
    const path = `${fillPath(sample.path, ids)}${sample.query && `?${sample.query}`}`;
    const response = await fake.fetch(`https://tradepost.test${path}`, {
      method: sample.method,
      ...(sample.hasBody && { body: JSON.stringify(sample.body) }),
    });
    const received = { status: response.status, headers: response.headers, body: await response.text() };
    expect(checkResponse(sample.method, path, received)).toEqual([]);
    expect(fake.calls.map(({ operation }) => operation)).toEqual([sample.operationId]);
  });

  it.each(Object.keys(problems))('of the problem %s is what the contract declares', async (code) => {
    const { status } = problems[code]!;
    const response = problem(code)();
    const received = { status: response.status, headers: response.headers, body: await response.text() };
    expect(response.status).toBe(status);
    const violations = requestSamples.map(({ method, path }) => checkResponse(method, path, received));
    // 405 belongs to no operation, and a few codes come before one is found.
    const outside = checkResponse('PATCH', '/api/v1/me', received);
    expect([...violations, outside].some((each) => each.length === 0)).toBe(true);
  });
});

describe('the fake', () => {
  it('answers with the example, a body of the test, or a function of the request', async () => {
    const { fake, tp } = fakeClient();
    expect(await tp.products.get(1001)).toEqual(fake.example('getProduct'));
    fake.on('getProduct', { body: { ...fake.example('getProduct'), price: 10 } });
    expect((await tp.products.get(1001)).price).toBe(10);
    fake.on('getProduct', ({ params }) => ({
      body: { ...fake.example('getProduct'), id: params.product_id },
    }));
    expect((await tp.products.get(5)).id).toBe(5);
    fake.once('upsertProduct', { status: 201 });
    const upsert = () => tp.products.upsert('A', { price: 1 }).withResponse();
    expect([(await upsert()).response.status, (await upsert()).response.status]).toEqual([201, 200]);
    fake.on('getProduct', new Response('<html>', { status: 502 }));
    expect(await failureOf(tp.products.get(1, { maxRetries: 1 }))).toMatchObject({
      status: 502,
      attempts: 2,
    });
  });

  it('records the calls, typed by operation, without the key', async () => {
    const { fake, tp } = fakeClient();
    await tp.products.list({ limit: 20, include_deleted: true, sku: '7' });
    await tp.orders.create(draft, { idempotencyKey: 'k1' });
    const [list] = fake.callsOf('listProducts');
    expect(list?.query).toEqual({ limit: 20, include_deleted: true, sku: '7' });
    const [create] = fake.callsOf('createOrder');
    expect(create?.body.items[0]?.quantity).toBe(3);
    expect(create?.headers).toMatchObject({ 'idempotency-key': 'k1', authorization: 'Bearer [API key]' });
    expect(fake.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/v1/products',
      'POST /api/v1/orders',
    ]);
    fake.reset();
    expect(fake.calls).toEqual([]);
  });

  it('answers a batch with a result per item', async () => {
    const { tp } = fakeClient();
    const results = await tp.products.batch([{ name: 'A', sku: 'A', price: 1 }, { external_id: 'B' }]);
    expect(results.map(({ index, status }) => [index, status])).toEqual([
      [0, 201],
      [1, 201],
    ]);
  });

  it('refuses with problems of the contract', async () => {
    const { fake, tp } = fakeClient();
    fake.once('createOrder', problem('insufficient_stock'));
    const error = await failureOf<InsufficientStockError>(tp.orders.create(draft));
    expect(error).toBeInstanceOf(InsufficientStockError);
    expect(error.errors[0]?.available).toEqual(expect.any(Number));
    expect((await tp.orders.create(draft)).id).toBe(fake.example('createOrder').id);
  });

  it('limits, with the time to wait, which the client retries at once', async () => {
    const { fake, tp } = fakeClient();
    fake.once('getMe', rateLimited({ retryAfterSeconds: 30 }));
    await tp.me();
    expect(fake.calls.length).toBe(2);
    fake.on('getMe', rateLimited({ retryAfterSeconds: 30 }));
    const error = await failureOf<RateLimitExceededError>(tp.me({ maxRetries: 0 }));
    expect(error).toBeInstanceOf(RateLimitExceededError);
    expect(error.retryAfterSeconds).toBe(30);
  });

  it('refuses the connection, hangs and breaks off', async () => {
    const { fake, tp } = fakeClient();
    fake.once('getMe', refuseConnection()).once('getMe', breakOff());
    await tp.me();
    expect(fake.calls.length).toBe(3);
    fake.on('getMe', refuseConnection());
    expect(await failureOf(tp.me())).toMatchObject({ code: 'ECONNREFUSED', attempts: 6 });
    fake.on('getMe', hang());
    expect(await failureOf(tp.me({ timeoutMs: 5, maxRetries: 0 }))).toMatchObject({ timedOut: true });
    const stop = new AbortController();
    const aborted = failureOf(tp.me({ signal: stop.signal }));
    stop.abort(new Error('enough'));
    expect(await aborted).toMatchObject({ message: 'enough' });
    fake.on('exportOrders', breakOff());
    const rows = (async () => {
      for await (const row of tp.orders.export({ format: 'ndjson' })) expect(row.id).toBeDefined();
    })();
    expect(await failureOf(rows)).toBeInstanceOf(ConnectionError);
  });

  it('throws for what the contract does not have, without a retry', async () => {
    const { fake, tp } = fakeClient();
    expect(await failureOf(tp.client.GET('/nonsense' as '/me'))).toBeInstanceOf(ConfigurationError);
    expect(() => fake.on('getNothing' as 'getMe', {})).toThrow(ConfigurationError);
    for (const code of ['nothing', 'toString', undefined])
      expect(() => problem(code as never)).toThrow(ConfigurationError);
    expect(() => fake.on('getMe', { stats: 404 } as object)).toThrow('A response has no stats');
    fake.once('getMe', () => ({ stats: 404 }) as object);
    expect(await failureOf(tp.me())).toBeInstanceOf(ConfigurationError);
  });

  it('throws what a responder throws as it is, without a retry', async () => {
    const { fake, tp } = fakeClient();
    for (const thrown of [
      new AssertionError({ message: 'sku is missing' }),
      new TypeError('x is not a function'),
    ]) {
      fake.on('createOrder', () => {
        throw thrown;
      });
      fake.calls.length = 0;
      expect(await failureOf(tp.orders.create(draft))).toBe(thrown);
      expect(fake.calls.length).toBe(1);
    }
    fake.on('getMe', async () => Promise.reject(new TypeError('fetch failed')));
    expect(await failureOf(tp.me({ maxRetries: 1 }))).toMatchObject({ name: 'ConnectionError', attempts: 2 });
  });

  it.each([undefined, null, 5, 'text', []])('refuses %j as a response, without a retry', async (nothing) => {
    const { fake, tp } = fakeClient();
    const refused = /^The response of getMe is .* Pass an object with status, body or headers/;
    expect(() => fake.on('getMe', nothing as never)).toThrow(refused);
    expect(() => fake.once('getMe', nothing as never)).toThrow(ConfigurationError);
    fake.on('getMe', () => nothing as never);
    const error = await failureOf<Error>(tp.me());
    expect(error).toBeInstanceOf(ConfigurationError);
    expect([error.message, fake.calls.length]).toEqual([expect.stringMatching(refused), 1]);
  });

  it('serves pages, exports and the feed', async () => {
    const { fake, tp } = fakeClient();
    const product = fake.example('getProduct');
    fake.on('listProducts', pages(Array.from({ length: 7 }, (_, index) => ({ ...product, id: index }))));
    expect((await tp.products.list({ limit: 3 }).toArray({ limit: 9 })).map(({ id }) => id)).toEqual([
      0, 1, 2, 3, 4, 5, 6,
    ]);
    const [event] = fake.example('listEvents').data;
    fake.on('listEvents', feed(['a', 'b', 'c'].map((event_id) => ({ ...event!, event_id }))));
    const store = { read: () => undefined, write: () => {} };
    const ids: string[] = [];
    for await (const { event_id } of tp.events.follow({ store, limit: 2 })) {
      ids.push(event_id);
      if (ids.length === 3) break;
    }
    expect(ids).toEqual(['a', 'b', 'c']);
    const csv: string[] = [];
    for await (const row of tp.products.export({ format: 'csv' })) csv.push(row.sku!);
    expect(csv).toEqual(['CAF-500']);
  });

  it('gives the example events once to a program that follows the feed', async () => {
    const { fake, tp } = fakeClient();
    const stop = new AbortController();
    let seen = 0;
    const store = { read: () => undefined, write: () => {} };
    for await (const _ of tp.events.follow({ store, signal: stop.signal })) {
      seen += 1;
      setTimeout(() => stop.abort(), 20);
    }
    expect(seen).toBe(fake.example('listEvents').data.length);
    expect(fake.calls.length).toBeGreaterThan(1);
  });

  it('stands in for the global fetch', async () => {
    const { fake } = fakeClient();
    const real = globalThis.fetch;
    globalThis.fetch = fake.fetch;
    try {
      const { fetch: _, ...options } = fake.options;
      await new Tradepost(options).orders.create(draft);
    } finally {
      globalThis.fetch = real;
    }
    expect(fake.callsOf('createOrder')[0]?.body.customer_id).toBe(77);
  });

  it('is refused when a response is no error that the client knows', async () => {
    const { fake, tp } = fakeClient();
    fake.on('getMe', Response.json({ a: 1 }, { status: 418 }));
    expect(await failureOf(tp.me())).toBeInstanceOf(ApiError);
  });
});
