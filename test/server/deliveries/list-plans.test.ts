import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../server/db/pool/database.ts';
import type { DeliveryFilter } from '../../../server/webhooks/log/delivery-filter.ts';
import { MAX_SCANNED } from '../../../server/webhooks/log/delivery-source.ts';
import { listDeliveries } from '../../../server/webhooks/log/list-deliveries.ts';
import { ownDatabase } from '../../support/databases.ts';
import { KEEP_STATISTICS, SPREAD_EVENT_ID } from '../../support/log-partitions.ts';
import { QueryRecorder } from '../../support/query-recorder.ts';
import { rowsRead } from '../../support/rows-read.ts';

/** TRADEPOST_DELIVERIES=1000000 is the size that the panel promises to be quick with. It takes a minute to fill. */
const COUNT = Number(process.env.TRADEPOST_DELIVERIES ?? 60_000);
const LIMIT = 50;
const RARE = 12;
const PARTITIONS = 3;
const TENANT = 1;

const TENANT_ROWS = `
  INSERT INTO tenants (tenant_id, name, plan, api_enabled, webhooks_enabled, api_rate_limit_rpm)
    SELECT g, 'Loja ' || g, 'Enterprise', true, true, 600 FROM generate_series(1, 2) g;
  INSERT INTO webhook_registrations (tenant_id, id, url, description, events, secret)
    SELECT 1, g, 'https://example.com', '', '{}', '' FROM generate_series(1, 3) g;
  ${KEEP_STATISTICS}`;
/** Deliveries number $1 to $2, a second apart. Every 4th is about an order; every 3rd is RETRYING. */
const EVENTS = `INSERT INTO events (tenant_id, event_id, kind, body, occurred_at, order_id)
  SELECT 1, ${SPREAD_EVENT_ID}, CASE WHEN g <= ${RARE} THEN 'product.deleted' WHEN g % 4 = 0 THEN 'order.created'
    ELSE 'customer.updated' END, '{"data":{"customer_id":77}}', '2026-05-01Z'::timestamptz + g * interval '1 s',
    CASE WHEN g % 4 = 0 THEN g / 8 END
  FROM generate_series($1::int, $2::int) g`;
const DELIVERIES = `INSERT INTO webhook_deliveries (tenant_id, id, event_id, registration_id, status, attempt_number, created_at)
  SELECT 1, delivery_id(event_id, 1), event_id, CASE WHEN g <= ${RARE} THEN 3 ELSE 1 + g % 2 END,
    CASE WHEN g <= $3 THEN 'FAILED' WHEN g % 3 = 0 THEN 'RETRYING' ELSE 'SUCCESS' END, 1,
    '2026-05-01Z'::timestamptz + g * interval '1 s'
  FROM generate_series($1::int, $2::int) g CROSS JOIN LATERAL (SELECT ${SPREAD_EVENT_ID} AS event_id) e`;

/** Statistics say that every delivery is FAILED, while 12 old ones of a million are. */
async function fill(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`SET session_replication_role = replica; ${TENANT_ROWS}`);
  await client.query(EVENTS, [1, COUNT]);
  await client.query(DELIVERIES, [1, 2000, 2000]);
  await client.query('VACUUM ANALYZE webhook_deliveries');
  await client.query(`DELETE FROM webhook_deliveries`);
  await client.query(DELIVERIES, [1, COUNT, RARE]);
  return client;
}

const FILTERS: readonly [name: string, filter: DeliveryFilter, shown: number][] = [
  ['all', {}, LIMIT],
  ['a rare status', { status: 'FAILED' }, RARE],
  ['a common status', { status: 'RETRYING' }, LIMIT],
  ['a rare endpoint', { endpointId: 3 }, RARE],
  ['a common endpoint', { endpointId: 1 }, LIMIT],
  ['an order', { orderId: 1000 }, 2],
  ['an event', { eventId: 'a0000000-0000-0000-0000-0000000000ff' }, 1],
  ['a time long ago', { until: '2026-05-01T01:00:00Z' }, LIMIT],
  ['a time long ago and a status', { until: '2026-05-01T00:00:11Z', status: 'FAILED' }, 10],
];
const SEARCHES: readonly [name: string, filter: DeliveryFilter, shown: number][] = [
  ['a common kind', { kind: 'order.created' }, LIMIT],
  ['a rare kind', { kind: 'product.deleted' }, 0],
  ['a rare kind and a common status', { kind: 'product.deleted', status: 'RETRYING' }, 0],
  ['a rare kind and a rare status', { kind: 'product.deleted', status: 'FAILED' }, RARE],
  ['the commonest status', { status: 'SUCCESS' }, LIMIT],
  ['a rare endpoint and a common status', { endpointId: 3, status: 'RETRYING' }, 0],
  ['nothing queued', { status: 'PENDING' }, 0],
  ['nothing dropped', { status: 'DROPPED', maxAttempts: 5 }, 0],
  ['what failed, told from it', { status: 'FAILED', maxAttempts: 5 }, RARE],
];

it(`reads little more of ${COUNT} deliveries than it shows, whatever the statistics say`, async () => {
  const own = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  onTestFinished(() => own.drop());
  const client = await fill(own.url);
  const db = openDatabase({ url: own.url, size: 1, preparedStatements: true, log: () => {} });
  onTestFinished(() => db.close());
  const read = async (filter: DeliveryFilter) => {
    const recorder = new QueryRecorder(db);
    const { deliveries } = await listDeliveries(recorder, TENANT, filter, { limit: LIMIT });
    const reads: Record<string, number>[] = [];
    for (const query of recorder.queries) {
      // Its three rows are on one page, which PostgreSQL may read whole for each delivery.
      const { webhook_registrations: _, ...tables } = await rowsRead(client, query);
      reads.push(tables);
    }
    const most = Math.max(...reads.flatMap((tables) => Object.values(tables)));
    return { shown: deliveries.length, most, reads };
  };
  for (const statistics of ['of another hour', 'of now']) {
    for (const [name, filter, shown] of FILTERS) {
      const found = await read(filter);
      const message = `${name}, statistics ${statistics}: ${JSON.stringify(found)}`;
      expect(found.shown, message).toBe(shown);
      expect(found.most, message).toBeLessThanOrEqual(2 * shown);
    }
    for (const [name, filter, shown] of SEARCHES) {
      const found = await read(filter);
      const message = `${name}, statistics ${statistics}: ${JSON.stringify(found)}`;
      expect(found.shown, message).toBe(shown);
      // Merging its partitions, PostgreSQL has the first row of each at hand.
      expect(found.most, message).toBeLessThanOrEqual(MAX_SCANNED + PARTITIONS);
    }
    await client.query('ANALYZE');
  }
}, 600_000);
