import type { WebhookEvent, WebhookReceiverOptions, WebhookReport } from '@tradepost/sdk/webhooks';
import { describe, expect, it } from 'vitest';
import type { EventStore } from '../../../sdk/src/webhooks/stores/event-store.ts';
import { memoryStore } from '../../../sdk/src/webhooks/stores/memory.ts';
import { Deferred } from './deferred.ts';
import { bodyOf, type EventParts, headersOf, NOW, OTHER_SECRET, SECRET } from './deliveries.ts';
import { RUNTIMES } from './runtimes.ts';

const STORE_ERROR = new Error('ECONNREFUSED 10.0.0.7:5432');
const away = (): Promise<never> => Promise.reject(STORE_ERROR);
const AWAY: EventStore = { claim: away, complete: away, release: away };

describe.each(RUNTIMES)('a receiver with %s', (_name, { ConfigurationError, createWebhookReceiver }) => {
  /** A receiver at a fixed time, what its order.created handler was given, and what it reported. */
  function open(options: Partial<WebhookReceiverOptions<unknown>> = {}) {
    const reports: WebhookReport[] = [];
    const handled: WebhookEvent[] = [];
    const receiver = createWebhookReceiver({
      secrets: [SECRET],
      store: memoryStore(),
      clock: () => NOW * 1000,
      onReport: (report) => reports.push(report),
      ...options,
    });
    const handling = () => receiver.on('order.created', (event) => void handled.push(event));
    const deliver = (parts?: EventParts) => receiveBody(bodyOf(parts));
    const receiveBody = (body: string) =>
      receiver.receive({ method: 'POST', headers: headersOf(body), body });
    return { receiver, handled, reports, handling, deliver };
  }

  it('hands a verified event to the handler of its kind, and answers 200', async () => {
    const { handling, deliver, handled, reports } = open();
    handling();
    expect(await deliver()).toMatchObject({ status: 200, outcome: 'handled', body: '{"outcome":"handled"}' });
    expect(handled).toEqual([JSON.parse(bodyOf())]);
    expect(reports).toMatchObject([{ outcome: 'handled', event: { event_type: 'order.created' } }]);
  });

  it('answers a delivery of what was done with 200, and does not handle it again', async () => {
    const { handling, deliver, handled } = open();
    handling();
    await deliver();
    expect(await deliver()).toMatchObject({ status: 200, outcome: 'duplicate' });
    expect(handled).toHaveLength(1);
  });

  it('handles the same event_id of another tenant', async () => {
    const { handling, deliver, handled } = open();
    handling();
    await deliver({ tenant_id: 42 });
    await deliver({ tenant_id: 43 });
    expect(handled.map(({ tenant_id }) => tenant_id)).toEqual([42, 43]);
  });

  it('answers 409 with Retry-After while the event is being handled', async () => {
    const { receiver, deliver } = open({ leaseMs: 20_500 });
    const [begun, handler] = [new Deferred(), new Deferred()];
    receiver.on('order.created', () => {
      begun.resolve();
      return handler.promise;
    });
    const first = deliver();
    await begun.promise;
    expect(await deliver()).toMatchObject({ status: 409, outcome: 'busy', headers: { 'retry-after': '21' } });
    handler.resolve();
    expect(await first).toMatchObject({ status: 200 });
  });

  it('answers 500 when the handler throws, says nothing of the error, and handles the next delivery', async () => {
    const { receiver, deliver, reports } = open();
    let tries = 0;
    receiver.on('order.created', () => {
      tries += 1;
      if (tries === 1) throw new Error('relation "pedidos" does not exist');
    });
    const failed = await deliver();
    expect(failed).toMatchObject({ status: 500, outcome: 'failed' });
    expect(failed.body).not.toContain('pedidos');
    expect(reports[0]?.error).toMatchObject({ message: 'relation "pedidos" does not exist' });
    expect(await deliver()).toMatchObject({ status: 200, outcome: 'handled' });
    expect(tries).toBe(2);
  });

  it('answers 503 when the store is away, handles nothing, and does not show its address', async () => {
    const { handling, deliver, handled, reports } = open({ store: AWAY });
    handling();
    const answered = await deliver();
    expect(answered).toMatchObject({ status: 503, outcome: 'store_unavailable' });
    expect(answered.body).not.toContain('10.0.0.7');
    expect(reports[0]?.error).toBe(STORE_ERROR);
    expect(handled).toEqual([]);
  });

  it('answers 503 when the store throws at once', async () => {
    const store = memoryStore({ maxEvents: 1 });
    const { receiver, deliver } = open({ store });
    const begun = { a: new Deferred(), b: new Deferred() };
    receiver.on('order.created', ({ event_id }) => {
      begun[event_id as 'a' | 'b'].resolve();
      return new Promise(() => {});
    });
    // One at a time: Web Crypto verifies on threads, so deliveries sent together are claimed in any order.
    for (const event_id of ['a', 'b'] as const) {
      void deliver({ event_id });
      await begun[event_id].promise;
    }
    expect(await deliver({ event_id: 'c' })).toMatchObject({ status: 503, outcome: 'store_unavailable' });
  });

  it('answers 503 when the store is silent, and gives back what it claims too late', async () => {
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
    const { handling, deliver } = open({ store: silent, storeTimeoutMs: 20 });
    handling();
    expect(await deliver()).toMatchObject({ status: 503, outcome: 'store_unavailable' });
    late.resolve();
    await released.promise;
    expect(await deliver()).toMatchObject({ status: 200, outcome: 'handled' });
  });

  it('answers 503 when the store goes away while the event is handled', async () => {
    const memory = memoryStore();
    const { handling, deliver } = open({ store: { ...memory, complete: away } });
    handling();
    expect(await deliver()).toMatchObject({ status: 503, outcome: 'store_unavailable' });
  });

  it('answers 500 when the handler throws and the store is away then, so that the lease has to end', async () => {
    const memory = memoryStore();
    const { receiver, deliver } = open({ store: { ...memory, release: away } });
    receiver.on('order.created', () => Promise.reject(new Error('the ERP is away')));
    expect(await deliver()).toMatchObject({ status: 500, error: { message: 'the ERP is away' } });
    expect(await deliver()).toMatchObject({ status: 409, outcome: 'busy' });
  });

  it('answers 409 when the event was taken over from a handler that took longer than its lease', async () => {
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

  it('accepts a kind that nobody handles, without remembering it', async () => {
    const { receiver, deliver } = open();
    expect(await deliver({ event_type: 'order.refunded' })).toMatchObject({
      status: 200,
      outcome: 'ignored',
    });
    receiver.onOther(() => {});
    expect(await deliver({ event_type: 'order.refunded' })).toMatchObject({ outcome: 'handled' });
  });

  it('hands every kind without a handler of its own to onOther, once', async () => {
    const { receiver, handling, deliver, handled } = open();
    const others: string[] = [];
    handling();
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

  it('has one handler for a kind, since the event is done once', () => {
    const { receiver, handling } = open();
    handling();
    expect(handling).toThrow(ConfigurationError);
    receiver.onOther(() => {});
    expect(() => receiver.onOther(() => {})).toThrow(ConfigurationError);
  });

  it('passes a test event to no handler and says so, unless it is told to', async () => {
    const accepting = open();
    accepting.handling();
    const answered = await accepting.deliver({ test: true });
    expect(answered).toMatchObject({ status: 200, outcome: 'test' });
    expect(answered.body).toContain("testEvents is not 'handle'");
    expect(accepting.handled).toEqual([]);

    const handling = open({ testEvents: 'handle' });
    handling.handling();
    expect(await handling.deliver({ test: true })).toMatchObject({ status: 200, outcome: 'handled' });
    expect(handling.handled[0]?.test).toBe(true);
  });

  it('refuses with 401 what is not signed by a secret of its own, before the store hears of it', async () => {
    const { receiver, handling, handled, reports } = open({ store: AWAY });
    handling();
    const body = bodyOf();
    const headers = headersOf(body, { secret: OTHER_SECRET });
    const answered = await receiver.receive({ method: 'POST', headers, body });
    expect(answered).toMatchObject({ status: 401, outcome: 'refused' });
    expect(JSON.parse(answered.body)).toMatchObject({ outcome: 'refused', reason: 'signature_mismatch' });
    expect(reports).toMatchObject([{ outcome: 'refused', error: { reason: 'signature_mismatch' } }]);
    expect(handled).toEqual([]);
  });

  it.each([
    [-300, 200],
    [300, 200],
    [-301, 401],
    [301, 401],
  ])('answers a delivery that was signed %i s from now with %i', async (apart, status) => {
    const { receiver } = open();
    const body = bodyOf();
    const headers = headersOf(body, { timestamp: String(NOW + apart) });
    expect(await receiver.receive({ headers, body })).toMatchObject({ status });
  });

  it('answers 405 to another method, and 413 to a body over its limit', async () => {
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

  it('answers 500 to a body that was parsed before, with the sentence that tells how to get the raw one', async () => {
    const { receiver } = open();
    const answered = await receiver.receive({ headers: headersOf(), body: { event_id: 'x' } as never });
    expect(answered).toMatchObject({ status: 500, outcome: 'misconfigured' });
    expect(answered.body).toContain('express.raw');
    expect(answered.error).toBeInstanceOf(ConfigurationError);
  });

  it('answers although the report throws', async () => {
    const { handling, deliver } = open({
      onReport: () => {
        throw new Error('the logger is away');
      },
    });
    handling();
    expect(await deliver()).toMatchObject({ status: 200, outcome: 'handled' });
  });

  it.each<[string, object]>([
    ['an empty secret', { secrets: [''] }],
    ['a short secret', { secrets: ['short'] }],
    ['no secret', { secrets: [] }],
    ['a secret that is not in a list', { secrets: SECRET }],
    ['no store', { store: undefined }],
    ['a lease of nothing', { leaseMs: 0 }],
    ['a limit that is no number', { maxBodyBytes: Number.NaN }],
    ['a tolerance below zero', { toleranceSeconds: -1 }],
  ])('is not made with %s', (_what, wrong) => {
    expect(() => open(wrong)).toThrow(ConfigurationError);
  });
});
