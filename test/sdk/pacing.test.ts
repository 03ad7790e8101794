import type { ServerResponse } from 'node:http';
import { ConnectionError, type Runtime, Tradepost } from '@tradepost/sdk';
import { describe, expect, it, vi } from 'vitest';
import { take, type Window } from '../../server/api/limits/sliding-window.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';
import { failureOf } from './failure-of.ts';
import { json, startServer } from './recording-server.ts';

/** The service's own sliding minute, `scale` times as fast. The headers have whole seconds. */
async function serveLimited(limit: number, now: () => number, scale = 1) {
  const window: Window = [];
  const refused: number[] = [];
  const server = await startServer((response) => {
    const { taken, used, waitMs } = take(window, 1, limit, now() * scale);
    const reset = Math.max(1, Math.ceil(waitMs / scale / 1000));
    const headers = {
      'ratelimit-policy': `"plan";q=${limit};w=${60 / scale}`,
      ratelimit: `"plan";r=${Math.max(0, limit - used)};t=${reset}`,
    };
    if (taken === 0) refused.push(used);
    json(response, taken === 0 ? 429 : 200, { id: 1 }, headers);
  });
  const useElsewhere = (count: number) => void take(window, count, limit, now() * scale);
  return { ...server, refused, useElsewhere };
}

/** A clock that only sleeping moves forward. For one call after the other. */
function clock(startsAt: number) {
  let at = startsAt;
  const slept: number[] = [];
  const runtime: Partial<Runtime> = {
    now: () => at,
    sleep: async (ms) => {
      slept.push(ms);
      at += ms;
    },
  };
  return { runtime, slept, now: () => at, passed: () => at - startsAt };
}

describe('a paced client', () => {
  it('does not delay the first half of the limit and spreads the rest over the minute', async () => {
    const { runtime, slept, now } = clock(1_000);
    const { client, refused } = await serveLimited(60, now);
    const tp = client({ pace: true, runtime });
    for (let call = 1; call <= 30; call += 1) await tp.me();
    expect(slept).toEqual([]);
    for (let call = 31; call <= 60; call += 1) await tp.me();
    expect(refused).toEqual([]);
    expect(slept.length).toBeGreaterThanOrEqual(28);
    expect(Math.max(...slept)).toBeLessThan(2_100);
    expect(Math.min(...slept)).toBeGreaterThan(1_900);
  });

  it('never exceeds the limit, and uses nearly all of it', async () => {
    const { runtime, now, passed } = clock(1_000);
    const { client, refused, requests } = await serveLimited(60, now);
    const tp = client({ pace: true, runtime });
    for (let call = 1; call <= 300; call += 1) await tp.me();
    expect(refused).toEqual([]);
    expect(requests.length).toBe(300);
    expect(passed()).toBeLessThan(5.5 * 60_000);
  });

  it('slows down when other programs of the tenant use up the limit', async () => {
    const { runtime, now } = clock(1_000);
    const { client, refused, useElsewhere } = await serveLimited(60, now);
    const tp = client({ pace: true, runtime });
    for (let call = 1; call <= 5; call += 1) await tp.me();
    useElsewhere(40);
    for (let call = 6; call <= 40; call += 1) await tp.me();
    expect(refused).toEqual([]);
  });

  it('does not exceed the limit with many concurrent calls', async () => {
    const { client, refused, requests } = await serveLimited(20, Date.now, 60);
    const tp = client({ pace: true });
    await Promise.all(Array.from({ length: 50 }, () => tp.me()));
    expect(refused).toEqual([]);
    expect(requests.length).toBe(50);
  });

  it('counts requests in flight when a new minute starts', async () => {
    const LIMIT = 4;
    const { runtime, now } = clock(1_000);
    let endsAt = 0;
    let used = 0;
    const refused: number[] = [];
    const count = (response: ServerResponse) => {
      if (now() >= endsAt) [endsAt, used] = [now() + 60_000, 0];
      used += 1;
      if (used > LIMIT) refused.push(used);
      const ratelimit = `"plan";r=${Math.max(0, LIMIT - used)};t=${Math.ceil((endsAt - now()) / 1000)}`;
      json(response, 200, {}, { ratelimit, 'ratelimit-policy': `"plan";q=${LIMIT};w=60` });
    };
    const slow: ServerResponse[] = [];
    const { client } = await startServer((response, { url }) =>
      url?.includes('orders') ? void slow.push(response) : count(response),
    );
    const tp = client({ pace: true, runtime });
    await tp.me();
    const inFlight = [tp.orders.get(1), tp.orders.get(2)].map((order) => order.then());
    await vi.waitFor(() => expect(slow.length).toBe(2));
    await runtime.sleep?.(60_000, undefined);
    for (let call = 1; call <= 3; call += 1) await tp.me();
    slow.forEach(count);
    await Promise.all(inFlight);
    expect(refused).toEqual([]);
  });

  it('paces a retry like any other request', async () => {
    const { runtime, slept } = clock(1_000);
    const statuses = [429, 200];
    const { client } = await startServer((response) =>
      json(
        response,
        statuses.shift() ?? 200,
        {},
        {
          ratelimit: '"plan";r=0;t=30',
          'ratelimit-policy': '"plan";q=60;w=60',
        },
      ),
    );
    await client({ pace: true, maxRetries: 1, retryTiming: { minTimeout: 1 }, runtime }).me();
    expect(slept).toEqual([30_500]);
  });

  it('sends one request as a probe while the limit is unknown, and the others if it fails', async () => {
    const { client, requests } = await startServer((response) => {
      if (requests.length === 1) setImmediate(() => response.destroy());
      else json(response, 200, {}, { ratelimit: '"plan";r=50;t=60', 'ratelimit-policy': '"plan";q=60;w=60' });
    });
    const tp = client({ pace: true });
    const calls = Array.from({ length: 5 }, () => tp.me());
    await expect(calls[0]).rejects.toBeInstanceOf(ConnectionError);
    await Promise.all(calls.slice(1));
    expect(requests.length).toBe(5);
  });

  it('does not delay calls of a service without a limit', async () => {
    const { runtime, slept } = clock(1_000);
    const { client, requests } = await startServer((response) => json(response, 200, {}));
    const tp = client({ pace: true, runtime });
    await Promise.all(Array.from({ length: 100 }, () => tp.me()));
    expect([requests.length, slept]).toEqual([100, []]);
  });

  it.each([
    ['between requests', 3, 2],
    ['for the next minute', 0, 1],
  ])('ends a wait %s at once when the call is aborted', async (_what, remaining, sent) => {
    const headers = { ratelimit: `"plan";r=${remaining};t=50`, 'ratelimit-policy': '"plan";q=60;w=60' };
    const { client, requests } = await startServer((response) => json(response, 200, {}, headers));
    const tp = client({ pace: true });
    for (let call = 1; call <= sent; call += 1) await tp.me();
    const controller = new AbortController();
    const reason = new Error('the user left');
    const waiting = [1, 2].map(() => failureOf<Error>(tp.me({ signal: controller.signal })));
    setImmediate(() => controller.abort(reason));
    expect(await Promise.all(waiting)).toEqual([reason, reason]);
    expect(requests.length).toBe(sent);
  });

  it('does not make later calls wait for those that were aborted', async () => {
    const headers = { ratelimit: '"plan";r=30;t=60', 'ratelimit-policy': '"plan";q=60;w=60' };
    const { client } = await startServer((response) => json(response, 200, {}, headers));
    const slept: number[] = [];
    const runtime: Partial<Runtime> = {
      now: () => 1_000,
      sleep: (ms, signal) => {
        slept.push(ms);
        return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      },
    };
    const tp = client({ pace: true, runtime });
    await tp.me();
    await tp.me();
    const controller = new AbortController();
    const { signal } = controller;
    const waiting = Array.from({ length: 20 }, () => failureOf<Error>(tp.me({ signal })));
    await vi.waitFor(() => expect(slept).toHaveLength(1));
    controller.abort(new Error('the user left'));
    await Promise.all(waiting);
    const last = new AbortController();
    const later = failureOf(tp.me({ signal: last.signal }));
    await vi.waitFor(() => expect(slept).toHaveLength(2));
    expect(slept[1]).toBeLessThan(2_100);
    last.abort();
    await later;
  });

  it('gets no 429 when a later request of the same half second keeps the first one in the window', async () => {
    const { runtime, now } = clock(60_000);
    const { client, refused } = await serveLimited(2, now);
    const tp = client({ pace: true, runtime });
    await tp.me(); // the response says that it counts for 60 s
    await runtime.sleep?.(400, undefined);
    await tp.me();
    await tp.me();
    expect(refused).toEqual([]);
  });

  it('shares the limit with other clients of the same key in the process', async () => {
    const { client, refused, requests } = await serveLimited(20, Date.now, 60);
    const clients = [client({ pace: true }), client({ pace: true }), client({ pace: true })];
    await Promise.all(Array.from({ length: 48 }, (_, call) => clients[call % 3]?.me()));
    expect(refused).toEqual([]);
    expect(requests.length).toBe(48);
  });

  it('ends the wait for the probe when the call is aborted', async () => {
    const { client, requests } = await startServer(() => {});
    const tp = client({ pace: true, timeoutMs: 200 });
    const probe = failureOf(tp.me());
    const reason = new Error('the user left');
    expect(await failureOf<Error>(tp.me({ signal: AbortSignal.abort(reason) }))).toBe(reason);
    await probe;
    expect(requests.length).toBe(1);
  });
});

describe('a paced client of the service', () => {
  const environment = sharedEnvironment();

  it('gets the whole limit of its plan and no 429', async () => {
    const { key } = await environment().tenant({ plan: 'Basic' });
    const slept: number[] = [];
    const statuses: number[] = [];
    const tp = new Tradepost({
      apiKey: key,
      baseUrl: environment().baseUrl,
      pace: true,
      hooks: { onResponse: ({ status }) => statuses.push(status) },
      runtime: { sleep: async (ms) => void slept.push(ms) },
    });
    for (let call = 1; call <= 60; call += 1) await tp.me();
    expect(statuses).toEqual(Array(60).fill(200));
    expect(slept.length).toBeGreaterThan(20);
  });
});
