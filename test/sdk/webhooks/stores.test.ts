import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigurationError, createWebhookReceiver } from '../../../sdk/src/webhooks/index.ts';
import type { EventKey, EventStore } from '../../../sdk/src/webhooks/stores/event-store.ts';
import { memoryStore } from '../../../sdk/src/webhooks/stores/memory.ts';
import { postgresStore } from '../../../sdk/src/webhooks/stores/postgres.ts';
import { redisStore } from '../../../sdk/src/webhooks/stores/redis.ts';
import { signTestDelivery, storeChecks } from '../../../sdk/src/webhooks/testing/index.ts';
import { freePort } from '../../support/free-port.ts';
import { hasRedis } from '../../support/redis-server.ts';
import { SECRET } from './deliveries.ts';
import { type OpenedStore, openIoredis, openMemory, openNodeRedisForm, openPostgres } from './open-stores.ts';

const withRedis = hasRedis();
const STORES: [string, () => Promise<OpenedStore>][] = [
  ['memory', openMemory],
  ['PostgreSQL', openPostgres],
  ...(withRedis ? ([['Redis by ioredis', openIoredis]] as [string, typeof openIoredis][]) : []),
  ...(withRedis ? ([['Redis as node-redis', openNodeRedisForm]] as [string, typeof openIoredis][]) : []),
];

const orderCreated = { secret: SECRET, event: { event_type: 'order.created', data: { order_id: 1001 } } };

describe.each(STORES)('the %s store', (_name, open) => {
  let opened: OpenedStore;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  for (const { name, run } of storeChecks(() => opened.store)) it(name, run);

  it('runs the handler once for 100 concurrent identical deliveries', async () => {
    let runs = 0;
    const receiver = createWebhookReceiver({
      secrets: [SECRET],
      store: opened.store,
      consumer: 'erp',
      storeTimeoutMs: 20_000, // 100 claims on a busy machine
    });
    receiver.on('order.created', async () => {
      runs += 1;
      await new Promise(setImmediate);
    });
    const { headers, body } = await signTestDelivery(orderCreated);
    const deliver = () => receiver.receive({ headers, body });

    const responses = await Promise.all(Array.from({ length: 100 }, deliver));

    expect(runs).toBe(1);
    const outcomes = responses.map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'handled')).toHaveLength(1);
    expect(new Set(outcomes)).not.toContain('store_unavailable');
    expect(await deliver()).toMatchObject({ status: 200, outcome: 'duplicate' });
    expect(runs).toBe(1);
  });
});

describe('a receiver whose store is unavailable', () => {
  async function statusWith(store: EventStore, options: { storeTimeoutMs?: number } = {}): Promise<number> {
    const receiver = createWebhookReceiver({
      secrets: [SECRET],
      store,
      consumer: 'erp',
      onReport: () => {},
      ...options,
    });
    receiver.on('order.created', () => {});
    const { headers, body } = await signTestDelivery(orderCreated);
    return (await receiver.receive({ headers, body })).status;
  }

  it('responds with 503 without a connection to PostgreSQL', async () => {
    const pool = new pg.Pool({ host: '127.0.0.1', port: await freePort() });
    expect(await statusWith(postgresStore(pool))).toBe(503);
    await pool.end();
  });

  it('responds with 503 without the table in PostgreSQL', async () => {
    const { pool, store, close } = await openPostgres();
    await pool.query('DROP TABLE tradepost_webhook_events');
    expect(await statusWith(store)).toBe(503);
    await close();
  });

  // ioredis queues commands while it reconnects, so the receiver's timeout ends this.
  it('responds with 503 without a connection to Redis', async () => {
    const client = new Redis({ host: '127.0.0.1', port: await freePort() });
    client.on('error', () => {});
    expect(await statusWith(redisStore(client), { storeTimeoutMs: 50 })).toBe(503);
    client.disconnect();
  });
});

describe('the memory store', () => {
  const claim = (store: EventStore, eventId: string) => store.claim({ tenantId: 1, eventId }, 1000);
  async function finish(store: EventStore, eventId: string): Promise<void> {
    const claimed = await claim(store, eventId);
    if (claimed.state === 'claimed') await store.complete({ tenantId: 1, eventId }, claimed.token);
  }

  it('remembers at least the given number of the last events, and forgets older ones', async () => {
    const store = memoryStore({ maxEvents: 2 });
    for (const event of ['a', 'b', 'c', 'd', 'e']) await finish(store, event);
    const states = ['a', 'd', 'e'].map(async (event) => (await claim(store, event)).state);
    expect(await Promise.all(states)).toEqual(['claimed', 'done', 'done']);
  });

  it('keeps an event whose handler is running', async () => {
    const store = memoryStore({ maxEvents: 2 });
    await claim(store, 'in progress');
    for (const event of ['a', 'b', 'c', 'd', 'e', 'f']) await finish(store, event);
    expect((await claim(store, 'in progress')).state).toBe('busy');
  });

  it('forgets an event when its time to live has passed', async () => {
    let now = 0;
    const store = memoryStore({ ttlMs: 1000, clock: () => now });
    await finish(store, 'a');
    now = 999;
    expect((await claim(store, 'a')).state).toBe('done');
    now = 1000;
    expect((await claim(store, 'a')).state).toBe('claimed');
  });

  it('throws when more handlers are running than it may remember events', async () => {
    const store = memoryStore({ maxEvents: 1 });
    await claim(store, 'a');
    await claim(store, 'b');
    expect(() => claim(store, 'c')).toThrow('Over 1 events are being handled at once.');
    expect((await claim(store, 'a')).state).toBe('busy');
    expect((await claim(store, 'b')).state).toBe('busy');
  });
});

describe('storeChecks', () => {
  /** Names of the checks that a memory store fails whose keys are changed like this. */
  async function failuresOf(changed: (eventId: string) => string): Promise<string[]> {
    const memory = memoryStore();
    const keyOf = ({ tenantId, eventId }: EventKey) => ({ tenantId, eventId: changed(eventId) });
    const store: EventStore = {
      claim: (key, leaseMs) => memory.claim(keyOf(key), leaseMs),
      complete: (key, token) => memory.complete(keyOf(key), token),
      release: (key, token) => memory.release(keyOf(key), token),
    };
    const results = await Promise.all(
      storeChecks(() => store).map(async ({ name, run }) =>
        run().then(
          () => '',
          () => name,
        ),
      ),
    );
    return results.filter((name) => name !== '');
  }

  it.each<[string, (eventId: string) => string, string]>([
    ['that leaves out the consumer', (id) => id.slice(id.indexOf('/') + 1), 'keeps consumers apart'],
    ['that ignores letter case', (id) => id.toLowerCase(), 'keeps consumers apart'],
    ['that ignores punctuation', (id) => id.replace(/[:_]/g, ''), 'keeps consumers apart'],
    ['of 64 characters', (id) => id.slice(0, 64), 'keeps long keys apart that differ at the end'],
    ['of 100 characters', (id) => id.slice(0, 100), 'keeps long keys apart that differ at the end'],
  ])('find a key %s', async (_what, changed, check) => {
    expect(await failuresOf(changed)).toContain(check);
    expect(await failuresOf((id) => id)).toEqual([]);
  });
});

it.each([undefined, null, {}, 'postgres://localhost', 5])('a store on %j is refused at start', (database) => {
  for (const open of [postgresStore, redisStore]) {
    expect(() => open(database as never)).toThrow(ConfigurationError);
    expect(() => open(database as never)).toThrow(/^(postgres|redis)Store needs a /);
  }
});
