import type { WebhookEvent, WebhookReceiverOptions, WebhookReport } from '@tradepost/sdk/webhooks';
import { describe, expect, it } from 'vitest';
import type { EventStore } from '../../../sdk/src/webhooks/stores/event-store.ts';
import { memoryStore } from '../../../sdk/src/webhooks/stores/memory.ts';
import { Deferred } from './deferred.ts';
import { bodyOf, type EventParts, headersOf, NOW, OTHER_SECRET, SECRET } from './deliveries.ts';
import { RUNTIMES } from './runtimes.ts';

const STORE_ERROR = new Error('ECONNREFUSED 10.0.0.7:5432');
const fail = (): Promise<never> => Promise.reject(STORE_ERROR);
const unavailable = (): EventStore => ({ claim: fail, complete: fail, release: fail });

describe.each(RUNTIMES)('a receiver with %s', (_name, { ConfigurationError, createWebhookReceiver }) => {
  /** A receiver at a fixed time, the events that its order.created handler got, and its reports. */
  function open(options: Partial<WebhookReceiverOptions<unknown>> = {}) {
    const reports: WebhookReport[] = [];
    const handled: WebhookEvent[] = [];
    const receiver = createWebhookReceiver({
      secrets: [SECRET],
      store: memoryStore(),
      consumer: 'erp',
      clock: () => NOW * 1000,
      onReport: (report) => reports.push(report),
      ...options,
    });
    const setHandler = () => receiver.on('order.created', (event) => void handled.push(event));
    const deliver = (parts?: EventParts) => receiveBody(bodyOf(parts));
    const receiveBody = (body: string) =>
      receiver.receive({ method: 'POST', headers: headersOf(body), body });
    return { receiver, handled, reports, setHandler, deliver };
  }

  it('calls the handler of the event type and responds with 200', async () => {
    const { setHandler, deliver, handled, reports } = open();
    setHandler();
    expect(await deliver()).toMatchObject({ status: 200, outcome: 'handled', body: '{"outcome":"handled"}' });
    expect(handled).toEqual([JSON.parse(bodyOf())]);
    expect(reports).toMatchObject([{ outcome: 'handled', event: { event_type: 'order.created' } }]);
  });

  it('responds with 200 to a repeated delivery without handling it again', async () => {
    const { setHandler, deliver, handled } = open();
    setHandler();
    await deliver();
    expect(await deliver()).toMatchObject({ status: 200, outcome: 'duplicate' });
    expect(handled).toHaveLength(1);
  });

  it('handles the same event_id of two tenants', async () => {
    const { setHandler, deliver, handled } = open();
    setHandler();
    await deliver({ tenant_id: 42 });
    await deliver({ tenant_id: 43 });
    expect(handled.map(({ tenant_id }) => tenant_id)).toEqual([42, 43]);
  });

  it('responds with 409 with Retry-After while the event is being handled', async () => {
    const { receiver, deliver } = open({ leaseMs: 20_500 });
    const [started, finish] = [new Deferred(), new Deferred()];
    receiver.on('order.created', () => {
      started.resolve();
      return finish.promise;
    });
    const first = deliver();
    await started.promise;
    expect(await deliver()).toMatchObject({ status: 409, outcome: 'busy', headers: { 'retry-after': '21' } });
    finish.resolve();
    expect(await first).toMatchObject({ status: 200 });
  });

  it('responds with 500 when the handler throws, without showing the error, and handles the next delivery', async () => {
    const { receiver, deliver, reports } = open();
    let runs = 0;
    receiver.on('order.created', () => {
      runs += 1;
      if (runs === 1) throw new Error('relation "pedidos" does not exist');
    });
    const response = await deliver();
    expect(response).toMatchObject({ status: 500, outcome: 'failed' });
    expect(response.body).not.toContain('pedidos');
    expect(reports[0]?.error).toMatchObject({ message: 'relation "pedidos" does not exist' });
    expect(await deliver()).toMatchObject({ status: 200, outcome: 'handled' });
    expect(runs).toBe(2);
  });

  it('responds with 503 when the store is unavailable, handles nothing, and does not show its address', async () => {
    const { setHandler, deliver, handled, reports } = open({ store: unavailable() });
    setHandler();
    const response = await deliver();
    expect(response).toMatchObject({ status: 503, outcome: 'store_unavailable' });
    expect(response.body).not.toContain('10.0.0.7');
    expect(reports[0]?.error).toBe(STORE_ERROR);
    expect(handled).toEqual([]);
  });

  it('responds with 503 when the store throws synchronously', async () => {
    const store = memoryStore({ maxEvents: 1 });
    const { receiver, deliver } = open({ store });
    const started = { a: new Deferred(), b: new Deferred() };
    receiver.on('order.created', ({ event_id }) => {
      started[event_id as 'a' | 'b'].resolve();
      return new Promise(() => {});
    });
    // One at a time: Web Crypto verifies on threads, so concurrent deliveries are claimed in any order.
    for (const event_id of ['a', 'b'] as const) {
      void deliver({ event_id });
      await started[event_id].promise;
    }
    expect(await deliver({ event_id: 'c' })).toMatchObject({ status: 503, outcome: 'store_unavailable' });
  });

  it('responds with 503 when the store does not respond, and releases a late claim', async () => {
    const memory = memoryStore();
    const late = new Deferred();
    const released = new Deferred();
    const silent: EventStore = {
      claim: (key, leaseMs) => late.promise.then(() => memory.claim(key, leaseMs)),
      complete: memory.complete,
      async release(key, token) {
        await memory.release(key, token);
        released.resolve();
      },
    };
    const { setHandler, deliver } = open({ store: silent, storeTimeoutMs: 20 });
    setHandler();
    expect(await deliver()).toMatchObject({ status: 503, outcome: 'store_unavailable' });
    late.resolve();
    await released.promise;
    expect(await deliver()).toMatchObject({ status: 200, outcome: 'handled' });
  });

  it('responds with 503 when the store becomes unavailable during the handler', async () => {
    const memory = memoryStore();
    const { setHandler, deliver } = open({ store: { ...memory, complete: fail } });
    setHandler();
    expect(await deliver()).toMatchObject({ status: 503, outcome: 'store_unavailable' });
  });

  it('responds with 500 when the handler throws and the event cannot be released before its lease ends', async () => {
    const memory = memoryStore();
    const { receiver, deliver } = open({ store: { ...memory, release: fail } });
    receiver.on('order.created', () => Promise.reject(new Error('the ERP is unavailable')));
    expect(await deliver()).toMatchObject({ status: 500, error: { message: 'the ERP is unavailable' } });
    expect(await deliver()).toMatchObject({ status: 409, outcome: 'busy' });
  });

  it('responds with 409 when another delivery has claimed the event of a handler that outlived its lease', async () => {
    let now = NOW * 1000;
    const { receiver, deliver } = open({ store: memoryStore({ clock: () => now }), leaseMs: 1000 });
    const slow = new Deferred();
    let runs = 0;
    receiver.on('order.created', () => {
      runs += 1;
      return runs === 1 ? slow.promise : undefined;
    });
    const first = deliver();
    await expect.poll(() => runs).toBe(1);
    now += 1000;
    expect(await deliver()).toMatchObject({ status: 200, outcome: 'handled' });
    slow.resolve();
    expect(await first).toMatchObject({ status: 409, outcome: 'taken_over' });
    expect(await deliver()).toMatchObject({ status: 200, outcome: 'duplicate' });
  });

  it('responds with 200 to an event type without a handler, without remembering the event', async () => {
    const { receiver, setHandler, deliver } = open();
    setHandler();
    expect(await deliver({ event_type: 'order.refunded' })).toMatchObject({
      status: 200,
      outcome: 'ignored',
    });
    receiver.onOther(() => {});
    expect(await deliver({ event_type: 'order.refunded' })).toMatchObject({ outcome: 'handled' });
  });

  it('responds with 500 to any event, a test event too, if it has neither a handler nor an inbox', async () => {
    const { receiver, setHandler, deliver } = open();
    for (const parts of [{}, { test: true }, { event_type: 'order.refunded' }])
      expect(await deliver(parts)).toMatchObject({
        status: 500,
        outcome: 'misconfigured',
        event: { tenant_id: 42 },
        error: { name: 'ConfigurationError' },
        body: expect.stringContaining('Call on(), onOther() or inbox().'),
      });
    // What wasn't signed still gets a 401.
    expect(await receiver.receive({ headers: {}, body: bodyOf() })).toMatchObject({ status: 401 });
    setHandler();
    expect(await deliver()).toMatchObject({ outcome: 'handled' });
  });

  it('calls onOther once for each event whose type has no handler', async () => {
    const { receiver, setHandler, deliver, handled } = open();
    const others: string[] = [];
    setHandler();
    receiver.onOther(({ event_type }) => void others.push(event_type));
    const events: EventParts[] = [
      { event_type: 'order.created', event_id: 'a' },
      { event_type: 'product.deleted', event_id: 'b' },
      { event_type: 'order.refunded', event_id: 'c' },
      { event_type: 'order.refunded', event_id: 'c' },
    ];
    for (const event of events) await deliver(event);
    expect(handled).toHaveLength(1);
    expect(others).toEqual(['product.deleted', 'order.refunded']);
  });

  it('throws for a second handler of the same event type', () => {
    const { receiver, setHandler } = open();
    setHandler();
    expect(setHandler).toThrow(ConfigurationError);
    receiver.onOther(() => {});
    expect(() => receiver.onOther(() => {})).toThrow(ConfigurationError);
  });

  it('calls no handler for a test event and says so, unless testEvents is handle', async () => {
    const accepting = open();
    accepting.setHandler();
    const response = await accepting.deliver({ test: true });
    expect(response).toMatchObject({ status: 200, outcome: 'test' });
    expect(response.body).toContain("testEvents is not 'handle'");
    expect(accepting.handled).toEqual([]);

    const handling = open({ testEvents: 'handle' });
    handling.setHandler();
    expect(await handling.deliver({ test: true })).toMatchObject({ status: 200, outcome: 'handled' });
    expect(handling.handled[0]?.test).toBe(true);
  });

  it('responds with 401 to a delivery signed with another secret, without asking the store', async () => {
    const { receiver, setHandler, handled, reports } = open({ store: unavailable() });
    setHandler();
    const body = bodyOf();
    const headers = headersOf(body, { secret: OTHER_SECRET });
    const response = await receiver.receive({ method: 'POST', headers, body });
    expect(response).toMatchObject({ status: 401, outcome: 'refused' });
    expect(JSON.parse(response.body)).toMatchObject({ outcome: 'refused', reason: 'signature_mismatch' });
    expect(reports).toMatchObject([{ outcome: 'refused', error: { reason: 'signature_mismatch' } }]);
    expect(handled).toEqual([]);
  });

  it.each([
    [-300, 200],
    [300, 200],
    [-301, 401],
    [301, 401],
  ])('responds to a delivery signed %i s from now with %i', async (offset, status) => {
    const { receiver, setHandler } = open();
    setHandler();
    const body = bodyOf();
    const headers = headersOf(body, { timestamp: String(NOW + offset) });
    expect(await receiver.receive({ headers, body })).toMatchObject({ status });
  });

  it('responds with 405 to another method, and 413 to a body over its limit', async () => {
    const { receiver } = open({ maxBodyBytes: 100 });
    const body = 'x'.repeat(101);
    expect(await receiver.receive({ method: 'GET', headers: {}, body: '' })).toMatchObject({
      status: 405,
      headers: { allow: 'POST' },
    });
    expect(await receiver.receive({ headers: headersOf(body), body })).toMatchObject({ status: 413 });
    const short = 'x'.repeat(100);
    expect(await receiver.receive({ headers: headersOf(short), body: short })).toMatchObject({ status: 401 });
  });

  it('responds with 500 to a parsed body and says how to get the raw one', async () => {
    const { receiver } = open();
    const response = await receiver.receive({ headers: headersOf(), body: { event_id: 'x' } as never });
    expect(response).toMatchObject({ status: 500, outcome: 'misconfigured' });
    expect(response.body).toContain('parsed already');
    expect(response.body).not.toMatch(/express|fetch/i);
    expect(response.error).toBeInstanceOf(ConfigurationError);
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('the logger is unavailable');
      },
    ],
    ['rejects', () => Promise.reject(new Error('the logger is unavailable'))],
    ['never resolves', () => new Promise(() => {})],
  ])('responds with 200 even if onReport %s', async (_what, onReport) => {
    const { setHandler, deliver } = open({ onReport });
    setHandler();
    // A rejection that nobody catches fails the test run.
    expect(await deliver()).toMatchObject({ status: 200, outcome: 'handled' });
  });

  it.each(['post', 'Post', 'POST', undefined])('takes the method %s', async (method) => {
    const body = bodyOf();
    const { receiver, setHandler } = open();
    setHandler();
    expect(await receiver.receive({ method, headers: headersOf(body), body })).toMatchObject({
      status: 200,
    });
  });

  it.each([undefined, null, {}, { state: 'locked' }, 'claimed'])(
    'responds with 503 and handles nothing when a store returns %j for a claim',
    async (claim) => {
      const { setHandler, deliver, handled, reports } = open({
        store: { ...memoryStore(), claim: () => claim as never },
      });
      setHandler();
      expect(await deliver()).toMatchObject({ status: 503, outcome: 'store_unavailable' });
      const state = (claim as { state?: string } | undefined)?.state;
      expect(reports[0]!.error).toMatchObject({ message: `The store returned the unknown state ${state}.` });
      expect(handled).toEqual([]);
    },
  );

  it('responds with 500 to a handler that throws even if the store throws on release', async () => {
    const release = () => {
      throw new Error('the store is unavailable');
    };
    const { receiver, deliver } = open({ store: { ...memoryStore(), release } });
    receiver.on('order.created', () => Promise.reject(new Error('the ERP is unavailable')));
    expect(await deliver()).toMatchObject({ status: 500, error: { message: 'the ERP is unavailable' } });
  });

  it.each([
    [Promise.resolve('{}'), 'a Promise'],
    [new ReadableStream(), 'a ReadableStream'],
    [new Blob(['{}']), 'a Blob'],
    [undefined, 'missing'],
    [{ type: 'Buffer', data: [] }, 'parsed already'],
  ])('says of the body %s that it is %s', async (body, kind) => {
    const response = await open().receiver.receive({ headers: headersOf(), body: body as never });
    expect(response).toMatchObject({ status: 500, outcome: 'misconfigured' });
    expect(JSON.parse(response.body).detail).toContain(`The body is ${kind}.`);
  });
});
