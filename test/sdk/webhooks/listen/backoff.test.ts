import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { API_KEY, json, startServer } from '../../recording-server.ts';
import { openListener, useFolder } from './open-listener.ts';

const ME = {
  tenant: { id: 42, name: 'Loja Demo', plan: 'Basic', currency: 'BRL' },
  api_key: { prefix: 'tp_Qx3vB8aL', name: 'dev', scopes: ['orders.read'], expires_at: null },
  rate_limit: { limit: 60, window_seconds: 60 },
};
const EMPTY_PAGE = { data: [], page: { next_cursor: 'next', has_more: false } };

type Answer = (response: ServerResponse) => void;

/** A listener of a Tradepost that answers one thing after the other, the last of them again and again. */
async function open(...answers: Answer[]) {
  let asked = 0;
  const server = await startServer((response) => answers[Math.min(asked++, answers.length - 1)]!(response));
  return openListener({ tp: server.client(), address: 'http://127.0.0.1:9/hooks', folder: useFolder() });
}

const ok =
  (body: object): Answer =>
  (response) =>
    json(response, 200, body);
const problem =
  (status: number, code: string, headers = {}): Answer =>
  (response) =>
    json(response, status, { status, code, title: code, detail: `It is ${code}.`, request_id: 'r' }, headers);

describe('listen says in words and', () => {
  it.each([
    [
      401,
      'invalid_api_key',
      /does not accept the key in TRADEPOST_API_KEY: It is invalid_api_key\..*Settings/,
    ],
    [403, 'plan_feature_disabled', /does not allow this to the key: It is plan_feature_disabled\./],
    [422, 'something_new', /answered 422: It is something_new\./],
  ])('stops after %i', async (status, code, words) => {
    const { listener, printed } = await open(problem(status, code));
    const step = await listener.tick();
    expect(step).toEqual({ stop: expect.stringMatching(words) });
    expect(JSON.stringify([step, printed])).not.toContain(API_KEY);
  });

  it('stops with a key that sees no kind of event', async () => {
    const blind = { ...ME, api_key: { ...ME.api_key, scopes: ['categories.read'] } };
    const { listener } = await open(ok(blind));
    expect(await listener.tick()).toEqual({ stop: expect.stringContaining('orders.read') });
  });

  it('waits as long as a 429 says, and goes on', async () => {
    const limited = problem(429, 'rate_limited', { 'retry-after': '7' });
    const { listener, printed } = await open(ok(ME), limited, ok(EMPTY_PAGE));
    expect(await listener.tick()).toEqual({ waitMs: 7000 });
    expect(printed.at(-1)).toBe("Over the plan's requests a minute. Going on in 7 s.");
    expect(await listener.tick()).toEqual({ waitMs: 3000 });
  });

  it('waits longer each time while Tradepost is away, up to 30 s, and from 1 s again after that', async () => {
    const away: Answer = (response) => void response.destroy();
    const { listener, printed } = await open(
      problem(503, 'unavailable'),
      ...Array.from({ length: 6 }, () => away),
      ok(ME),
      ok(EMPTY_PAGE),
      (response) => void response.writeHead(502).end('<html>'),
    );
    const waits: unknown[] = [];
    for (let tick = 0; tick < 9; tick += 1) waits.push(await listener.tick());
    const seconds = [1, 2, 4, 8, 16, 30, 30, 3, 1];
    expect(waits).toEqual(seconds.map((wait) => ({ waitMs: wait * 1000 })));
    expect(printed[0]).toBe('Tradepost is away: It is unavailable. Trying again in 1 s.');
  });
});
