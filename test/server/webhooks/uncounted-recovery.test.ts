import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { OPERATOR } from '../../../server/accounts/audit/actor.ts';
import { advanceRecoveries } from '../../../server/webhooks/recovery/advance-recoveries.ts';
import { countRecoverable, MAX_EVENTS_COUNTED } from '../../../server/webhooks/recovery/recoverable.ts';
import { findRecovery } from '../../../server/webhooks/recovery/recovery.ts';
import { startRecovery } from '../../../server/webhooks/recovery/start-recovery.ts';
import { explain, planCacheModes } from '../../support/explain.ts';
import { ANALYZE_FILLED } from '../../support/log-partitions.ts';
import { QueryRecorder } from '../../support/query-recorder.ts';
import { rowsRead } from '../../support/rows-read.ts';
import { subscribed } from '../../support/webhook-fixtures.ts';

const ALWAYS = { from: '2001-01-01T00:00:00Z', until: '2101-01-01T00:00:00Z' };
/** A tenth more than are counted. Every other one is of the kind that the endpoint subscribes to. */
const EVENTS = MAX_EVENTS_COUNTED + 10_000;

/** Within the retention: ten days ago. */
const START = new Date(Math.floor(Date.now() / 3_600_000 - 240) * 3_600_000);
const hour = (n: number): string => new Date(START.getTime() + n * 3_600_000).toISOString();

const INSERT = `INSERT INTO events (tenant_id, kind, body, occurred_at)
  SELECT $1, CASE WHEN n % 2 = 0 THEN 'product.created' ELSE 'order.created' END, '{}',
    '${START.toISOString()}'::timestamptz + n * interval '250 ms' FROM generate_series($2::int, $3::int) n`;

/** Statistics date from when there were a hundredth of them. */
async function withManyEvents() {
  const made = await subscribed('http://127.0.0.1:9/');
  // Its own connections end a statement after 10 s.
  const client = new pg.Client({ connectionString: made.environment.databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(INSERT, [made.tenantId, 1, EVENTS / 100]);
  await client.query(ANALYZE_FILLED);
  await client.query(INSERT, [made.tenantId, EVENTS / 100 + 1, EVENTS]);
  return { ...made, client };
}

/** Before and after PostgreSQL has looked at the table. */
async function expectBoundedReads({ context, key, client }: Awaited<ReturnType<typeof withManyEvents>>) {
  for (const statistics of ['of another hour', 'of now']) {
    const recorder = new QueryRecorder(context.db);
    await countRecoverable(recorder, key, ALWAYS);
    const last = recorder.queries.at(-1)!;
    expect((await rowsRead(client, last)).events, statistics).toBeLessThanOrEqual(10_000);
    for (const planned of planCacheModes(last)) {
      const { scanned, shape } = await explain(client, last, planned);
      expect(scanned, `${statistics}: ${shape}`).not.toContain('events');
    }
    await client.query('VACUUM ANALYZE events, webhook_deliveries');
  }
}

it('counts a range with more events than are counted as far as the limits go, by reads of a batch, and recovers it without a total', async () => {
  const made = await withManyEvents();
  const { context, key } = made;
  const counted = await countRecoverable(context.db, key, ALWAYS);
  expect(counted).toMatchObject({ failed: 0, exact: false, missed: counted.events / 2 });
  expect(counted.missed).toBeGreaterThan(0);
  expect(counted.events).toBeLessThanOrEqual(MAX_EVENTS_COUNTED);
  // Four events a second.
  const part = { from: hour(1), until: hour(2) };
  expect(await countRecoverable(context.db, key, part)).toMatchObject({
    events: 14_400,
    missed: 7_200,
    exact: true,
  });
  await expectBoundedReads(made);
  const { id, total } = (await startRecovery(context.db, OPERATOR, key, ALWAYS))!;
  expect(total).toBeNull();
  await expect.poll(() => advanceRecoveries(context.db), { timeout: 90_000 }).toBe(1);
  expect(await findRecovery(context.db, key, id)).toMatchObject({
    status: 'running',
    total: null,
    missed: 500,
    reachedAt: expect.stringMatching(`^${hour(0).slice(0, 14)}`),
  });
}, 600_000);
