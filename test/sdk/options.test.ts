import { readFileSync } from 'node:fs';
import {
  ConfigurationError,
  logging,
  pacing,
  retries,
  Tradepost,
  type TradepostConfig,
  Transport,
  type TransportConfig,
} from '@tradepost/sdk';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runtimeOf } from '../../sdk/src/transport/runtime.ts';
import { userAgent } from '../../sdk/src/transport/user-agent.ts';
import { VERSION } from '../../sdk/src/transport/version.ts';
import { failureOf } from './failure-of.ts';
import { API_KEY, json, startServer } from './recording-server.ts';

const good = { apiKey: API_KEY, baseUrl: 'http://localhost:3000' };

function setEnvironment(values: Record<string, string>): void {
  Object.assign(process.env, values);
  onTestFinished(() => {
    for (const name of Object.keys(values)) delete process.env[name];
  });
}

describe('an option', () => {
  it.each(['apikey', 'maxRetry', 'retry', 'timeout'])('with the unknown name %s is refused', (name) => {
    const config = { ...good, [name]: 1 };
    expect(() => new Tradepost(config)).toThrow(ConfigurationError);
    expect(() => new Tradepost(config)).toThrow(name);
  });

  it('of a transport, of retries and of pacing with an unknown name is refused', () => {
    expect(() => new Transport({ ...good, timeout: 5 } as TransportConfig)).toThrow(
      'There is no option timeout',
    );
    expect(() => retries({ maxRetry: 5 } as object)).toThrow('There is no option maxRetry');
    expect(() => pacing({ share: 'x' } as object)).toThrow('There is no option share');
    expect(() => new Tradepost({ ...good, fetchWrappers: [] } as object)).toThrow(
      'There is no option fetchWrappers',
    );
    expect(() => new Transport({ ...good, fetchWrappers: [retries(), pacing()] })).not.toThrow();
  });

  it.each(['onRespone', 'onretry', 'request'])('of hooks with the unknown name %s is refused', (name) => {
    expect(() => new Tradepost({ ...good, hooks: { [name]: () => {} } })).toThrow(
      `There is no option ${name}, only onRequest`,
    );
  });

  it('of follow with an unknown name is refused', async () => {
    const store = { read: () => undefined, write: () => {} };
    for (const [options, message] of [
      [{ maxPause: 5 }, 'There is no option maxPause'],
      [{ store: undefined }, "store.read isn't a function"],
      [{ store: 'cursor' }, "store.read isn't a function"],
      [{ store: new Map() }, "store.read isn't a function"],
      [{ store: { read() {} } }, "store.write isn't a function"],
      [{ signal: 'x' }, "signal isn't an AbortSignal"],
      [{ signal: new AbortController() }, "signal isn't an AbortSignal"],
      [{ onRewound: 5 }, "onRewound isn't a function"],
      [{ maxPauseMs: Number.NaN }, 'maxPauseMs is NaN'],
      [{ maxPauseMs: Infinity }, 'maxPauseMs is Infinity'],
      [{ maxPauseMs: 2 ** 31 }, 'maxPauseMs is 2147483648'],
    ] as const) {
      const error = await failureOf<Error>(
        new Tradepost(good).events.follow({ store, ...options } as never).next(),
      );
      expect(error).toBeInstanceOf(ConfigurationError);
      expect(error.message).toContain(message);
    }
  });

  const others = [
    new Map([['apiKey', API_KEY]]),
    new URLSearchParams('limit=1'),
    new Headers(),
    [],
    5,
    'x',
    null,
  ];

  it.each(others)('object that is %o is refused by all that take one', async (value) => {
    const options = value as never;
    const fault = /isn't a plain object/;
    setEnvironment({ TRADEPOST_API_KEY: API_KEY, TRADEPOST_URL: good.baseUrl });
    const tp = new Tradepost(good);
    const creations = [
      () => new Tradepost(options),
      () => tp.withOptions(options),
      () => new Transport(options),
      () => retries(options),
      () => pacing(options),
      () => logging(options),
      () => new Tradepost({ ...good, retryTiming: options }),
    ];
    for (const create of creations) {
      expect(create).toThrow(ConfigurationError);
      expect(create).toThrow(fault);
    }
    const calls = [tp.me(options), tp.products.list({}, options), tp.products.update(1, {}, options)];
    for (const call of [...calls, tp.events.follow(options).next(), tp.me({ headers: options })])
      expect(await failureOf(call)).toMatchObject({
        name: 'ConfigurationError',
        message: expect.stringMatching(fault),
      });
  });

  it.each([
    { hooks: 5 },
    { hooks: { onRequest: 5 } },
    { hooks: { onError: 'log' } },
    { hooks: new Map() },
    { pace: 'yes' },
    { pace: 1 },
    { fetch: 5 },
    { fetch: {} },
    { fetch: 'undici' },
    { timeoutMs: 0.5 },
    { timeoutMs: 1.5 },
    { timeoutMs: '5000' },
  ])('of another type is refused: %o', (options) => {
    const config = { ...good, ...options } as unknown as TradepostConfig;
    expect(() => new Tradepost(config)).toThrow(ConfigurationError);
    expect(() => new Tradepost(config)).toThrow(new RegExp(`${Object.keys(options)[0]}|onRequest|onError`));
  });

  it('of a call with an unknown name is refused before anything is sent', async () => {
    const { client, requests } = await startServer((response) => json(response, 200, {}));
    const error = await failureOf<Error>(client().products.get(1, { timeout: 5 } as object));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error.message).toContain('There is no option timeout');
    expect(requests).toEqual([]);
  });
});

describe('a signal', () => {
  it.each(['x', 5, {}, new AbortController()])('that is none is refused: %o', async (given) => {
    const { client, requests } = await startServer((response) => json(response, 200, {}));
    const options = { signal: given as AbortSignal };
    const tp = client();
    for (const call of [
      tp.me(options),
      tp.products.list({}, options),
      tp.orders.export({ format: 'csv' }, options),
    ])
      expect(await failureOf(call)).toMatchObject({
        name: 'ConfigurationError',
        message: expect.stringContaining("signal isn't an AbortSignal"),
      });
    expect(requests).toEqual([]);
  });
});

describe('a number of milliseconds or retries', () => {
  const wrong = [Number.NaN, Infinity, -Infinity, -1, 2 ** 31, '5', {}];

  it.each(wrong)('of %s is refused when the client is created, and by a call', async (value) => {
    const number = value as number;
    for (const options of [{ maxRetries: number }, { timeoutMs: number }]) {
      expect(() => new Tradepost({ ...good, ...options })).toThrow(ConfigurationError);
      expect(await failureOf(new Tradepost(good).me(options))).toBeInstanceOf(ConfigurationError);
    }
    for (const name of ['minTimeout', 'maxTimeout', 'factor'])
      expect(() => new Tradepost({ ...good, retryTiming: { [name]: number } })).toThrow(
        `retryTiming.${name} is`,
      );
  });

  it('of a pause that no timer can take is waited for as long as one can', async () => {
    const timers: (number | undefined)[] = [];
    const real = globalThis.setTimeout;
    globalThis.setTimeout = ((_run: () => void, ms?: number) => timers.push(ms)) as never;
    try {
      void runtimeOf(undefined).sleep(Infinity, undefined);
      void runtimeOf(undefined).sleep(2 ** 40, undefined);
    } finally {
      globalThis.setTimeout = real;
    }
    expect(timers).toEqual([2 ** 31 - 1, 2 ** 31 - 1]);
  });
});

describe('retryTiming', () => {
  it.each([
    { minTimeout: -1 },
    { minTimeout: '5' },
    { randomize: 1 },
    { maxRetryTime: Number.NaN },
    { factor: Number.NaN },
    { maxTimeout: 'long' },
    { min: 1 },
  ])('of %j is refused when the client is created', (retryTiming) => {
    const config = { ...good, retryTiming } as TradepostConfig;
    expect(() => new Tradepost(config)).toThrow(ConfigurationError);
  });

  it.each([false, true])('of undefined is the default, with pace %s', async (pace) => {
    const { baseUrl, requests } = await startServer((response) => json(response, 503, {}));
    const retryTiming = { minTimeout: 0, maxTimeout: 0, factor: undefined, maxRetryTime: undefined };
    const tp = new Tradepost({ ...good, baseUrl, pace, maxRetries: 2, retryTiming });
    expect(await failureOf(tp.me())).toMatchObject({ status: 503, attempts: 3 });
    expect(requests.length).toBe(3);
  });
});

describe('toArray', () => {
  it.each([undefined, {}, { limit: Number.NaN }, { limit: -1 }, { limit: 1.5 }])(
    'with %j is refused, instead of reading the whole list',
    async (options) => {
      const { client, requests } = await startServer((response) => json(response, 200, {}));
      const error = await failureOf<Error>(
        client()
          .products.list()
          .toArray(options as { limit: number }),
      );
      expect(error).toBeInstanceOf(ConfigurationError);
      expect(requests).toEqual([]);
    },
  );
});

describe('the key and the address', () => {
  it('default to the environment', async () => {
    const { baseUrl, requests } = await startServer((response) => json(response, 200, {}));
    setEnvironment({ TRADEPOST_API_KEY: API_KEY, TRADEPOST_URL: baseUrl });
    await new Tradepost().me();
    expect(requests[0]?.headers.authorization).toBe(`Bearer ${API_KEY}`);
  });

  it('of the configuration come first', async () => {
    const { baseUrl, requests } = await startServer((response) => json(response, 200, {}));
    setEnvironment({ TRADEPOST_API_KEY: 'tp_other', TRADEPOST_URL: 'http://localhost:9' });
    await new Tradepost({ apiKey: API_KEY, baseUrl }).me();
    expect(requests[0]?.headers.authorization).toBe(`Bearer ${API_KEY}`);
  });

  it('are named in the error if they are missing', () => {
    expect(() => new Tradepost()).toThrow('TRADEPOST_API_KEY');
    expect(() => new Tradepost({ apiKey: API_KEY })).toThrow('TRADEPOST_URL');
  });
});

describe('a key that was copied with something else', () => {
  it.each([
    [`${API_KEY}\n`, 'apiKey has a line break.'],
    [`${API_KEY}\r\n`, 'apiKey has a line break.'],
    [` ${API_KEY}`, 'apiKey has a blank.'],
    [`Bearer ${API_KEY}`, 'apiKey has a blank.'],
    [`${API_KEY}\t`, 'apiKey has a blank.'],
    [`${API_KEY}\u00a0`, 'apiKey has a blank.'],
    [`"${API_KEY}"`, 'apiKey has quotes.'],
    [`'${API_KEY}`, 'apiKey has quotes.'],
    [`\ufeff${API_KEY}`, 'apiKey has a byte order mark.'],
    [`${API_KEY}\u200b`, "apiKey isn't valid."],
    [`${API_KEY}…`, "apiKey isn't valid."],
    ['', 'apiKey is empty.'],
    ['  ', 'apiKey is empty.'],
    [null, 'apiKey is null.'],
    [42, 'apiKey is 42.'],
  ])('%j is refused by what it has', (apiKey, message) => {
    const create = () => new Tradepost({ ...good, apiKey: apiKey as string });
    expect(create).toThrow(ConfigurationError);
    expect(create).toThrow(message);
    expect(create).not.toThrow(API_KEY);
    setEnvironment({ TRADEPOST_API_KEY: String(apiKey ?? '') });
    if (typeof apiKey === 'string') expect(() => new Tradepost({ baseUrl: good.baseUrl })).toThrow(message);
  });
});

describe('withOptions', () => {
  it('returns a client with some options changed', async () => {
    const { client, requests } = await startServer((response) => json(response, 503, {}));
    const tp = client({ maxRetries: 1, retryTiming: { minTimeout: 1 } });
    await failureOf(tp.withOptions({ maxRetries: 0 }).me());
    expect(requests.length).toBe(1);
    await failureOf(tp.me());
    expect(requests.length).toBe(3);
    expect(requests.at(-1)?.headers.authorization).toBe(`Bearer ${API_KEY}`);
  });

  it('checks them', () => {
    const tp = new Tradepost(good);
    expect(() => tp.withOptions({ timeoutMs: -1 })).toThrow(ConfigurationError);
    expect(() => tp.withOptions({ retry: 1 } as TradepostConfig)).toThrow(ConfigurationError);
  });
});

describe('headers of a call', () => {
  it('are sent beside its own, which they cannot replace', async () => {
    const { client, requests } = await startServer((response) => json(response, 200, {}));
    const headers = { 'x-correlation-id': 'c-1', authorization: 'Bearer other' };
    await client().products.get(1, { headers });
    expect(requests[0]?.headers).toMatchObject({
      'x-correlation-id': 'c-1',
      authorization: `Bearer ${API_KEY}`,
    });
  });

  it('are refused if a header cannot have the value', async () => {
    const { client } = await startServer((response) => json(response, 200, {}));
    const error = await failureOf<Error>(client().me({ headers: { 'x-name': 'a\nb' } }));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error.message).toContain('x-name');
  });
});

describe('the User-Agent', () => {
  it('names the package, its version and the runtime', async () => {
    const { client, requests } = await startServer((response) => json(response, 200, {}));
    await client().me();
    const major = process.versions.node.split('.')[0];
    expect(requests[0]?.headers['user-agent']).toBe(`tradepost-sdk/${VERSION} (node ${major})`);
  });

  it.each([
    ['Bun/1.2.0', 'bun 1.2.0'],
    ['Deno/2.1.0', 'deno 2.1.0'],
    ['Cloudflare-Workers', 'cloudflare-workers'],
    ['Node.js/22', 'node 22'],
  ])('is right where the runtime calls itself %s', (agent, runtime) => {
    const process = { versions: { node: '22.1.0' } };
    expect(userAgent({ navigator: { userAgent: agent }, process })).toBe(
      `tradepost-sdk/${VERSION} (${runtime})`,
    );
  });

  it('is left to a browser', () => {
    expect(userAgent({ navigator: { userAgent: 'Mozilla/5.0 (X11)' } })).toBeUndefined();
  });

  it('has the version of package.json', () => {
    const manifest = readFileSync(new URL('../../sdk/package.json', import.meta.url), 'utf8');
    expect(VERSION).toBe(JSON.parse(manifest).version);
  });
});

describe('a list', () => {
  const page = (ids: number[], next: string | null) => ({
    data: ids.map((id) => ({ id })),
    page: { next_cursor: next, has_more: next !== null },
  });

  it.each([
    [3, [1, 2, 3], 2],
    [2, [1, 2], 1],
    [9, [1, 2, 3, 4], 2],
  ])('gives its first %i rows as an array', async (limit, ids, sent) => {
    const { client, requests } = await startServer((response, { url }) =>
      json(response, 200, url?.includes('cursor') ? page([3, 4], null) : page([1, 2], 'b')),
    );
    const rows = await client().products.list({ limit: 2 }).toArray({ limit });
    expect(rows.map(({ id }) => id)).toEqual(ids);
    expect(requests.length).toBe(sent);
  });

  it.each([{}, [], { data: {}, page: {} }, { data: [] }, null, 7])(
    'is an ApiError if a 200 has %j instead',
    async (body) => {
      const { client } = await startServer((response) => json(response, 200, body));
      const tp = client();
      expect(await failureOf(tp.products.list())).toMatchObject({ name: 'ApiError', status: 200 });
      expect(await failureOf(tp.orders.list().toArray({ limit: 1 }))).toMatchObject({ name: 'ApiError' });
    },
  );
});
