import { inspect } from 'node:util';
import type { Hooks, TradepostConfig } from '@tradepost/sdk';
import { describe, expect, it } from 'vitest';
import { failureOf } from './failure-of.ts';
import { API_KEY, json, startServer } from './recording-server.ts';

const REQUEST_ID = '5f0c3a52-4f0e-4e0a-9a54-3a1c1d6f2b7e';
const order = { customer_id: 77, items: [{ sku: 'CAF-500', quantity: 3 }] };

/** All four hooks, and the calls that they got. */
function recordingHooks() {
  const calls: { hook: string; info: Record<string, unknown> }[] = [];
  const record = (hook: string) => (info: object) => void calls.push({ hook, info: { ...info } });
  const hooks: Hooks = {
    onRequest: record('onRequest'),
    onResponse: record('onResponse'),
    onRetry: record('onRetry'),
    onError: record('onError'),
  };
  return { hooks, calls };
}

const quick: Partial<TradepostConfig> = {
  maxRetries: 2,
  retryTiming: { minTimeout: 1, randomize: false },
  runtime: { uuid: () => 'generated-key' },
};

describe('hooks', () => {
  it('are called for each attempt, its response and its retry', async () => {
    const statuses = [503, 200];
    const { baseUrl, client } = await startServer((response) =>
      json(response, statuses.shift() ?? 200, { id: 1 }, { 'x-request-id': REQUEST_ID }),
    );
    const { hooks, calls } = recordingHooks();
    await client({ ...quick, hooks }).orders.create(order);

    const url = `${baseUrl}/api/v1/orders`;
    const headers = {
      authorization: 'Bearer [API key]',
      accept: 'application/json',
      'content-type': 'application/json',
      'idempotency-key': 'generated-key',
      'user-agent': expect.stringMatching(/^tradepost-sdk\//),
    };
    const common = { method: 'POST', url, requestId: REQUEST_ID, durationMs: expect.any(Number) };
    const responseHeaders = expect.objectContaining({ 'x-request-id': REQUEST_ID });
    expect(calls).toEqual([
      { hook: 'onRequest', info: { method: 'POST', url, attempt: 1, headers } },
      { hook: 'onResponse', info: { ...common, attempt: 1, status: 503, headers: responseHeaders } },
      {
        hook: 'onRetry',
        info: {
          method: 'POST',
          url,
          attempt: 1,
          delayMs: 1,
          error: expect.objectContaining({ status: 503, attempts: 1 }),
        },
      },
      { hook: 'onRequest', info: { method: 'POST', url, attempt: 2, headers } },
      { hook: 'onResponse', info: { ...common, attempt: 2, status: 200, headers: responseHeaders } },
    ]);
  });

  it('get the error of a call once, in onError', async () => {
    const { client } = await startServer((response) => void response.destroy());
    const { hooks, calls } = recordingHooks();
    const error = await failureOf(client({ ...quick, hooks }).me());
    const failures = calls.filter(({ hook }) => hook === 'onError');
    expect(failures).toHaveLength(1);
    expect(failures[0]?.info.error).toBe(error);
    expect(calls.filter(({ hook }) => hook === 'onRequest')).toHaveLength(3);
    expect(calls.filter(({ hook }) => hook === 'onResponse')).toEqual([]);
  });

  it('get the reason of an abort in onError', async () => {
    const { client } = await startServer(() => {});
    const { hooks, calls } = recordingHooks();
    const reason = new Error('the user left');
    await failureOf(client({ ...quick, hooks }).me({ signal: AbortSignal.abort(reason) }));
    expect(calls.map(({ hook, info }) => [hook, info.error])).toEqual([['onError', reason]]);
  });

  it('do not see the query, which may hold a tax id', async () => {
    const { client } = await startServer((response) => json(response, 503, {}));
    const { hooks, calls } = recordingHooks();
    await failureOf(client({ ...quick, hooks }).customers.list({ tax_id: '52998224725' }));
    expect(calls.length).toBeGreaterThan(6);
    expect(inspect(calls, { depth: 9 })).not.toContain('52998224725');
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('the log is full');
      },
    ],
    ['rejects', () => Promise.reject(new Error('the log is full'))],
    ['never settles', () => new Promise(() => {})],
  ])('do not affect a call when each of them %s', async (_how, hook) => {
    const statuses = [503, 200, 400];
    const { client, requests } = await startServer((response) =>
      json(response, statuses.shift() ?? 200, { id: 1 }),
    );
    const hooks: Hooks = { onRequest: hook, onResponse: hook, onRetry: hook, onError: hook };
    const tp = client({ ...quick, hooks });
    expect(await tp.orders.create(order)).toEqual({ id: 1 });
    expect(await failureOf(tp.orders.create(order))).toMatchObject({ status: 400 });
    expect(requests.length).toBe(3);
  });

  it('cannot change the request', async () => {
    const { client, requests } = await startServer((response) => json(response, 200, {}));
    const hooks: Hooks = {
      onRequest: ({ headers }) =>
        Object.assign(headers, { authorization: 'Bearer other', accept: 'text/csv' }),
    };
    await client({ hooks }).me();
    expect(requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${API_KEY}`,
      accept: 'application/json',
    });
  });
});
