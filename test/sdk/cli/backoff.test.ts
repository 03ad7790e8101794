import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { API_KEY, json, startServer } from '../recording-server.ts';
import { openListener, useFolder } from './open-listener.ts';

const ME = {
  tenant: { id: 42, name: 'Loja Demo', plan: 'Basic', currency: 'BRL' },
  api_key: { prefix: 'tp_Qx3vB8aL', name: 'dev', scopes: ['orders.read'], expires_at: null },
  rate_limit: { limit: 60, window_seconds: 60 },
  data_epoch: '1f0c9a52b7e4',
};
const EMPTY_PAGE = { data: [], page: { next_cursor: 'next', has_more: false } };

type Responder = (response: ServerResponse) => void;

/** A listener of a server that uses one responder after the other, and repeats the last one. */
async function open(...responders: Responder[]) {
  const last = responders.pop()!;
  const server = await startServer((response) => (responders.shift() ?? last)(response));
  return openListener({ tp: server.client(), address: 'http://127.0.0.1:9/hooks', folder: useFolder() });
}

const ok =
  (body: object): Responder =>
  (response) =>
    json(response, 200, body);
const problem =
  (status: number, code: string, headers = {}): Responder =>
  (response) =>
    json(response, status, { status, code, title: code, detail: `It is ${code}.`, request_id: 'r' }, headers);

describe('listen', () => {
  it.each([
    [401, 'invalid_api_key', /rejected the key in TRADEPOST_API_KEY: It is invalid_api_key\..*API keys/],
    [403, 'plan_feature_disabled', /The key isn't allowed to do this: It is plan_feature_disabled\./],
    [422, 'something_new', /returned 422: It is something_new\./],
  ])('stops after a %i with the reason', async (status, code, message) => {
    const { listener, printed } = await open(problem(status, code));
    const step = await listener.tick();
    expect(step).toEqual({ stop: expect.stringMatching(message) });
    expect(JSON.stringify([step, printed])).not.toContain(API_KEY);
  });

  it('stops with a key that can read no event type', async () => {
    const withoutScope = { ...ME, api_key: { ...ME.api_key, scopes: ['categories.read'] } };
    const { listener } = await open(ok(withoutScope));
    expect(await listener.tick()).toEqual({ stop: expect.stringContaining('orders.read') });
  });

  it('waits as long as a 429 says, then continues', async () => {
    const limited = problem(429, 'rate_limited', { 'retry-after': '7' });
    const { listener, printed } = await open(ok(ME), limited, ok(EMPTY_PAGE));
    expect(await listener.tick()).toEqual({ waitMs: 7000 });
    expect(printed.at(-1)).toBe('Rate limit reached. Continuing in 7 s.');
    expect(await listener.tick()).toEqual({ waitMs: 3000 });
  });

  it('doubles the wait up to 30 s while Tradepost is unavailable, and starts at 1 s again after a success', async () => {
    const disconnect: Responder = (response) => void response.destroy();
    const { listener, printed } = await open(
      problem(503, 'unavailable'),
      ...Array.from({ length: 6 }, () => disconnect),
      ok(ME),
      ok(EMPTY_PAGE),
      (response) => void response.writeHead(502).end('<html>'),
    );
    const waits: unknown[] = [];
    for (let tick = 0; tick < 9; tick += 1) waits.push(await listener.tick());
    const seconds = [1, 2, 4, 8, 16, 30, 30, 3, 1];
    expect(waits).toEqual(seconds.map((wait) => ({ waitMs: wait * 1000 })));
    expect(printed[0]).toBe('Tradepost is unavailable: It is unavailable. Trying again in 1 s.');
  });
});
