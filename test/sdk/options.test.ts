import { readFileSync } from 'node:fs';
import { ConfigurationError, Tradepost, type TradepostConfig } from '@tradepost/sdk';
import { describe, expect, it, onTestFinished } from 'vitest';
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

  it('of a call with an unknown name is refused before anything is sent', async () => {
    const { client, requests } = await startServer((response) => json(response, 200, {}));
    const error = await failureOf<Error>(client().products.get(1, { timeout: 5 } as object));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error.message).toContain('There is no option timeout');
    expect(requests).toEqual([]);
  });
});

describe('retryTiming', () => {
  it.each([{ minTimeout: -1 }, { factor: Number.NaN }, { maxTimeout: 'long' }, { min: 1 }])(
    'of %j is refused when the client is created',
    (retryTiming) => {
      const config = { ...good, retryTiming } as TradepostConfig;
      expect(() => new Tradepost(config)).toThrow(ConfigurationError);
    },
  );

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
