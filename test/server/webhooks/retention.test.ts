import { describe, expect, it } from 'vitest';
import type { Context } from '../../../server/main/context.ts';
import { deleteOldEvents } from '../../../server/webhooks/retention/retention.ts';
import { useRandomIds } from '../../support/log-partitions.ts';
import { useEndpoint } from '../../support/test-endpoint.ts';
import { emit, inconsistentDeliveries, subscribed } from '../../support/webhook-fixtures.ts';
import { letTimePass, sendTest, switchEndpoint } from '../../support/webhooks.ts';

/** What has ids of its month: log-partitions.test.ts. */
async function subscribedBefore(url: string) {
  const made = await subscribed(url);
  await useRandomIds(made.context);
  return made;
}

/** Makes events older. */
const agedBy = ({ db }: Context, interval: string, ids: readonly string[]) =>
  db.query(
    'UPDATE events SET occurred_at = clock_timestamp() - $1::interval WHERE event_id = ANY ($2::uuid[])',
    [interval, ids],
  );

const count = async ({ db }: Context, table: string): Promise<number> =>
  (await db.query<{ count: number }>(`SELECT count(*) FROM ${table}`, []))[0]!.count;

const counts = async (context: Context) => ({
  events: await count(context, 'events'),
  deliveries: await count(context, 'webhook_deliveries'),
  attempts: await count(context, 'webhook_attempts'),
  queue: await count(context, 'webhook_queue'),
});

const remaining = async ({ db }: Context): Promise<string[]> =>
  (await db.query<{ id: string }>('SELECT event_id AS id FROM events ORDER BY position', [])).map(
    ({ id }) => id,
  );

describe('retention of events from before their partitions', () => {
  it('deletes events older than 90 days with their deliveries, attempts and queue rows', async () => {
    const state = { status: 200 };
    const endpoint = await useEndpoint((res) => void res.writeHead(state.status).end());
    const { context, tenantId, worker } = await subscribedBefore(endpoint.url);
    const [sent] = await emit(context, tenantId);
    await worker.tick();
    state.status = 500;
    const [retrying] = await emit(context, tenantId);
    await worker.tick();
    await letTimePass(context, tenantId);
    await worker.tick();
    const [waiting] = await emit(context, tenantId);
    const young = await emit(context, tenantId, 'product.created', 2);
    expect(await counts(context)).toEqual({ events: 5, deliveries: 5, attempts: 3, queue: 4 });
    await agedBy(context, '90 days 1 minute', [sent!, retrying!, waiting!]);
    await agedBy(context, '89 days 23 hours', young);
    expect(await deleteOldEvents(context.db)).toBe(3);
    expect(await remaining(context)).toEqual(young);
    expect(await counts(context)).toEqual({ events: 2, deliveries: 2, attempts: 0, queue: 2 });
    expect(await inconsistentDeliveries(context)).toEqual([]);
    expect(await deleteOldEvents(context.db)).toBe(0);
  });

  it('lets feed positions continue, however long nothing happened', async () => {
    const { context, tenantId, tenant } = await subscribedBefore('http://127.0.0.1:9/');
    const old = await emit(context, tenantId, 'product.created', 3);
    const before = await tenant.tp.events.list();
    const cursor = before.page.next_cursor!;
    expect(before.data).toHaveLength(3);
    await agedBy(context, '400 days', old);
    expect(await deleteOldEvents(context.db)).toBe(2);
    expect(await remaining(context)).toEqual([old[2]]);
    const [fresh] = await emit(context, tenantId);
    const after = await tenant.tp.events.list({ cursor });
    expect(after.data.map(({ event_id }) => event_id)).toEqual([fresh]);
    expect(await deleteOldEvents(context.db)).toBe(1);
    expect(await remaining(context)).toEqual([fresh]);
    const positions = 'SELECT feed_position FROM events WHERE tenant_id = $1';
    expect(await context.db.query(positions, [tenantId])).toEqual([{ feed_position: 4 }]);
  });

  it('deletes old events of a tenant who never reads the feed, and old test events', async () => {
    const { context, tenantId, key } = await subscribedBefore('http://127.0.0.1:9/');
    const old = await emit(context, tenantId, 'product.created', 3);
    const test = await sendTest(context, key, 'order.created');
    await agedBy(context, '91 days', [...old, test!]);
    expect(await deleteOldEvents(context.db)).toBe(4);
    expect(await counts(context)).toEqual({ events: 0, deliveries: 0, attempts: 0, queue: 0 });
  });

  it('deletes old events that have no feed position yet along with some that have one', async () => {
    const { context, tenantId, tenant } = await subscribedBefore('http://127.0.0.1:9/');
    const numbered = await emit(context, tenantId, 'product.created', 2);
    await tenant.tp.events.list();
    const unnumbered = await emit(context, tenantId, 'product.created', 2);
    await agedBy(context, '91 days', [...numbered, ...unnumbered]);
    expect(await deleteOldEvents(context.db)).toBe(3);
    expect(await remaining(context)).toEqual([numbered[1]]);
  });

  it('leaves events that a worker is sending until the next run', async () => {
    let removed: number | undefined;
    const endpoint = await useEndpoint(async (res) => {
      removed = await deleteOldEvents(made.context.db);
      res.writeHead(200).end();
    });
    const made = await subscribedBefore(endpoint.url);
    const { context, tenantId, worker } = made;
    await agedBy(context, '91 days', await emit(context, tenantId));
    await worker.tick();
    expect(removed).toBe(0);
    expect(await context.db.query('SELECT status FROM webhook_deliveries', [])).toEqual([
      { status: 'SUCCESS' },
    ]);
    expect(await deleteOldEvents(context.db)).toBe(1);
    expect(await counts(context)).toEqual({ events: 0, deliveries: 0, attempts: 0, queue: 0 });
  });

  it('deletes deliveries that wait for an endpoint that stays inactive', async () => {
    const { context, tenantId, key } = await subscribedBefore('http://127.0.0.1:9/');
    const old = await emit(context, tenantId, 'product.created', 2);
    await switchEndpoint(context, key, false);
    await agedBy(context, '91 days', old);
    expect(await deleteOldEvents(context.db)).toBe(2);
    expect(await counts(context)).toEqual({ events: 0, deliveries: 0, attempts: 0, queue: 0 });
  });

  it('covers several batches and tenants, even when two processes run it at once', async () => {
    const { environment, context, tenantId } = await subscribedBefore('http://127.0.0.1:9/');
    const other = await environment.tenant();
    const old = await emit(context, tenantId, 'product.created', 1101);
    const others = await emit(context, other.tenantId, 'order.created', 600);
    const young = await emit(context, tenantId);
    await agedBy(context, '91 days', [...old, ...others]);
    const removed = await Promise.all([deleteOldEvents(context.db), deleteOldEvents(context.db)]);
    // Each skips what the other has locked, and may leave some rows for the next run.
    expect(removed[0] + removed[1] + (await deleteOldEvents(context.db))).toBe(1701);
    expect(await remaining(context)).toEqual(young);
    expect(await counts(context)).toMatchObject({ deliveries: 1, queue: 1 });
  });

  it('deletes 1101 events in one run when no other process runs it', async () => {
    const { context, tenantId } = await subscribedBefore('http://127.0.0.1:9/');
    await agedBy(context, '91 days', await emit(context, tenantId, 'product.created', 1101));
    expect(await deleteOldEvents(context.db)).toBe(1101);
    expect(await counts(context)).toEqual({ events: 0, deliveries: 0, attempts: 0, queue: 0 });
  });
});
