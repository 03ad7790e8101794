import { getEventListeners } from 'node:events';
import { ApiError, ConfigurationError, ConnectionError, type Tradepost } from '@tradepost/sdk';
import { describe, expect, it } from 'vitest';
import { failureOf } from './failure-of.ts';
import { json, type Recorded, startServer } from './recording-server.ts';

type Reply = Parameters<Parameters<typeof startServer>[0]>[0];
type Act = (response: Reply) => void;

const order = { customer_id: 77, items: [{ sku: 'CAF-500', quantity: 3 }] };
const ok: Act = (response) => json(response, 200, { id: 1 });
const answers =
  (status: number, headers = {}, body: unknown = { code: 'x', detail: 'y' }): Act =>
  (response) =>
    json(response, status, body, headers);
const breaks: Act = (response) => void response.destroy();
const cuts: Act = (response) =>
  void response.writeHead(200, { 'content-length': 100 }).write('{"id":', () => response.destroy());

/** A server that does one act after the other, and a client whose pauses are noted and not made. */
async function serve(...acts: Act[]) {
  const pauses: number[] = [];
  const server = await startServer((response) => (acts.shift() ?? ok)(response));
  const runtime = {
    sleep: async (ms: number) => void pauses.push(ms),
    random: () => 0,
  };
  const client = (config: Parameters<typeof server.client>[0] = {}) =>
    server.client({ maxRetries: 2, runtime, ...config });
  return { ...server, client, pauses };
}

const keysOf = (requests: Recorded[]) => requests.map(({ headers }) => headers['idempotency-key']);

describe('what is repeated', () => {
  it.each([408, 429, 500, 502, 503, 504])('is an answer of %i', async (status) => {
    const { client, requests, pauses } = await serve(answers(status));
    expect(await client().orders.get(1)).toEqual({ id: 1 });
    expect([requests.length, pauses]).toEqual([2, [250]]);
  });

  it.each([400, 401, 403, 404, 405, 409, 410, 412, 413, 422, 501, 505, 301])(
    'is not an answer of %i',
    async (status) => {
      const { client, requests } = await serve(answers(status));
      expect(await failureOf(client().orders.get(1))).toMatchObject({ status, attempts: 1 });
      expect(requests.length).toBe(1);
    },
  );

  it('is not a 200 that is no JSON', async () => {
    const { client, requests } = await serve((response) => void response.end('<html>'));
    expect(await failureOf(client().me())).toBeInstanceOf(ApiError);
    expect(requests.length).toBe(1);
  });

  it.each([
    ['a connection that breaks', breaks],
    ['a body that is cut', cuts],
    ['an empty 500', (response: Reply) => void response.writeHead(500, { 'content-length': 0 }).end()],
    ["a proxy's page with 502", (response: Reply) => void response.writeHead(502).end('<html>')],
    [
      'a 503 whose body is cut',
      (response: Reply) =>
        void response.writeHead(503, { 'content-length': 9 }).write('x', () => response.destroy()),
    ],
  ])('is %s, for whatever method', async (_name, act) => {
    const calls: ((tp: Tradepost) => PromiseLike<unknown>)[] = [
      (tp) => tp.orders.get(1),
      (tp) => tp.orders.create(order),
      (tp) => tp.products.update(1, { price: 2 }),
      (tp) => tp.products.upsert('ERP-1', { price: 2 }),
      (tp) => tp.products.delete(1),
    ];
    for (const call of calls) {
      const { client, requests } = await serve(act);
      expect(await call(client())).toEqual({ id: 1 });
      expect(requests.length).toBe(2);
      expect(requests[1]).toEqual(requests[0]);
    }
  });

  it('is an answer that does not come in time', async () => {
    const { client, requests } = await serve(() => {});
    expect(await client({ timeoutMs: 100 }).orders.get(1)).toEqual({ id: 1 });
    expect(requests.length).toBe(2);
  });

  it('is a request whose first try is still being worked on', async () => {
    const inProgress = { code: 'idempotency_in_progress', detail: 'x' };
    const { client, pauses } = await serve(breaks, answers(409, { 'retry-after': '1' }, inProgress));
    expect(await client().orders.create(order)).toEqual({ id: 1 });
    expect(pauses).toEqual([250, 1500]);
  });

  it('is nothing when the times are used up: the last failure is thrown and tells how often it was tried', async () => {
    const { client, requests } = await serve(breaks, answers(503), answers(500, {}, ''));
    const error = await failureOf(client().orders.create(order));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 500, attempts: 3 });
    expect(error.message).toContain('at the last of 3 attempts');
    expect(requests.length).toBe(3);
  });

  it('is nothing when the times are used up: a broken connection too', async () => {
    const { client } = await serve(breaks, breaks, breaks);
    const error = await failureOf<ConnectionError>(client().orders.create(order));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ attempts: 3 });
    expect(error.message).toContain('at the last of 3 attempts');
  });
});

describe('the Idempotency-Key', () => {
  it('is made for a POST and kept while it is repeated; the next call has another one', async () => {
    const { client, requests } = await serve(breaks, answers(503));
    const tp = client();
    await tp.orders.create(order);
    await tp.orders.create(order);
    const keys = keysOf(requests);
    expect(keys[0]).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(keys.slice(0, 3)).toEqual(Array(3).fill(keys[0]));
    expect(keys[3]).not.toBe(keys[0]);
  });

  it('that was given is kept as well', async () => {
    const { client, requests } = await serve(answers(500), cuts);
    await client().orders.create(order, { idempotencyKey: 'order-1' });
    expect(keysOf(requests)).toEqual(['order-1', 'order-1', 'order-1']);
  });

  it.each(['', 'pedido-ção', 'a\nb'])(
    'is refused before anything is sent when it is %j',
    async (idempotencyKey) => {
      const { client, requests } = await serve();
      expect(await failureOf(client().orders.create(order, { idempotencyKey }))).toBeInstanceOf(
        ConfigurationError,
      );
      expect(requests).toEqual([]);
    },
  );
});

describe('the pauses', () => {
  const failing = Array(6).fill(answers(500));

  it.each([
    ['half of that at the least', 0, [250, 500, 1000, 2000, 4000, 4000]],
    ['all of it at the most', 1, [500, 1000, 2000, 4000, 8000, 8000]],
  ])('double from half a second to eight, by chance %s', async (_name, chance, expected) => {
    const { client, pauses } = await serve(...failing);
    const sleep = async (ms: number) => void pauses.push(ms);
    await client({ maxRetries: 6, runtime: { random: () => chance, sleep } }).me();
    expect(pauses).toEqual(expected);
  });

  it.each([
    ['seconds', { 'retry-after': '12' }, 12_000],
    ['no time at all', { 'retry-after': '0' }, 0],
    ['the longest time that is waited', { 'retry-after': '60' }, 60_000],
    [
      "a date, counted from the answer's own, whatever the clock here says",
      { date: 'Wed, 01 Jan 2020 00:00:00 GMT', 'retry-after': 'Wed, 01 Jan 2020 00:00:07 GMT' },
      7_000,
    ],
    [
      'a date in the form of RFC 850',
      { date: 'Wed, 01 Jan 2020 00:00:00 GMT', 'retry-after': 'Wednesday, 01-Jan-20 00:00:09 GMT' },
      9_000,
    ],
    ['a date that is over', { 'retry-after': 'Wed, 01 Jan 2020 00:00:00 GMT' }, 0],
    ['what is not readable', { 'retry-after': 'soon' }, 0],
    ['a date that is not one of HTTP', { 'retry-after': '2099-01-01T00:00:00Z' }, 0],
    ['less than nothing', { 'retry-after': '-5' }, 0],
    ['half seconds, which HTTP does not have', { 'retry-after': '1.5' }, 0],
  ])('are as long as Retry-After asks, and a little: %s', async (_name, headers, askedMs) => {
    const { client, pauses } = await serve(answers(429, headers));
    await client().me();
    expect(pauses).toEqual([askedMs + 250]);
  });

  it('count to a date from the clock when the answer has none of its own', async () => {
    const { client, pauses } = await serve((response) => {
      response.sendDate = false;
      answers(503, { 'retry-after': 'Wed, 01 Jan 2020 00:00:07 GMT' })(response);
    });
    const runtime = {
      now: () => Date.parse('2020-01-01T00:00:04.000Z'),
      random: () => 0,
      sleep: async (ms: number) => void pauses.push(ms),
    };
    await client({ runtime }).me();
    expect(pauses).toEqual([3_250]);
  });

  it('are not made for longer than a minute: the error is thrown at once and says how long', async () => {
    const { client, requests } = await serve(answers(429, { 'retry-after': '61' }));
    expect(await failureOf(client().me())).toMatchObject({ status: 429, retryAfterSeconds: 61 });
    expect(requests.length).toBe(1);
  });

  it('end at once when the call is aborted, with the reason', async () => {
    for (const reason of [new Error('the user left'), 'the user left', new TypeError('fetch failed')]) {
      const { client, requests } = await serve(answers(429, { 'retry-after': '59' }));
      const controller = new AbortController();
      const onRetry = () => queueMicrotask(() => controller.abort(reason));
      // The pause is a real one here.
      const tp = client({ runtime: undefined, hooks: { onRetry } });
      expect(await failureOf<Error>(tp.me({ signal: controller.signal }))).toBe(reason);
      expect(requests.length).toBe(1);
    }
  });

  it.each([new Error('the user left'), 'the user left', undefined])(
    'are followed by an attempt that can be aborted as well, with the reason %j',
    async (reason) => {
      const controller = new AbortController();
      const { client } = await serve(answers(503), () => controller.abort(reason));
      const thrown = await failureOf<unknown>(client().me({ signal: controller.signal }));
      expect(thrown).toBe(controller.signal.reason);
    },
  );

  it('leave no listener on a signal that lives on', async () => {
    const { client } = await serve(answers(500), answers(500));
    const { signal } = new AbortController();
    // The pauses are real ones here, of a few milliseconds.
    await client({ runtime: { random: () => -0.99 } }).me({ signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('maxRetries', () => {
  it('of 0 turns repeating off', async () => {
    const { client, requests } = await serve(answers(503));
    expect(await failureOf(client({ maxRetries: 0 }).me())).toMatchObject({ status: 503 });
    expect(requests.length).toBe(1);
  });

  it('of a call counts more than that of the client', async () => {
    const { client, requests } = await serve(...Array(3).fill(answers(503)));
    await failureOf(client().me({ maxRetries: 0 }));
    expect(requests.length).toBe(1);
    await client({ maxRetries: 0 }).me({ maxRetries: 3 });
    expect(requests.length).toBe(4);
  });

  it('is 2 unless it is set', async () => {
    const { client, requests } = await serve(...Array(3).fill(answers(503)));
    await failureOf(client({ maxRetries: undefined }).me());
    expect(requests.length).toBe(3);
  });

  it.each([-1, 1.5, Number.NaN, Infinity])(
    'of %d is refused, for the client and for a call',
    async (maxRetries) => {
      const { client, requests } = await serve();
      expect(() => client({ maxRetries })).toThrow(ConfigurationError);
      expect(await failureOf(client().me({ maxRetries }))).toBeInstanceOf(ConfigurationError);
      expect(requests).toEqual([]);
    },
  );
});
