import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CREATE_TABLE, postgresInbox } from '../../../sdk/src/webhooks/inbox/index.ts';
import { createWebhookReceiver } from '../../../sdk/src/webhooks/index.ts';
import { memoryStore } from '../../../sdk/src/webhooks/stores/memory.ts';
import { signTestDelivery } from '../../../sdk/src/webhooks/testing/index.ts';
import { OTHER_SECRET, SECRET } from '../webhooks/deliveries.ts';
import { usePostgres } from '../webhooks/open-stores.ts';
import { openInboxOn, orderCreated, useInbox } from './open-inbox.ts';

const INSERT = 'INSERT INTO orders_seen VALUES ($1)';

describe('a receiver with an inbox', () => {
  it('stores an event, responds, and handles it later in a transaction, once', async () => {
    const { receiver, inbox, deliver, pool, waiting, outcomes } = await useInbox();
    await pool.query('CREATE TABLE orders_seen (order_id bigint)');
    receiver.on('order.created', async ({ data }, { transaction }) => {
      await transaction((client) => client.query(INSERT, [data.order_id]));
    });

    expect(await deliver(orderCreated('a'))).toMatchObject({ status: 200, body: '{"outcome":"stored"}' });
    expect(await deliver(orderCreated('a'))).toMatchObject({ status: 200, outcome: 'stored' });
    expect(await waiting()).toEqual(['a']);
    expect(await inbox.runDue()).toBe(1);
    expect(await waiting()).toEqual([]);

    await deliver(orderCreated('a')); // once more, after it was handled
    expect(await inbox.runDue()).toBe(1);
    expect((await pool.query('SELECT 1 FROM orders_seen')).rows.length).toBe(1);
    expect(await waiting()).toEqual([]);
    expect(outcomes).toEqual(['stored', 'stored', 'handled', 'stored', 'duplicate']);
  });

  it('stores neither what is refused, nor test events, nor what is too large', async () => {
    const { deliver, waiting } = await useInbox({ maxBodyBytes: 1000 });
    expect(await deliver(orderCreated('a'), OTHER_SECRET)).toMatchObject({ status: 401 });
    expect(await deliver(orderCreated('b', { test: true }))).toMatchObject({ status: 200, outcome: 'test' });
    expect(await deliver(orderCreated('c', { data: { notes: 'x'.repeat(1000) } }))).toMatchObject({
      status: 413,
    });
    expect(await waiting()).toEqual([]);
  });

  it('handles test events if they are to be handled', async () => {
    const { receiver, inbox, deliver, outcomes } = await useInbox({ testEvents: 'handle' });
    receiver.on('order.created', () => {});
    await deliver(orderCreated('a', { test: true }));
    await inbox.runDue();
    expect(outcomes).toEqual(['stored', 'handled']);
  });

  it('ignores events without a handler, like a receiver without an inbox', async () => {
    const { receiver, inbox, deliver, outcomes, waiting } = await useInbox();
    receiver.on('order.created', () => {});
    await deliver(orderCreated('a', { event_type: 'product.created' }));
    await inbox.runDue();
    expect(outcomes).toEqual(['stored', 'ignored']);
    expect(await waiting()).toEqual([]);
  });

  it('responds with 503 if the event could not be stored', async () => {
    const { deliver, pool } = await useInbox();
    await pool.query('DROP TABLE tradepost_webhook_inbox');
    expect(await deliver(orderCreated('a'))).toMatchObject({ status: 503, outcome: 'store_unavailable' });
  });

  it('responds with 503 if PostgreSQL does not respond', async () => {
    const opened = await usePostgres();
    const reports: unknown[] = [];
    const receiver = createWebhookReceiver({
      secrets: [SECRET],
      consumer: 'shop',
      store: opened.store,
      storeTimeoutMs: 20,
      onReport: ({ error }) => reports.push(error),
    });
    receiver.inbox({ store: postgresInbox({ query: () => new Promise(() => {}) }) });
    const delivery = await signTestDelivery({ secret: SECRET, event: orderCreated('a') });
    expect(await receiver.receive(delivery)).toMatchObject({
      status: 503,
      body: '{"outcome":"store_unavailable"}',
    });
    expect(reports).toEqual([new Error('PostgreSQL did not respond within 20 ms.')]);
  });

  it('keeps any event as it is', async () => {
    const { receiver, inbox, deliver } = await useInbox();
    const data = {
      name: 'Café \u0000 \ud800 𝄞 \' " \\ $1',
      deep: JSON.parse('{"__proto__": [[[{}]]], "n": 0.1}'),
      ids: [Number.MAX_SAFE_INTEGER, -1, 1e300],
      large: randomBytes(700_000).toString('base64'),
    };
    const handled: unknown[] = [];
    receiver.onOther((event) => void handled.push(event.data));
    await deliver(orderCreated('a', { data, tenant_id: Number.MAX_SAFE_INTEGER }));
    await inbox.runDue();
    expect(JSON.stringify(handled)).toBe(JSON.stringify([data]));
  });

  it('keeps the events of two consumers, and of two tenants, apart', async () => {
    const one = await useInbox();
    const two = openInboxOn(one.pool, { consumer: 'billing' });
    const handled: string[] = [];
    one.receiver.onOther(({ tenant_id }) => void handled.push(`shop ${tenant_id}`));
    two.receiver.onOther(() => void handled.push('billing'));
    await one.deliver(orderCreated('a', { tenant_id: 1 }));
    await one.deliver(orderCreated('a', { tenant_id: 2 }));
    expect(await two.inbox.runDue()).toBe(0);
    expect(await one.inbox.runDue()).toBe(2);
    expect(handled.sort()).toEqual(['shop 1', 'shop 2']);
  });
});

describe('an inbox is refused', () => {
  it('without a consumer name', async () => {
    await expect(useInbox({ consumer: undefined })).rejects.toThrow(/consumer/);
    const inMemory = { consumer: undefined, store: memoryStore() as never };
    await expect(useInbox(inMemory)).rejects.toThrow(/Pass `consumer` to createWebhookReceiver/);
  });

  it('twice for one receiver', async () => {
    const { pool, receiver } = await useInbox();
    expect(() => receiver.inbox({ store: postgresInbox(pool) })).toThrow('already has an inbox');
    expect(() => postgresInbox({} as never)).toThrow('needs a pool');
  });

  it('with the store of a receiver in its place', async () => {
    const { receiver, store } = await useInbox();
    expect(() => receiver.inbox({ store } as never)).toThrow('such as postgresInbox(pool)');
  });

  it('when it is run before there are handlers, so that no event is ignored by mistake', async () => {
    const { inbox, deliver, waiting } = await useInbox();
    await deliver(orderCreated('a'));
    await expect(inbox.runDue()).rejects.toThrow('has no handlers yet');
    await expect(inbox.run()).rejects.toThrow('has no handlers yet');
    expect(await waiting()).toEqual(['a']);
  });

  it.each([
    [{ concurrency: 0 }, 'concurrency'],
    [{ concurrency: 1.5 }, 'concurrency'],
    [{ concurrency: Number.NaN }, 'concurrency'],
    [{ pollMs: Number.POSITIVE_INFINITY }, 'pollMs'],
    [{ handlerTimeoutMs: 2 ** 31 }, 'handlerTimeoutMs'],
    [{ leaseMs: '30000' }, 'leaseMs'],
    [{ leaseMs: -1 }, 'leaseMs'],
    [{ retryDelaysSeconds: [1, Number.NaN] }, 'retryDelaysSeconds'],
    [{ retryDelaysSeconds: [-1] }, 'retryDelaysSeconds'],
    [{ retryDelaysSeconds: 60 }, 'retryDelaysSeconds'],
    [{ retryDelays: [60] }, 'no option retryDelays'],
    [{ signal: {} }, 'signal'],
    [{ onError: 'log' }, 'onError'],
  ])('with %o', async (options, words) => {
    const { inbox, receiver } = await useInbox();
    receiver.onOther(() => {});
    await expect(inbox.run(options as never)).rejects.toThrow(words);
  });
});

it('CREATE_TABLE can be run by many processes at once, and again', async () => {
  const { pool, url } = await usePostgres();
  for (let round = 0; round < 10; round += 1) {
    await pool.query('DROP TABLE IF EXISTS tradepost_webhook_inbox');
    const clients = Array.from({ length: 8 }, () => new pg.Client({ connectionString: url }));
    await Promise.all(clients.map((client) => client.connect()));
    onTestFinished(() => void Promise.all(clients.map((client) => client.end())));
    const results = await Promise.allSettled(clients.map((client) => client.query(CREATE_TABLE)));
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
    await Promise.all(clients.map((client) => client.end()));
  }
  await pool.query(CREATE_TABLE);
});
