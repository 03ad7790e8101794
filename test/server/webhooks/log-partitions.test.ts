import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { OPERATOR } from '../../../server/accounts/audit/actor.ts';
import type { Context } from '../../../server/main/context.ts';
import { listDeliveries } from '../../../server/webhooks/log/list-deliveries.ts';
import { makeLogPartitions } from '../../../server/webhooks/log/log-partitions.ts';
import { resend } from '../../../server/webhooks/recovery/resend.ts';
import { enforceRetention } from '../../../server/webhooks/retention/retention.ts';
import { emitLater, setClock } from '../../support/log-partitions.ts';
import { useEndpoint } from '../../support/test-endpoint.ts';
import { emit, inconsistentDeliveries, subscribed } from '../../support/webhook-fixtures.ts';
import { switchEndpoint } from '../../support/webhooks.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LOGS = ['events', 'webhook_deliveries', 'webhook_attempts'];

/** The statement that detaches a partition waits for the reader. */
const WAITING = `SELECT FROM pg_stat_activity WHERE query LIKE '%DETACH PARTITION % CONCURRENTLY' AND wait_event_type = 'Lock'
  AND datname = current_database()`;

interface Month {
  readonly suffix: string;
  readonly until_hour: number;
}
const months = ({ db }: Context): Promise<Month[]> =>
  db.query<Month>('SELECT suffix, until_hour FROM log_partitions ORDER BY until_hour', []);

/** The months that a table is divided into, in order of time. */
const partitionsOf = async ({ db }: Context, table: string): Promise<string[]> =>
  (
    await db.query<{ name: string }>(
      'SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass ORDER BY 1',
      [table],
    )
  )
    .map(({ name }) => name.slice(table.length + 1))
    .filter((suffix) => suffix !== 'random_ids');

const eventIds = async ({ db }: Context): Promise<string[]> =>
  (await db.query<{ id: string }>('SELECT event_id AS id FROM events ORDER BY position', [])).map(
    ({ id }) => id,
  );

const lastPart = (id: string): bigint => BigInt(`0x${id.slice(-12)}`);

/** Without the number of its shard, with npm run test:partitioned. */
const PARTITION = "regexp_replace(tableoid::regclass::text, '_10\\d{4}$', '')";
const partitionOf = async ({ db }: Context, id: string): Promise<string> =>
  (await db.query<{ name: string }>(`SELECT ${PARTITION} AS name FROM events WHERE event_id = $1`, [id]))[0]!
    .name;

/** One event in each of three months, and when the first month may go. */
async function threeMonths(url = 'http://127.0.0.1:9/') {
  const made = await subscribed(url);
  const { context, tenantId } = made;
  const ids = [
    ...(await emit(context, tenantId)),
    ...(await emitLater(context, tenantId, 35)),
    ...(await emitLater(context, tenantId, 70)),
  ];
  const [first] = await months(context);
  return { ...made, ids, expiresMs: first!.until_hour * HOUR_MS + 91 * DAY_MS };
}

describe('partitions of the log', () => {
  it('are made a month ahead, the same for each table, and only once', async () => {
    const { context } = await subscribed('http://127.0.0.1:9/');
    const made = await months(context);
    const thisHour = Math.floor(Date.now() / HOUR_MS);
    expect(made).toHaveLength(2);
    expect(made[0]!.until_hour).toBeGreaterThan(thisHour);
    expect(made[1]!.until_hour).toBe(made[0]!.until_hour + 720);
    for (const table of LOGS)
      expect(await partitionsOf(context, table)).toEqual(made.map(({ suffix }) => suffix));
    await Promise.all([makeLogPartitions(context.db), makeLogPartitions(context.db)]);
    expect(await months(context)).toEqual(made);
    const at = new Date(Date.now() + 31 * DAY_MS);
    const make = () => context.db.query('SELECT make_log_partitions($1)', [at]);
    await Promise.all([make(), make(), make()]);
    expect(await months(context)).toHaveLength(3);
  });

  it('leave no gap after a year in which nothing ran', async () => {
    const { context, tenantId } = await subscribed('http://127.0.0.1:9/');
    await emitLater(context, tenantId, 400);
    const [, , afterGap, next] = await months(context);
    expect(next!.until_hour).toBe(afterGap!.until_hour + 720);
    // A clock that goes back meets the partition that covers the gap.
    await setClock(context, 200);
    const [id] = await emit(context, tenantId);
    expect(await partitionOf(context, id!)).toBe(`events_${afterGap!.suffix}`);
  });

  it('take events and their deliveries even if nobody has made the present one', async () => {
    const endpoint = await useEndpoint((res) => void res.writeHead(200).end());
    const { context, tenantId, worker } = await subscribed(endpoint.url);
    await setClock(context, 300);
    const ids = await emit(context, tenantId, 'product.created', 3);
    const last = (await months(context)).at(-1)!;
    for (const id of ids) expect(await partitionOf(context, id)).toBe(`events_${last.suffix}`);
    await worker.tick();
    expect(endpoint.received).toHaveLength(3);
    expect(await inconsistentDeliveries(context)).toEqual([]);
    // They are younger than their partition says.
    await context.db.query("UPDATE events SET occurred_at = occurred_at + interval '300 days'", []);
    await setClock(context, 0);
    await enforceRetention(context.db, last.until_hour * HOUR_MS + 92 * DAY_MS);
    expect(await eventIds(context)).toEqual(ids);
  });

  it('hold the feed, the list and a resend together', async () => {
    const endpoint = await useEndpoint((res) => void res.writeHead(200).end());
    const { context, tenant, tenantId, ids, worker } = await threeMonths(endpoint.url);
    const names = await Promise.all(ids.map((id) => partitionOf(context, id)));
    expect(new Set(names).size).toBe(3);
    await worker.tick();
    const feed = [];
    let cursor: string | undefined;
    for (let page = 0; page < 3; page += 1) {
      const found = await tenant.tp.events.list({ limit: 1, ...(cursor && { cursor }) });
      feed.push(...found.data.map(({ event_id }) => event_id));
      cursor = found.page.next_cursor!;
    }
    expect(feed).toEqual(ids);
    const listed = [];
    let after: { createdAt: string; id: string } | undefined;
    do {
      const page = await listDeliveries(context.db, tenantId, {}, { limit: 1, ...(after && { after }) });
      listed.push(...page.deliveries);
      after = page.next;
    } while (after !== undefined);
    expect(listed.map(({ eventId }) => eventId)).toEqual(ids.toReversed());
    for (const { id, eventId } of listed) {
      expect(await listDeliveries(context.db, tenantId, { eventId }, { limit: 9 })).toMatchObject({
        deliveries: [{ id }],
      });
      expect(await resend(context.db, OPERATOR, { tenantId, id })).toBe('resent');
    }
    await worker.tick();
    expect(endpoint.received).toHaveLength(6);
    expect(await inconsistentDeliveries(context)).toEqual([]);
  });

  it('have a batch of events and its deliveries in the same month', async () => {
    const { context, tenantId } = await subscribed('http://127.0.0.1:9/');
    const kinds = ['product.created', 'product.updated', 'product.created'];
    await context.db.query('SELECT emit_events($1, $2, $3)', [tenantId, kinds, kinds.map(() => '{}')]);
    const ids = await eventIds(context);
    expect(ids).toHaveLength(3);
    const [{ suffix }] = (await months(context)) as [Month];
    for (const id of ids) expect(await partitionOf(context, id)).toBe(`events_${suffix}`);
    const deliveries = `SELECT ${PARTITION} AS name, id = delivery_id(event_id, registration_id) AS follows
      FROM webhook_deliveries`;
    expect(await context.db.query(deliveries, [])).toEqual(
      Array(2).fill({ name: `webhook_deliveries_${suffix}`, follows: true }),
    );
  });

  it('count on from a random one within a batch', async () => {
    const { context, tenantId } = await subscribed('http://127.0.0.1:9/');
    const kinds = Array<string>(3).fill('product.created');
    for (const _batch of [1, 2])
      await context.db.query('SELECT emit_events($1, $2, $3)', [tenantId, kinds, kinds.map(() => '{}')]);
    const ids = await eventIds(context);
    for (const id of ids) expect(id).toMatch(/^00000000-00[0-9a-f]{2}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
    const steps = ids.slice(1).map((id, n) => BigInt.asUintN(48, lastPart(id) - lastPart(ids[n]!)));
    expect([...steps.slice(0, 2), ...steps.slice(3)]).toEqual([1n, 1n, 1n, 1n]);
    expect(steps[2]).not.toBe(1n);
  });

  it('have one delivery of an event for an endpoint, whatever it is delivered by', async () => {
    const { context, tenantId, key } = await subscribed('http://127.0.0.1:9/');
    const [id] = await emit(context, tenantId);
    const again = await context.db.query('SELECT deliver_event($1, $2, ARRAY[$3::integer]) AS count', [
      tenantId,
      id,
      key.id,
    ]);
    expect(again).toEqual([{ count: 0 }]);
  });
});

describe('retention by partitions', () => {
  it('drops a month a day after its last hour is 90 days ago, in all three tables, and no other', async () => {
    const endpoint = await useEndpoint((res) => void res.writeHead(200).end());
    const { context, ids, worker, expiresMs } = await threeMonths(endpoint.url);
    await worker.tick();
    const before = await months(context);
    await enforceRetention(context.db, expiresMs - HOUR_MS);
    expect(await eventIds(context)).toEqual(ids);
    await enforceRetention(context.db, expiresMs);
    expect(await eventIds(context)).toEqual(ids.slice(1));
    expect(await months(context)).toEqual(before.slice(1));
    for (const table of LOGS)
      expect(await partitionsOf(context, table)).toEqual(before.slice(1).map(({ suffix }) => suffix));
    const left = `SELECT relname FROM pg_class WHERE relname ~ '_${before[0]!.suffix}$' AND relkind = 'r'`;
    expect(await context.db.query(left, [])).toEqual([]);
    expect(await inconsistentDeliveries(context)).toEqual([]);
  });

  it('ends what still waits after 90 days, and leaves a month in which a worker is sending', async () => {
    const { context, key, ids, expiresMs } = await threeMonths();
    await switchEndpoint(context, key, false);
    await enforceRetention(context.db, Date.now() + 89 * DAY_MS);
    expect(await context.db.query('SELECT FROM webhook_queue', [])).toHaveLength(3);
    await context.db.query(
      `UPDATE webhook_queue SET lease_token = gen_random_uuid(), leased_until = now() + interval '15 s' WHERE event_id = $1`,
      [ids[0]],
    );
    await enforceRetention(context.db, expiresMs);
    expect(await eventIds(context)).toEqual(ids);
    await context.db.query('UPDATE webhook_queue SET lease_token = NULL, leased_until = NULL', []);
    await enforceRetention(context.db, expiresMs - 2 * DAY_MS);
    expect(
      await context.db.query('SELECT status FROM webhook_deliveries WHERE event_id = $1', [ids[0]]),
    ).toEqual([{ status: 'FAILED' }]);
    expect(await inconsistentDeliveries(context)).toEqual([]);
    await enforceRetention(context.db, expiresMs);
    expect(await eventIds(context)).toEqual(ids.slice(1));
    expect(await context.db.query('SELECT FROM webhook_queue', [])).toHaveLength(2);
  });

  it('lets feed positions continue after the event that has the last one', async () => {
    const { context, tenantId, tenant, ids, expiresMs } = await threeMonths();
    const before = await tenant.tp.events.list();
    expect(before.data).toHaveLength(3);
    const cursor = before.page.next_cursor!;
    await enforceRetention(context.db, expiresMs + 400 * DAY_MS);
    expect(await eventIds(context)).toEqual([]);
    expect(await tenant.tp.events.list({ cursor })).toMatchObject({ data: [] });
    expect(await tenant.tp.events.list()).toMatchObject({ data: [] });
    // Nobody has made a partition meanwhile, and still the last one is there.
    await setClock(context, 500);
    const [fresh] = await emit(context, tenantId);
    const after = await tenant.tp.events.list({ cursor });
    expect(after.data.map(({ event_id }) => event_id)).toEqual([fresh]);
    const positions = await context.db.query('SELECT feed_position FROM events', []);
    expect(positions).toEqual([{ feed_position: ids.length + 1 }]);
  });

  it('goes on where it was interrupted', async () => {
    const { context, ids, expiresMs } = await threeMonths();
    const [{ suffix }] = (await months(context)) as [Month];
    await context.db.query(
      `ALTER TABLE webhook_attempts DETACH PARTITION webhook_attempts_${suffix} CONCURRENTLY`,
      [],
    );
    await context.db.query(`DROP TABLE webhook_attempts_${suffix}`, []);
    await context.db.query(
      `ALTER TABLE webhook_deliveries DETACH PARTITION webhook_deliveries_${suffix} CONCURRENTLY`,
      [],
    );
    // Its delivery left the queue before.
    await context.db.query('DELETE FROM webhook_queue WHERE event_id = $1', [ids[0]]);
    await enforceRetention(context.db, expiresMs);
    expect(await eventIds(context)).toEqual(ids.slice(1));
    expect(await months(context)).not.toContainEqual(expect.objectContaining({ suffix }));
  });

  it('goes on after its connection was ended while it detached, and meanwhile others read, write and make a month', async () => {
    const { environment, context, tenantId, tenant, ids, expiresMs } = await threeMonths();
    const [{ suffix }] = (await months(context)) as [Month];
    const reader = new pg.Client({ connectionString: environment.databaseUrl });
    await reader.connect();
    onTestFinished(() => reader.end());
    await reader.query('BEGIN; SELECT FROM webhook_attempts');
    const interrupted = enforceRetention(context.db, expiresMs).catch((error: unknown) => error);
    await expect.poll(() => context.db.query(WAITING, []), { interval: 10 }).toHaveLength(1);
    await context.db.query(WAITING.replace('SELECT', 'SELECT pg_terminate_backend(pid)'), []);
    expect(await interrupted).toBeInstanceOf(Error);
    const halfDetached = () =>
      context.db.query('SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhdetachpending', []);
    expect(await halfDetached()).toEqual([{ name: `webhook_attempts_${suffix}` }]);
    const [fresh] = await emitLater(context, tenantId, 100);
    expect((await tenant.tp.events.list()).data.map(({ event_id }) => event_id)).toEqual([...ids, fresh]);
    expect((await listDeliveries(context.db, tenantId, {}, { limit: 9 })).deliveries).toHaveLength(4);
    await reader.query('COMMIT');
    await enforceRetention(context.db, expiresMs);
    expect(await halfDetached()).toEqual([]);
    expect(await eventIds(context)).toEqual([...ids.slice(1), fresh]);
    expect(await months(context)).not.toContainEqual(expect.objectContaining({ suffix }));
    expect(await partitionsOf(context, 'webhook_attempts')).not.toContain(suffix);
  });

  it('lets others write while a long transaction reads', async () => {
    const { environment, context, tenantId, ids, expiresMs } = await threeMonths();
    const reader = new pg.Client({ connectionString: environment.databaseUrl });
    await reader.connect();
    onTestFinished(() => reader.end());
    await reader.query(
      'BEGIN; SELECT FROM events; SELECT FROM webhook_deliveries; SELECT FROM webhook_attempts',
    );
    const done = enforceRetention(context.db, expiresMs);
    await expect.poll(() => context.db.query(WAITING, []), { interval: 10 }).toHaveLength(1);
    const [fresh] = await emit(context, tenantId);
    expect(await listDeliveries(context.db, tenantId, {}, { limit: 9 })).toMatchObject({
      deliveries: { length: expect.any(Number) },
    });
    await reader.query('COMMIT');
    await done;
    // This month is the one that was dropped: the clock has not moved for emit.
    expect((await eventIds(context)).filter((id) => id !== fresh)).toEqual(ids.slice(1));
  });

  it('nothing is resent whose event is past its retention', async () => {
    const { context, tenantId, ids } = await threeMonths();
    const [{ id }] = (await context.db.query('SELECT id FROM webhook_deliveries WHERE event_id = $1', [
      ids[0],
    ])) as [{ id: string }];
    await context.db.query("UPDATE events SET occurred_at = now() - interval '90 days' WHERE event_id = $1", [
      ids[0],
    ]);
    expect(await resend(context.db, OPERATOR, { tenantId, id })).toBe('unknown');
  });
});
