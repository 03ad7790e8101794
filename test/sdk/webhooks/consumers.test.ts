import { beforeAll, describe, expect, it } from 'vitest';
import { ConfigurationError, createWebhookReceiver } from '../../../sdk/src/webhooks/index.ts';
import type { EventKey, EventStore } from '../../../sdk/src/webhooks/stores/event-store.ts';
import { memoryStore } from '../../../sdk/src/webhooks/stores/memory.ts';
import { postgresStore } from '../../../sdk/src/webhooks/stores/postgres.ts';
import { redisStore } from '../../../sdk/src/webhooks/stores/redis.ts';
import { signTestDelivery } from '../../../sdk/src/webhooks/testing/index.ts';
import { hasRedis } from '../../support/redis-server.ts';
import { SECRET } from './deliveries.ts';
import { type OpenedStore, openIoredis, openMemory, openPostgres, usePostgres } from './open-stores.ts';

const TENANT = 42;
const deliveryOf = (event_id: string) =>
  signTestDelivery({
    secret: SECRET,
    event: { event_type: 'customer.created', event_id, tenant_id: TENANT, data: { customer_id: 7 } },
  });

interface Given {
  readonly consumer?: string;
  readonly adopt?: boolean;
}

/** A receiver and the ids of the events that its handler got. */
function open(store: EventStore, given: Given = {}) {
  const receiver = createWebhookReceiver({ secrets: [SECRET], store, onReport: () => {}, ...given });
  const handled: string[] = [];
  receiver.on('customer.created', ({ event_id }) => void handled.push(event_id));
  return { handled, deliver: async (id: string) => (await receiver.receive(await deliveryOf(id))).outcome };
}

/** As version 0.2 did, without a consumer. */
async function recordWithoutConsumer(store: EventStore, eventId: string): Promise<void> {
  const key = { tenantId: TENANT, eventId };
  const claim = await store.claim(key, 1000);
  if (claim.state === 'claimed') await store.complete(key, claim.token);
}

const STORES: [string, () => Promise<OpenedStore>][] = [
  ['memory', openMemory],
  ['PostgreSQL', openPostgres],
  ...(hasRedis() ? ([['Redis', openIoredis]] as [string, typeof openIoredis][]) : []),
];

describe.each(STORES)('consumers that share a %s store', (_name, openStore) => {
  let opened: OpenedStore;
  beforeAll(async () => {
    opened = await openStore();
    return () => opened.close();
  });

  it('each handle each of 20 events once, in any order', async () => {
    const ids = Array.from({ length: 20 }, () => crypto.randomUUID());
    const [erp, mail] = [open(opened.store, { consumer: 'erp' }), open(opened.store, { consumer: 'mail' })];
    const deliveries = ids.flatMap((id) => [erp.deliver(id), mail.deliver(id), erp.deliver(id)]);
    await Promise.all(deliveries);
    expect(erp.handled.sort()).toEqual(ids.toSorted());
    expect(mail.handled.sort()).toEqual(ids.toSorted());
  });

  it('count events without a consumer as done only if they adopt them', async () => {
    const [before, after] = [crypto.randomUUID(), crypto.randomUUID()];
    await recordWithoutConsumer(opened.store, before);
    const adopting = open(opened.store, { consumer: 'adopting', adopt: true });
    const other = open(opened.store, { consumer: 'other' });
    expect(await adopting.deliver(before)).toBe('duplicate');
    expect(await other.deliver(before)).toBe('handled');
    for (const outcome of ['handled', 'duplicate']) expect(await adopting.deliver(after)).toBe(outcome);
    expect(adopting.handled).toEqual([after]);
  });

  it('remember what they adopted when adopt is removed', async () => {
    const id = crypto.randomUUID();
    await recordWithoutConsumer(opened.store, id);
    const { place: _, ...store } = opened.store; // as in another process
    await open(store, { consumer: 'once', adopt: true }).deliver(id);
    expect(await open(opened.store, { consumer: 'once' }).deliver(id)).toBe('duplicate');
  });
});

describe('adopt', () => {
  it('waits for a process of the version before that is handling the event', async () => {
    const store = memoryStore();
    const claim = await store.claim({ tenantId: TENANT, eventId: 'a' }, 60_000);
    const erp = open(store, { consumer: 'erp', adopt: true });
    expect(await erp.deliver('a')).toBe('busy');
    if (claim.state === 'claimed') await store.release({ tenantId: TENANT, eventId: 'a' }, claim.token);
    expect(await erp.deliver('a')).toBe('handled');
  });

  it('leaves new events to a second consumer that adopts by mistake', async () => {
    const { pool } = await usePostgres();
    // Another pool in another process: the query functions differ, so this process can't tell.
    const stores = [1, 2].map(() => postgresStore({ query: (text, values) => pool.query(text, values) }));
    const [erp, mail] = [
      open(stores[0]!, { consumer: 'erp', adopt: true }),
      open(stores[1]!, { consumer: 'mail', adopt: true }),
    ];
    expect(await erp.deliver('a')).toBe('handled');
    expect(await mail.deliver('a')).toBe('handled');
  });

  it('is refused for a second consumer of the same store in a process', () => {
    const store = memoryStore();
    open(store, { consumer: 'erp', adopt: true });
    expect(() => open(store, { consumer: 'mail', adopt: true })).toThrow(ConfigurationError);
  });
});

it('a store sees the consumer, a slash and the event_id', async () => {
  const keys: EventKey[] = [];
  const memory = memoryStore();
  const claim: EventStore['claim'] = (key, leaseMs) => {
    keys.push(key);
    return memory.claim(key, leaseMs);
  };
  await open({ ...memory, claim }, { consumer: 'erp' }).deliver('a');
  await open({ ...memory, claim }).deliver('a');
  expect(keys).toEqual([
    { tenantId: TENANT, eventId: 'erp/a' },
    { tenantId: TENANT, eventId: 'a' },
  ]);
});

describe('two receivers of one process with the same consumer', () => {
  const client = { eval: async () => 1, defineCommand: () => {} };
  const database = { query: async () => ({ rows: [] }) };
  const shared = memoryStore();
  const own: EventStore = { ...memoryStore(), place: undefined };
  const create = (store: EventStore, consumer: string) =>
    createWebhookReceiver({ secrets: [SECRET], store, consumer });

  it.each<[string, EventStore, EventStore]>([
    ['a memory store', shared, { ...shared }],
    ['stores of the same pool', postgresStore(database), postgresStore(database)],
    ['stores of the same Redis client', redisStore(client), redisStore(client)],
    ['the same store of their own', own, own],
  ])('refuse to start with different handlers and %s', (_what, first, second) => {
    create(first, 'erp').on('order.created', () => {});
    expect(() => create(second, 'erp').on('order.created', () => {})).toThrow(ConfigurationError);
    expect(() => create(second, 'erp').on('product.created', () => {})).toThrow(
      'Another receiver with this store and consumer has other handlers. Pass each its own consumer.',
    );
    expect(() => create(second, 'erp').onOther(() => {})).toThrow(ConfigurationError);
  });

  it.each<[string, EventStore, EventStore]>([
    ['two memory stores', memoryStore(), memoryStore()],
    ['two pools', postgresStore({ ...database }), postgresStore({ ...database })],
    ['two prefixes', redisStore({ ...client }, { prefix: 'a' }), redisStore({ ...client }, { prefix: 'b' })],
  ])('start with %s', (_what, first, second) => {
    create(first, 'erp').on('order.created', () => {});
    create(second, 'erp').on('order.created', () => {});
  });

  it('start with the same handlers, set in turns', () => {
    const [first, second] = [create(shared, 'same'), create(shared, 'same')];
    const [created, other] = [() => {}, () => {}];
    for (const receiver of [first, second, create(shared, 'same')])
      receiver.on('order.created', created).onOther(other);
    expect(() => second.on('order.created', () => {})).toThrow(ConfigurationError);
  });

  it.each(['__proto__', 'constructor', 'toString'])('may be called %s', async (consumer) => {
    const store = memoryStore();
    expect(await open(store, { consumer }).deliver('a')).toBe('handled');
    expect(() => open(store, { consumer })).toThrow(ConfigurationError);
  });

  it('refuse to start without a consumer and with one memory store', () => {
    const store = memoryStore();
    open(store);
    expect(() => open(store)).toThrow(ConfigurationError);
    expect(() => open(store, { consumer: 'erp' })).not.toThrow();
  });
});
