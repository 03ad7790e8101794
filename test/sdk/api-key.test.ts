import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import {
  ConfigurationError,
  type Fetch,
  type FetchWrapper,
  Products,
  retries,
  Tradepost,
  Transport,
} from '@tradepost/sdk';
import { describe, expect, it, onTestFinished } from 'vitest';
import { failureOf } from './failure-of.ts';
import { API_KEY, json, startServer } from './recording-server.ts';

/** Everything that logs and debuggers can show of a value. */
function shown(value: unknown): string {
  const parts = [inspect(value, { depth: 12, showHidden: true, getters: true }), JSON.stringify(value)];
  if (value instanceof Error) parts.push(value.stack ?? '', String(value), value.message);
  return parts.join('\n');
}

function recordingHooks() {
  const infos: unknown[] = [];
  const record = (info: unknown) => void infos.push(info);
  return { infos, hooks: { onRequest: record, onResponse: record, onRetry: record, onError: record } };
}

function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  throw new Error('it did not throw');
}

const order = { customer_id: 1, items: [{ product_id: 1, quantity: 1 }] };

describe('the API key is not shown', () => {
  it('by a client, its resources and its transport', () => {
    const config = { apiKey: API_KEY, baseUrl: 'http://localhost:3000' };
    const tp = new Tradepost(config);
    const transport = new Transport({ ...config, fetchWrappers: [retries()] });
    const { products, orders } = tp;
    for (const value of [tp, products, orders, transport, new Products(transport)])
      expect(shown(value)).not.toContain(API_KEY);
  });

  it('by the call that a wrapper of fetch gets, before and after its attempts', async () => {
    const { baseUrl } = await startServer((response) => json(response, 404, {}));
    const calls: string[] = [];
    const wrapper: FetchWrapper = async (attempt, call) => {
      calls.push(shown(call));
      const response = await attempt();
      calls.push(shown(call));
      return response;
    };
    await failureOf(
      new Products(new Transport({ apiKey: API_KEY, baseUrl, fetchWrappers: [wrapper] })).get(1),
    );
    expect(calls).toHaveLength(2);
    expect(calls.join()).toContain('/products/1');
    expect(calls.join()).not.toContain(API_KEY);
  });

  it('by a list, a reply and its response', async () => {
    const { client } = await startServer((response) => json(response, 200, { id: 1 }));
    const list = client().products.list();
    const reply = client().products.get(1);
    expect(shown([list, reply, await reply.withResponse()])).not.toContain(API_KEY);
  });

  it('by an error or a hook if the response quotes the request everywhere', async () => {
    const server = createServer((request, response) => {
      const quoted = request.headers.authorization as string;
      const problem = {
        code: quoted,
        title: quoted,
        detail: `You sent ${quoted}`,
        request_id: quoted,
        errors: [{ pointer: quoted, code: quoted, detail: quoted }],
        allowed: [quoted],
        required_scopes: [quoted],
      };
      response
        .writeHead(503, `No ${quoted}`, { 'x-request-id': quoted, 'x-debug': quoted, 'retry-after': '1' })
        .end(JSON.stringify(problem).replaceAll('tp_', '\\u0074p_'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

    const { infos, hooks } = recordingHooks();
    const runtime = { sleep: async () => {} };
    const retryTiming = { minTimeout: 1 };
    const tp = new Tradepost({ apiKey: API_KEY, baseUrl, hooks, runtime, retryTiming, maxRetries: 1 });
    const error = await failureOf(tp.me());
    expect(error.detail).toBe('You sent Bearer [API key]');
    expect(infos).toHaveLength(6);
    expect(shown(error)).not.toContain(API_KEY);
    expect(shown(infos)).not.toContain(API_KEY);
  });

  it("by an error if a proxy's page and its media type quote it", async () => {
    const { client } = await startServer((response) =>
      response.writeHead(502, { 'content-type': `text/${API_KEY}` }).end(`<pre>${API_KEY}</pre>`),
    );
    const error = await failureOf(client().me());
    expect(error.message).toContain('text/[API key]');
    expect(shown(error)).not.toContain(API_KEY);
  });

  it('by an error if the status text quotes it', async () => {
    const { client } = await startServer((response) => response.writeHead(502, `No ${API_KEY}`).end());
    const error = await failureOf(client().me());
    expect(error.title).toBe('No [API key]');
    expect(shown(error)).not.toContain(API_KEY);
  });

  it('by an error or a hook if it was passed as an id, an Idempotency-Key or a version', async () => {
    const { client } = await startServer((response) => json(response, 404, {}));
    const { infos, hooks } = recordingHooks();
    const tp = client({ hooks });
    const errors = [
      await failureOf(tp.products.upsert(API_KEY, { price: 1 })),
      await failureOf(tp.orders.create(order, { idempotencyKey: API_KEY })),
      await failureOf(tp.products.list({ sku: API_KEY })),
      await failureOf(tp.orders.create(order, { idempotencyKey: `${API_KEY}\n` })),
      await failureOf(tp.products.upsert('x', { price: 1 }, { ifMatch: API_KEY })),
    ];
    expect(errors[0]?.url).toMatch(/\/external\/\[API key\]$/);
    expect(errors[3]).toBeInstanceOf(ConfigurationError);
    expect(shown(errors)).not.toContain(API_KEY);
    expect(shown(infos)).not.toContain(API_KEY);
  });

  it('by an error or a hook if a custom fetch puts the whole request on its error', async () => {
    const fetch: Fetch = (url, request) => {
      const { authorization } = request.headers;
      const deepest = Object.assign(new Error(`refused: ${authorization}`), { code: authorization, request });
      throw Object.assign(new TypeError(`fetch ${url} failed`, { cause: deepest }), { request });
    };
    const { infos, hooks } = recordingHooks();
    const tp = new Tradepost({
      apiKey: API_KEY,
      baseUrl: 'http://localhost:3000',
      fetch,
      hooks,
      maxRetries: 0,
    });
    const error = await failureOf<Error>(tp.me());
    expect(error.message).toContain('refused: Bearer [API key]');
    expect(shown(error)).not.toContain(API_KEY);
    expect(shown(infos)).not.toContain(API_KEY);
  });

  it('by the error about an invalid key, or a key passed as the URL', () => {
    const config = { apiKey: API_KEY, baseUrl: 'http://localhost:3000' };
    for (const wrong of [
      { apiKey: `${API_KEY}\n` },
      { baseUrl: API_KEY },
      { baseUrl: `http://${API_KEY}@x` },
    ]) {
      const error = thrownBy(() => new Tradepost({ ...config, ...wrong }));
      expect(error).toBeInstanceOf(ConfigurationError);
      expect(shown(error)).not.toContain(API_KEY);
    }
  });

  it('to another server: redirects are not followed', async () => {
    const other = await startServer((response) => json(response, 200, {}));
    const { client } = await startServer((response) =>
      response.writeHead(307, { location: `${other.baseUrl}/api/v1/me` }).end(),
    );
    expect(await failureOf(client().me())).toMatchObject({ status: 307 });
    expect(other.requests).toEqual([]);
  });
});
