import { getEventListeners } from 'node:events';
import {
  ApiError,
  ConfigurationError,
  ConnectionError,
  type HookRetry,
  Tradepost,
  type TradepostConfig,
} from '@tradepost/sdk';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { failureOf } from './failure-of.ts';
import { API_KEY, json, type Recorded, startServer } from './recording-server.ts';

type Responder = Parameters<typeof startServer>[0];
type ServerResponse = Parameters<Responder>[0];

const order = { customer_id: 77, items: [{ sku: 'CAF-500', quantity: 3 }] };
const ok: Responder = (response) => json(response, 200, { id: 1 });
const respondWith =
  (status: number, headers = {}, body: unknown = { code: 'x', detail: 'y' }): Responder =>
  (response) =>
    json(response, status, body, headers);
const disconnect: Responder = (response) => void response.destroy();
const truncate: Responder = (response) =>
  void response.writeHead(200, { 'content-length': 100 }).write('{"id":', () => response.destroy());

const PAUSE_MS = 4;
const quick = { minTimeout: PAUSE_MS, factor: 1, randomize: false };

/**
 * A server that uses one responder after the other and then `ok`. Its clients pause for a few milliseconds, and record
 * how long Retry-After would make them wait.
 */
async function serve(...responders: Responder[]) {
  const waits: number[] = [];
  const delays: number[] = [];
  const server = await startServer((response, request) => (responders.shift() ?? ok)(response, request));
  const runtime = { sleep: async (ms: number) => void waits.push(ms) };
  const hooks = { onRetry: ({ delayMs }: HookRetry) => delays.push(delayMs) };
  const client = (config: Parameters<typeof server.client>[0] = {}) =>
    server.client({ maxRetries: 2, retryTiming: quick, runtime, hooks, ...config });
  return { ...server, client, delays, waits };
}

const keysOf = (requests: Recorded[]) => requests.map(({ headers }) => headers['idempotency-key']);

describe('a call', () => {
  it.each([408, 429, 500, 502, 503, 504])('is retried after a %i', async (status) => {
    const { client, requests, delays } = await serve(respondWith(status));
    expect(await client().orders.get(1)).toEqual({ id: 1 });
    expect([requests.length, delays]).toEqual([2, [PAUSE_MS]]);
  });

  it.each([400, 401, 403, 404, 405, 409, 410, 412, 413, 422, 501, 505, 301])(
    'is not retried after a %i',
    async (status) => {
      const { client, requests } = await serve(respondWith(status));
      expect(await failureOf(client().orders.get(1))).toMatchObject({ status, attempts: 1 });
      expect(requests.length).toBe(1);
    },
  );

  it('is not retried after a 200 that is not JSON', async () => {
    const { client, requests } = await serve((response) => void response.end('<html>'));
    expect(await failureOf(client().me())).toBeInstanceOf(ApiError);
    expect(requests.length).toBe(1);
  });

  it.each([
    ['a broken connection', disconnect],
    ['a truncated body', truncate],
    [
      'an empty 500',
      (response: ServerResponse) => void response.writeHead(500, { 'content-length': 0 }).end(),
    ],
    ["a proxy's page with 502", (response: ServerResponse) => void response.writeHead(502).end('<html>')],
    [
      'a 503 with a truncated body',
      (response: ServerResponse) =>
        void response.writeHead(503, { 'content-length': 9 }).write('x', () => response.destroy()),
    ],
  ])('is retried after %s, whatever its method', async (_name, respond) => {
    const calls: ((tp: Tradepost) => PromiseLike<unknown>)[] = [
      (tp) => tp.orders.get(1),
      (tp) => tp.orders.create(order),
      (tp) => tp.products.update(1, { price: 2 }),
      (tp) => tp.products.upsert('ERP-1', { price: 2 }),
      (tp) => tp.products.delete(1),
    ];
    for (const call of calls) {
      const { client, requests } = await serve(respond);
      expect(await call(client())).toEqual({ id: 1 });
      expect(requests.length).toBe(2);
      expect(requests[1]).toEqual(requests[0]);
    }
  });

  it('is retried after a timeout', async () => {
    const { client, requests } = await serve(() => {});
    expect(await client({ timeoutMs: 100 }).orders.get(1)).toEqual({ id: 1 });
    expect(requests.length).toBe(2);
  });

  it('is retried while its first attempt is still in progress', async () => {
    const inProgress = { code: 'idempotency_in_progress', detail: 'x' };
    const { client, waits } = await serve(disconnect, respondWith(409, { 'retry-after': '1' }, inProgress));
    expect(await client().orders.create(order)).toEqual({ id: 1 });
    expect(waits).toEqual([1000]);
  });

  it('throws the last error with the number of attempts when it has no retries left', async () => {
    const { client, requests } = await serve(disconnect, respondWith(503), respondWith(500, {}, ''));
    const error = await failureOf(client().orders.create(order));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 500, attempts: 3 });
    expect(error.message).toContain('after 3 attempts');
    expect(requests.length).toBe(3);
  });

  it('throws a ConnectionError with the number of attempts when the last connection breaks', async () => {
    const { client } = await serve(disconnect, disconnect, disconnect);
    const error = await failureOf<ConnectionError>(client().orders.create(order));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ attempts: 3 });
    expect(error.message).toContain('after 3 attempts');
  });
});

describe('the Idempotency-Key', () => {
  it('is generated for a POST and kept over its retries, and the next call gets another', async () => {
    const { client, requests } = await serve(disconnect, respondWith(503));
    const tp = client();
    await tp.orders.create(order);
    await tp.orders.create(order);
    const keys = keysOf(requests);
    expect(keys[0]).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(keys.slice(0, 3)).toEqual(Array(3).fill(keys[0]));
    expect(keys[3]).not.toBe(keys[0]);
  });

  it('is kept over the retries if the caller passed it', async () => {
    const { client, requests } = await serve(respondWith(500), truncate);
    await client().orders.create(order, { idempotencyKey: 'order-1' });
    expect(keysOf(requests)).toEqual(['order-1', 'order-1', 'order-1']);
  });

  it.each(['', 'pedido-ção', 'a\nb'])(
    'is refused before anything is sent if it is %j',
    async (idempotencyKey) => {
      const { client, requests } = await serve();
      expect(await failureOf(client().orders.create(order, { idempotencyKey }))).toBeInstanceOf(
        ConfigurationError,
      );
      expect(requests).toEqual([]);
    },
  );
});

describe('the delay before a retry', () => {
  const failing = Array(6).fill(respondWith(500));

  it('grows by the factor up to the longest, as p-retry does it', async () => {
    const { client, delays } = await serve(...failing);
    const retryTiming = { minTimeout: 4, factor: 2, maxTimeout: 24, randomize: false };
    const startedAt = performance.now();
    await client({ maxRetries: 6, retryTiming }).me();
    expect(delays).toEqual([4, 8, 16, 24, 24, 24]);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(100);
  });

  it.each([
    ['seconds', { 'retry-after': '12' }, 12_000],
    ['zero', { 'retry-after': '0' }, 0],
    ['the longest time that the client waits', { 'retry-after': '60' }, 60_000],
    [
      "a date, compared with the response's own and not with the local clock",
      { date: 'Wed, 01 Jan 2020 00:00:00 GMT', 'retry-after': 'Wed, 01 Jan 2020 00:00:07 GMT' },
      7_000,
    ],
    [
      'a date in the form of RFC 850',
      { date: 'Wed, 01 Jan 2020 00:00:00 GMT', 'retry-after': 'Wednesday, 01-Jan-20 00:00:09 GMT' },
      9_000,
    ],
    ['a date in the past', { 'retry-after': 'Wed, 01 Jan 2020 00:00:00 GMT' }, 0],
    ['an unreadable value', { 'retry-after': 'soon' }, 0],
    ['a date that is not an HTTP-date', { 'retry-after': '2099-01-01T00:00:00Z' }, 0],
    ['a negative number', { 'retry-after': '-5' }, 0],
    ['a fraction, which HTTP does not allow', { 'retry-after': '1.5' }, 0],
  ])('is Retry-After plus a pause: %s', async (_name, headers, retryAfterMs) => {
    const { client, delays, waits } = await serve(respondWith(429, headers));
    await client().me();
    expect([waits, delays]).toEqual([retryAfterMs ? [retryAfterMs] : [], [retryAfterMs + PAUSE_MS]]);
  });

  it('compares a Retry-After date with the clock if the response has no date', async () => {
    const { client, waits } = await serve((response) => {
      response.sendDate = false;
      json(response, 503, {}, { 'retry-after': 'Wed, 01 Jan 2020 00:00:07 GMT' });
    });
    const runtime = {
      now: () => Date.parse('2020-01-01T00:00:04.000Z'),
      sleep: async (ms: number) => void waits.push(ms),
    };
    await client({ runtime }).me();
    expect(waits).toEqual([3_000]);
  });

  it('is not waited for above a minute: the error is thrown at once and says how long', async () => {
    const { client, requests } = await serve(respondWith(429, { 'retry-after': '61' }));
    expect(await failureOf(client().me())).toMatchObject({ status: 429, retryAfterSeconds: 61 });
    expect(requests.length).toBe(1);
  });

  it('ends at once when the call is aborted, with the reason', async () => {
    for (const reason of [new Error('the user left'), 'the user left', new TypeError('fetch failed')]) {
      const { client, requests } = await serve(respondWith(429, { 'retry-after': '59' }));
      const controller = new AbortController();
      const onRetry = () => queueMicrotask(() => controller.abort(reason));
      // This delay is real.
      const tp = client({ runtime: undefined, hooks: { onRetry } });
      expect(await failureOf<Error>(tp.me({ signal: controller.signal }))).toBe(reason);
      expect(requests.length).toBe(1);
    }
  });

  it.each([new Error('the user left'), 'the user left', undefined])(
    'is followed by an attempt that can be aborted too, with the reason %j',
    async (reason) => {
      const controller = new AbortController();
      const { client } = await serve(respondWith(503), () => controller.abort(reason));
      const thrown = await failureOf<unknown>(client().me({ signal: controller.signal }));
      expect(thrown).toBe(controller.signal.reason);
    },
  );

  it('leaves no listener on the signal', async () => {
    const { client } = await serve(respondWith(500), respondWith(500));
    const { signal } = new AbortController();
    await client().me({ signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('maxRetries', () => {
  it('of 0 turns retries off', async () => {
    const { client, requests } = await serve(respondWith(503));
    expect(await failureOf(client({ maxRetries: 0 }).me())).toMatchObject({ status: 503 });
    expect(requests.length).toBe(1);
  });

  it('of a call overrides that of the client', async () => {
    const { client, requests } = await serve(...Array(3).fill(respondWith(503)));
    await failureOf(client().me({ maxRetries: 0 }));
    expect(requests.length).toBe(1);
    await client({ maxRetries: 0 }).me({ maxRetries: 3 });
    expect(requests.length).toBe(4);
  });

  it('defaults to 5', async () => {
    const { client, requests } = await serve(...Array(9).fill(respondWith(503)));
    await failureOf(client({ maxRetries: undefined }).me());
    expect(requests.length).toBe(6);
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

/** p-retry takes no clock, so the platform's timers are replaced; `fetch` answers without a socket. */
describe('the defaults', () => {
  const SECOND = 1_000;
  function openClient(answer: (signal: AbortSignal) => Promise<Response>, config: TradepostConfig = {}) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const tp = new Tradepost({
      apiKey: API_KEY,
      baseUrl: 'http://localhost:3000',
      fetch: (_url, { signal }) => answer(signal),
      ...config,
    });
    const startedAt = performance.now();
    return { tp, passed: () => performance.now() - startedAt };
  }
  const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  it('outlast a service that restarts for 10 s', async () => {
    const { tp, passed } = openClient(async () => {
      if (passed() < 10 * SECOND) throw new TypeError('fetch failed');
      return Response.json({ id: 1 });
    });
    const product = tp.products.get(1).then();
    await advance(30 * SECOND);
    expect(await product).toEqual({ id: 1 });
  });

  it('give up after 2 minutes if every attempt hangs', async () => {
    const { tp, passed } = openClient(
      (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );
    const failed = failureOf<ConnectionError>(tp.products.get(1));
    let took = Infinity;
    failed.then(() => {
      took = passed();
    });
    await advance(300 * SECOND);
    expect(await failed).toMatchObject({ timedOut: true });
    expect(took).toBeLessThanOrEqual(120 * SECOND);
  });

  it('retry a paced call, however long it waited for its turn', async () => {
    const limited = { ratelimit: '"plan";r=0;t=100', 'ratelimit-policy': '"plan";q=60;w=100' };
    const answers = [Response.json({}, { headers: limited }), new Response('', { status: 503 })];
    const { tp, passed } = openClient(async () => answers.shift() ?? Response.json({ id: 1 }), {
      pace: true,
    });
    const calls = Promise.all([tp.me(), tp.products.get(1)]);
    await advance(130 * SECOND);
    expect((await calls)[1]).toEqual({ id: 1 });
    expect(passed()).toBeGreaterThan(100 * SECOND);
  });

  it('give up if Retry-After leads beyond that', async () => {
    let attempts = 0;
    const { tp, passed } = openClient(async () => {
      attempts += 1;
      return new Response('', { status: 503, headers: { 'retry-after': '50' } });
    });
    let took = Infinity;
    const failed = failureOf(tp.products.get(1));
    failed.then(() => {
      took = passed();
    });
    await advance(300 * SECOND);
    expect(await failed).toMatchObject({ status: 503, attempts: 2 });
    expect([attempts, took < 60 * SECOND]).toEqual([2, true]);
  });
});

it('a signal that many calls share gets one listener', async () => {
  const { client } = await serve(...Array(20).fill(respondWith(503)));
  const { signal } = new AbortController();
  let most = 0;
  const hooks = {
    onRequest: () => {
      most = Math.max(most, getEventListeners(signal, 'abort').length);
    },
  };
  const many = client({ hooks, maxRetries: 20 });
  await Promise.all(Array.from({ length: 20 }, () => many.me({ signal })));
  expect([most, getEventListeners(signal, 'abort')]).toEqual([1, []]);
});
