import { inspect } from 'node:util';
import type { Hooks, TradepostConfig } from '@tradepost/sdk';
import { describe, expect, it } from 'vitest';
import { failureOf } from './failure-of.ts';
import { API_KEY, json, startServer } from './recording-server.ts';

const REQUEST_ID = '5f0c3a52-4f0e-4e0a-9a54-3a1c1d6f2b7e';
const order = { customer_id: 77, items: [{ sku: 'CAF-500', quantity: 3 }] };

/** All four, noting what they are told. */
function noting() {
  const told: { hook: string; info: Record<string, unknown> }[] = [];
  const note = (hook: string) => (info: object) => void told.push({ hook, info: { ...info } });
  const hooks: Hooks = {
    onRequest: note('onRequest'),
    onResponse: note('onResponse'),
    onRetry: note('onRetry'),
    onError: note('onError'),
  };
  return { hooks, told };
}

const quick: Partial<TradepostConfig> = {
  maxRetries: 2,
  runtime: { sleep: async () => {}, random: () => 0, uuid: () => 'made-here' },
};

describe('the hooks', () => {
  it('are told of each attempt, its answer and its repetition', async () => {
    const statuses = [503, 200];
    const { baseUrl, client } = await startServer((response) =>
      json(response, statuses.shift() ?? 200, { id: 1 }, { 'x-request-id': REQUEST_ID }),
    );
    const { hooks, told } = noting();
    await client({ ...quick, hooks }).orders.create(order);

    const url = `${baseUrl}/api/v1/orders`;
    const headers = {
      authorization: 'Bearer [API key]',
      accept: 'application/json',
      'content-type': 'application/json',
      'idempotency-key': 'made-here',
    };
    const answered = { method: 'POST', url, requestId: REQUEST_ID, durationMs: expect.any(Number) };
    const contentType = expect.objectContaining({ 'x-request-id': REQUEST_ID });
    expect(told).toEqual([
      { hook: 'onRequest', info: { method: 'POST', url, attempt: 1, headers } },
      { hook: 'onResponse', info: { ...answered, attempt: 1, status: 503, headers: contentType } },
      {
        hook: 'onRetry',
        info: {
          method: 'POST',
          url,
          attempt: 1,
          delayMs: 250,
          error: expect.objectContaining({ status: 503, attempts: 1 }),
        },
      },
      { hook: 'onRequest', info: { method: 'POST', url, attempt: 2, headers } },
      { hook: 'onResponse', info: { ...answered, attempt: 2, status: 200, headers: contentType } },
    ]);
  });

  it('are told once of the error that a call throws', async () => {
    const { client } = await startServer((response) => void response.destroy());
    const { hooks, told } = noting();
    const error = await failureOf(client({ ...quick, hooks }).me());
    const failures = told.filter(({ hook }) => hook === 'onError');
    expect(failures).toHaveLength(1);
    expect(failures[0]?.info.error).toBe(error);
    expect(told.filter(({ hook }) => hook === 'onRequest')).toHaveLength(3);
    expect(told.filter(({ hook }) => hook === 'onResponse')).toEqual([]);
  });

  it('are told of an abort with its reason', async () => {
    const { client } = await startServer(() => {});
    const { hooks, told } = noting();
    const reason = new Error('the user left');
    await failureOf(client({ ...quick, hooks }).me({ signal: AbortSignal.abort(reason) }));
    expect(told.map(({ hook, info }) => [hook, info.error])).toEqual([['onError', reason]]);
  });

  it('see no query, which may hold a tax id', async () => {
    const { client } = await startServer((response) => json(response, 503, {}));
    const { hooks, told } = noting();
    await failureOf(client({ ...quick, hooks }).customers.list({ tax_id: '52998224725' }));
    expect(told.length).toBeGreaterThan(6);
    expect(inspect(told, { depth: 9 })).not.toContain('52998224725');
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('the log is full');
      },
    ],
    ['rejects', () => Promise.reject(new Error('the log is full'))],
    ['never ends', () => new Promise(() => {})],
  ])('change nothing of a call when each of them %s', async (_how, hook) => {
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

  it('cannot change what is sent', async () => {
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
