import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../server/accounts/audit/actor.ts';
import { readLowWatermark } from '../../../server/db/sql/low-watermark.ts';
import type { Context } from '../../../server/main/context.ts';
import type { EndpointKey } from '../../../server/webhooks/endpoint-key.ts';
import { advanceRecoveries } from '../../../server/webhooks/recovery/advance-recoveries.ts';
import { countRecoverable, type TimeRange } from '../../../server/webhooks/recovery/recoverable.ts';
import { findRecovery, type Recovery } from '../../../server/webhooks/recovery/recovery.ts';
import { startRecovery, stopRecovery } from '../../../server/webhooks/recovery/start-recovery.ts';
import { onServer } from '../../support/databases.ts';
import { explain, planCacheModes } from '../../support/explain.ts';
import { QueryRecorder } from '../../support/query-recorder.ts';
import { useEndpoint } from '../../support/test-endpoint.ts';
import { emit, inconsistentDeliveries, subscribed } from '../../support/webhook-fixtures.ts';
import {
  deliveriesOf,
  letTimePass,
  register,
  sendTest,
  switchEndpoint,
  useWorker,
} from '../../support/webhooks.ts';

const ALWAYS: TimeRange = { from: '2001-01-01T00:00:00Z', until: '2101-01-01T00:00:00Z' };

const missing = async (context: Context, key: EndpointKey, work: () => Promise<unknown>) => {
  await switchEndpoint(context, key, false);
  await work();
  await switchEndpoint(context, key, true);
};

/** Starts a recovery and waits until the low watermark has passed it. */
async function begin(context: Context, key: EndpointKey, range: TimeRange): Promise<Recovery> {
  const recovery = (await startRecovery(context.db, OPERATOR, key, range))!;
  const tooYoung = 'SELECT id FROM webhook_recoveries WHERE begins_after > $1';
  await expect.poll(async () => context.db.query(tooYoung, [await readLowWatermark(context.db)])).toEqual([]);
  return recovery;
}

/** An endpoint that responds 500 until `state.well` is true. */
async function broken() {
  const state = { well: false };
  const endpoint = await useEndpoint((res) => void res.writeHead(state.well ? 200 : 500).end());
  const made = await subscribed(endpoint.url);
  const { context, tenantId, worker, key } = made;
  const fail = async (): Promise<string> => {
    const [id] = await emit(context, tenantId);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await letTimePass(context, tenantId);
      await worker.tick();
    }
    return id!;
  };
  const miss = async (count = 1): Promise<string[]> => {
    let ids: string[] = [];
    await missing(context, key, async () => {
      ids = await emit(context, tenantId, 'product.created', count);
    });
    return ids;
  };
  const recover = async (range = ALWAYS) => begin(context, key, range);
  const progress = async (id: number) => (await findRecovery(context.db, key, id))!;
  const sent = (): string[] => endpoint.received.map(({ headers }) => String(headers['webhook-id']));
  return { ...made, state, endpoint, fail, miss, recover, progress, sent };
}

/** Runs ticks until nothing is due. */
async function drain(worker: { tick(): Promise<number> }): Promise<void> {
  while ((await worker.tick()) > 0);
}

describe('a recovery', () => {
  it('counts first, then sends failed and missed events, and reports its progress', async () => {
    const { context, key, state, fail, miss, recover, progress, sent, worker, endpoint } = await broken();
    const failed = await fail();
    const missed = await miss(2);
    expect(await countRecoverable(context.db, key, ALWAYS)).toMatchObject({ failed: 1, missed: 2 });
    expect(await deliveriesOf(context, key.tenantId)).toHaveLength(1);
    const { id, ...begun } = await recover();
    expect(begun).toMatchObject({ status: 'running', total: 3, resent: 0, missed: 0 });
    expect(await advanceRecoveries(context.db)).toBe(1);
    expect(await progress(id)).toMatchObject({ id, status: 'done', total: 3, resent: 1, missed: 2 });
    expect(await inconsistentDeliveries(context)).toEqual([]);
    state.well = true;
    endpoint.received.splice(0);
    await drain(worker);
    expect(sent().sort()).toEqual([failed, ...missed].sort());
    expect(await advanceRecoveries(context.db)).toBe(0);
    expect(await inconsistentDeliveries(context)).toEqual([]);
  });

  it('counts what it leaves alone, too: what was accepted, and what is still in the queue', async () => {
    const { context, tenantId, key, state, fail, miss, worker } = await broken();
    await fail();
    await miss(2);
    state.well = true;
    await emit(context, tenantId, 'product.created', 3);
    await worker.tick();
    state.well = false;
    await emit(context, tenantId);
    await worker.tick();
    await emit(context, tenantId);
    expect(await countRecoverable(context.db, key, ALWAYS)).toEqual({
      failed: 1,
      missed: 2,
      delivered: 3,
      waiting: 2,
      events: 8,
      exact: true,
    });
  });

  it('gives a FAILED delivery a new round of five attempts, whose numbers continue', async () => {
    const { context, tenantId, fail, recover, worker } = await broken();
    await fail();
    await recover();
    await advanceRecoveries(context.db);
    expect(await deliveriesOf(context, tenantId)).toMatchObject([{ status: 'PENDING', attempt_number: 5 }]);
    for (let attempt = 6; attempt <= 10; attempt += 1) {
      await letTimePass(context, tenantId);
      expect(await worker.tick()).toBe(1);
      expect(await deliveriesOf(context, tenantId)).toMatchObject([
        { status: attempt < 10 ? 'RETRYING' : 'FAILED', attempt_number: attempt },
      ]);
    }
    expect(await inconsistentDeliveries(context)).toEqual([]);
  });

  it('leaves deliveries alone that are SUCCESS, RETRYING or PENDING', async () => {
    const { context, tenantId, state, recover, progress, worker } = await broken();
    state.well = true;
    await emit(context, tenantId);
    await worker.tick();
    state.well = false;
    await emit(context, tenantId);
    await worker.tick();
    await emit(context, tenantId);
    const before = await deliveriesOf(context, tenantId);
    expect(before.map(({ status }) => status)).toEqual(['SUCCESS', 'RETRYING', 'PENDING']);
    const { id } = await recover();
    await advanceRecoveries(context.db);
    expect(await progress(id)).toMatchObject({ status: 'done', total: 0, resent: 0, missed: 0 });
    const still = (await deliveriesOf(context, tenantId)).map(({ wait_seconds, ...row }) => row);
    expect(still).toEqual(before.map(({ wait_seconds, ...row }) => row));
  });

  it('sends only events in its time range, whose end is exclusive', async () => {
    const { context, key, miss, recover } = await broken();
    const [before, first, last, after] = (await miss(4)) as [string, string, string, string];
    const day = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
    for (const [id, at] of [
      [before, `${day}T11:59:59.999Z`],
      [first, `${day}T12:00:00.000Z`],
      [last, `${day}T12:59:59.999Z`],
      [after, `${day}T13:00:00.000Z`],
    ])
      await context.db.query('UPDATE events SET occurred_at = $2 WHERE event_id = $1', [id, at]);
    const range = { from: `${day}T09:00:00-03:00`, until: `${day}T13:00:00Z` };
    expect(await countRecoverable(context.db, key, range)).toMatchObject({ failed: 0, missed: 2 });
    expect(await recover(range)).toMatchObject({ total: 2 });
    await advanceRecoveries(context.db);
    expect(await queued(context)).toEqual([first, last].sort());
  });

  it('sends only subscribed kinds, only to its endpoint, and no test events', async () => {
    const { environment, context, tenantId, key, endpoint, miss, recover } = await broken();
    await register(context, tenantId, endpoint.url, ['order.created']);
    const other = await environment.tenant();
    await emit(context, other.tenantId);
    await sendTest(context, key, 'product.created');
    await context.db.query(`DELETE FROM webhook_queue`, []);
    await context.db.query(`UPDATE webhook_deliveries SET status = 'FAILED'`, []);
    await missing(context, key, () => emit(context, tenantId, 'product.deleted'));
    const missed = await miss();
    expect(await countRecoverable(context.db, key, ALWAYS)).toMatchObject({ failed: 0, missed: 1 });
    await recover();
    await advanceRecoveries(context.db);
    expect(await queued(context)).toEqual(missed);
  });

  it('sends events from before the endpoint existed', async () => {
    const { context, tenantId, endpoint } = await broken();
    const events = await emit(context, tenantId, 'customer.created', 3);
    const late = await register(context, tenantId, endpoint.url, ['customer.created']);
    await begin(context, { tenantId, id: late.id }, ALWAYS);
    await advanceRecoveries(context.db);
    expect(await queued(context)).toEqual([...events].sort());
  });

  it('is refused while another recovery is running or the endpoint is inactive', async () => {
    const { environment, context, key, miss, recover } = await broken();
    await miss();
    await recover();
    expect(await startRecovery(context.db, OPERATOR, key, ALWAYS)).toBeUndefined();
    await advanceRecoveries(context.db);
    await switchEndpoint(context, key, false);
    expect(await startRecovery(context.db, OPERATOR, key, ALWAYS)).toBeUndefined();
    const other = await environment.tenant();
    const foreign = { tenantId: other.tenantId, id: key.id };
    expect(await startRecovery(context.db, OPERATOR, foreign, ALWAYS)).toBeUndefined();
  });

  it('starts only once when it is requested many times at once', async () => {
    const { context, key, miss } = await broken();
    await miss();
    for (let round = 0; round < 30; round += 1) {
      const asked = Array.from({ length: 8 }, () => startRecovery(context.db, OPERATOR, key, ALWAYS));
      const begun = (await Promise.all(asked)).filter((recovery) => recovery !== undefined);
      expect(begun).toHaveLength(1);
      await stopRecovery(context.db, OPERATOR, key, begun[0]!.id);
    }
  });

  it('waits for transactions that were open when it started', async () => {
    const { environment, context, tenantId, key, progress } = await broken();
    await switchEndpoint(context, key, false);
    const client = new pg.Client({
      connectionString: environment.databaseUrl,
      application_name: 'tradepost',
    });
    await client.connect();
    await client.query('BEGIN');
    await client.query(`SELECT emit_event($1, 'product.created', '{}')`, [tenantId]);
    await switchEndpoint(context, key, true);
    const { id } = (await startRecovery(context.db, OPERATOR, key, ALWAYS))!;
    expect(await advanceRecoveries(context.db)).toBe(0);
    expect(await progress(id)).toMatchObject({ status: 'running', missed: 0 });
    await client.query('COMMIT');
    await client.end();
    await expect.poll(() => advanceRecoveries(context.db)).toBe(1);
    expect(await progress(id)).toMatchObject({ status: 'done', missed: 1 });
  });
});

const queued = async ({ db }: Context): Promise<string[]> =>
  (
    await db.query<{ id: string }>('SELECT event_id AS id FROM webhook_queue ORDER BY event_id::text', [])
  ).map(({ id }) => id);

describe('a recovery of 1200 events', () => {
  it('advances in batches of 500 and continues after a restart', async () => {
    const { context, miss, recover, progress } = await broken();
    const events = await miss(1200);
    const { id, total } = await recover();
    expect(total).toBe(1200);
    const seen: number[] = [];
    for (let batch = 1; batch <= 3; batch += 1) {
      expect(await advanceRecoveries(context.db)).toBe(1);
      seen.push((await progress(id)).missed);
    }
    expect(seen).toEqual([500, 1000, 1200]);
    expect(await progress(id)).toMatchObject({ status: 'done' });
    expect(await queued(context)).toEqual([...events].sort());
  });

  it('sends nothing twice when several processes advance it at once', async () => {
    const { context, miss, recover, progress, state, worker, sent } = await broken();
    state.well = true;
    const events = await miss(1200);
    const { id } = await recover();
    while ((await progress(id)).status === 'running') {
      const advanced = await Promise.all(Array.from({ length: 6 }, () => advanceRecoveries(context.db)));
      expect(advanced.some((count) => count > 0)).toBe(true);
    }
    expect(await progress(id)).toMatchObject({ status: 'done', missed: 1200, resent: 0 });
    const workers = [worker, useWorker(context), useWorker(context)];
    await Promise.all(workers.map(drain));
    expect(sent().sort()).toEqual([...events].sort());
  }, 600_000);

  it('can be stopped halfway: queued deliveries are still sent, and another recovery sends the rest', async () => {
    const { context, tenantId, key, miss, recover, progress, state, worker, sent } = await broken();
    state.well = true;
    const events = await miss(1200);
    const { id } = await recover();
    await advanceRecoveries(context.db);
    await stopRecovery(context.db, OPERATOR, key, id);
    expect(await advanceRecoveries(context.db)).toBe(0);
    expect(await progress(id)).toMatchObject({ id, status: 'stopped', total: 1200, resent: 0, missed: 500 });
    await drain(worker);
    expect(sent()).toHaveLength(500);
    expect(await countRecoverable(context.db, key, ALWAYS)).toMatchObject({ failed: 0, missed: 700 });
    await recover();
    while ((await advanceRecoveries(context.db)) > 0);
    await drain(worker);
    expect(sent().sort()).toEqual([...events].sort());
    expect(await deliveriesOf(context, tenantId)).toHaveLength(1200);
  }, 600_000);
});

describe('a recovery among 100 000 events', () => {
  it('reads no more than a batch needs, however far it has advanced', async () => {
    const { environment, context, tenantId, key } = await subscribed('http://127.0.0.1:9/');
    // Without the service's limit of 8 s for a statement.
    await onServer(environment.databaseUrl, async (server) => {
      await server.query(
        `INSERT INTO events (tenant_id, kind, body, occurred_at)
       SELECT $1, CASE WHEN n % 4 = 0 THEN 'product.created' ELSE 'order.created' END, repeat('x', 400),
         date_trunc('hour', now() - interval '10 days') + n * interval '1 s' FROM generate_series(1, 100000) n`,
        [tenantId],
      );
      await server.query('VACUUM ANALYZE events, webhook_registrations, webhook_deliveries');
    });
    await begin(context, key, ALWAYS);
    const client = new pg.Client({ connectionString: environment.databaseUrl });
    await client.connect();
    try {
      for (let batch = 0; batch < 2; batch += 1) {
        const recorder = await context.db.transaction(async (tx) => {
          const recorder = new QueryRecorder(tx);
          await advanceRecoveries(recorder as never);
          return recorder;
        });
        const advance = recorder.queries.find(({ name }) => name === 'recovery: advance')!;
        for (const planned of planCacheModes(advance)) {
          const { scanned, sorted, buffers, shape } = await explain(client, advance, planned);
          expect(scanned, shape).not.toContain('events');
          expect(sorted, shape).toBeLessThanOrEqual(10_000);
          expect(buffers, shape).toBeLessThan(30_000);
        }
      }
    } finally {
      await client.end();
    }
  }, 600_000);
});
