import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../server/db/pool/database.ts';
import type { DeliveryFilter } from '../../../server/webhooks/log/delivery-filter.ts';
import { listDeliveries } from '../../../server/webhooks/log/list-deliveries.ts';
import { ownDatabase } from '../../support/databases.ts';
import { KEEP_STATISTICS, SPREAD_EVENT_ID } from '../../support/log-partitions.ts';
import { QueryRecorder } from '../../support/query-recorder.ts';
import { rowsRead } from '../../support/rows-read.ts';

/** TRADEPOST_DELIVERIES=1000000 is the size that the panel promises to be quick with. */
const COUNT = Number(process.env.TRADEPOST_DELIVERIES ?? 20_000);
const LIMIT = 50;
const HELD = 2_000;
/** Statistics of another hour are of a log that was shorter. */
const EARLIER = COUNT / 2;

/** Endpoints 3, 4 and 5 are off. */
const TENANT_ROWS = `
  SET session_replication_role = replica;
  INSERT INTO tenants (tenant_id, name, plan, api_enabled, webhooks_enabled, api_rate_limit_rpm)
    VALUES (1, 'Loja', 'Enterprise', true, true, 600);
  INSERT INTO webhook_registrations (tenant_id, id, url, description, events, secret, active)
    SELECT 1, g, 'https://example.com', '', '{}', '', g <= 2 FROM generate_series(1, 5) g;
  ${KEEP_STATISTICS}`;
const EVENTS = `INSERT INTO events (tenant_id, event_id, kind, body, occurred_at)
  SELECT 1, ${SPREAD_EVENT_ID}, 'product.created', '{}', '2026-05-01Z'::timestamptz + g * interval '1 s'
  FROM generate_series($1::int, $2::int) g`;
/** Twelve of endpoint 5 are held since long ago, and the newest of endpoints 3 and 4. */
const DELIVERIES = `INSERT INTO webhook_deliveries (tenant_id, id, event_id, registration_id, status, attempt_number, created_at)
  SELECT 1, delivery_id(event_id, 1), event_id,
    CASE WHEN g % 500 = 0 AND g <= 6000 THEN 5 ELSE 1 + g % 4 END,
    CASE WHEN g % 500 = 0 AND g <= 6000 THEN 'PENDING' WHEN g % 4 >= 2 AND g > ${COUNT - HELD} THEN 'RETRYING'
      ELSE 'SUCCESS' END, 1, '2026-05-01Z'::timestamptz + g * interval '1 s'
  FROM generate_series($1::int, $2::int) g CROSS JOIN LATERAL (SELECT ${SPREAD_EVENT_ID} AS event_id) e`;
const QUEUE = `INSERT INTO webhook_queue (tenant_id, delivery_id, registration_id, event_id)
  SELECT tenant_id, id, registration_id, event_id FROM webhook_deliveries WHERE status IN ('PENDING', 'RETRYING')`;

async function fill(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(TENANT_ROWS);
  await client.query(EVENTS, [1, COUNT]);
  await client.query(DELIVERIES, [1, EARLIER]);
  await client.query('ANALYZE');
  await client.query(DELIVERIES, [EARLIER + 1, COUNT]);
  await client.query(QUEUE);
  return client;
}

const FILTERS: readonly [name: string, filter: DeliveryFilter, shown: number][] = [
  ['all', { status: 'HELD' }, LIMIT],
  ['of an endpoint with many', { status: 'HELD', endpointId: 3 }, LIMIT],
  ['few and long ago', { status: 'HELD', endpointId: 5 }, 12],
];

it(`what is held is found among ${COUNT} deliveries by reading little more than is shown`, async () => {
  const own = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  onTestFinished(() => own.drop());
  const client = await fill(own.url);
  const db = openDatabase({ url: own.url, size: 1, preparedStatements: true, log: () => {} });
  onTestFinished(() => db.close());
  for (const statistics of ['of another hour', 'of now']) {
    for (const [name, filter, shown] of FILTERS) {
      const recorder = new QueryRecorder(db);
      const { deliveries } = await listDeliveries(recorder, 1, filter, { limit: LIMIT });
      const reads: Record<string, number>[] = [];
      for (const query of recorder.queries) {
        // Its few rows are on one page, which PostgreSQL may read whole for each delivery.
        const { webhook_registrations: _, ...tables } = await rowsRead(client, query);
        reads.push(tables);
      }
      const message = `${name}, statistics ${statistics}: ${JSON.stringify(reads)}`;
      expect(deliveries.length, message).toBe(shown);
      expect(Math.max(...reads.flatMap((tables) => Object.values(tables))), message).toBeLessThanOrEqual(
        2 * shown,
      );
    }
    await client.query('ANALYZE');
  }
}, 600_000);
