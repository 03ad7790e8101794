import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { LOCK_TIMEOUT_MS } from '../../../server/db/migrate/lock-retries.ts';
import { migrate } from '../../../server/db/migrate/migrate.ts';
import * as logPartitions from '../../../server/db/migrations/038-log-partitions.ts';
import { migrations } from '../../../server/db/migrations/index.ts';
import type { Migration } from '../../../server/db/migrations/migration.ts';
import { ownDatabase } from '../../support/databases.ts';

const before = migrations.slice(0, (migrations as readonly Migration[]).indexOf(logPartitions));
const EVENTS = 3_000;
const FILL = `
  INSERT INTO tenants (tenant_id, name, plan, api_enabled, webhooks_enabled, api_rate_limit_rpm)
    SELECT g, 'Loja ' || g, 'Enterprise', true, true, 600 FROM generate_series(1, 2) g;
  INSERT INTO webhook_registrations (tenant_id, id, url, description, events, secret)
    SELECT g, g, 'https://example.com', '', '{product.deleted}', '' FROM generate_series(1, 2) g;
  SELECT emit_event(1 + g % 2, 'product.deleted', '{"product_id":1}') FROM generate_series(1, ${EVENTS}) g;
  INSERT INTO webhook_attempts (tenant_id, delivery_id, number, outcome)
    SELECT tenant_id, delivery_id, 1, 'accepted' FROM webhook_queue WHERE registration_id = 1;
  DELETE FROM webhook_queue WHERE registration_id = 1;
  UPDATE webhook_deliveries SET status = 'SUCCESS', attempt_number = 1 WHERE registration_id = 1;
  WITH numbered AS (SELECT tenant_id, event_id, row_number() OVER (PARTITION BY tenant_id ORDER BY position) AS n FROM events)
  UPDATE events e SET feed_position = n FROM numbered d WHERE e.tenant_id = d.tenant_id AND e.event_id = d.event_id`;

/** As the previous release writes a result: by the primary key. */
const COMPLETE = `INSERT INTO webhook_deliveries (tenant_id, id, event_id, registration_id, status, attempt_number)
  SELECT tenant_id, id, event_id, registration_id, 'FAILED', 5 FROM webhook_deliveries WHERE tenant_id = 2 ORDER BY created_at LIMIT 1
  ON CONFLICT (tenant_id, id) DO UPDATE SET (status, attempt_number) = ROW (excluded.status, excluded.attempt_number)`;
const ATTEMPT = `INSERT INTO webhook_attempts (tenant_id, delivery_id, number, outcome)
  SELECT tenant_id, id, 5, 'refused' FROM webhook_deliveries WHERE tenant_id = 2 ORDER BY created_at LIMIT 1
  ON CONFLICT (tenant_id, delivery_id, number) DO UPDATE SET outcome = excluded.outcome`;

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

const COUNTS = `SELECT (SELECT count(*)::int FROM events) AS events, (SELECT count(*)::int FROM webhook_deliveries) AS deliveries,
  (SELECT count(DISTINCT (tenant_id, event_id))::int FROM webhook_deliveries) AS distinct_deliveries,
  (SELECT count(*)::int FROM events_random_ids) AS before, (SELECT count(DISTINCT position)::int FROM events) AS positions`;

it('migration 038 divides a log in use: nothing is lost, and no writer waits longer than for a lock', async () => {
  const { url, drop } = await ownDatabase(inject('serverUrl'), 'template0');
  onTestFinished(drop);
  await migrate(url, { migrations: before });
  const db = await connect(url);
  await db.query(FILL);
  const toc = `SELECT relfilenode FROM pg_class WHERE relname = $1`;
  const file = (await db.query(toc, ['events'])).rows;
  let migrating = true;
  let longestMs = 0;
  const write = async (tenantId: number, statements: readonly string[]): Promise<number> => {
    const client = await connect(url);
    let written = 0;
    for (; migrating || written < 20; written += 1) {
      const startedAt = performance.now();
      await client.query(`SELECT emit_event(${tenantId}, 'product.deleted', '{"product_id":2}')`);
      for (const statement of statements) await client.query(statement);
      longestMs = Math.max(longestMs, performance.now() - startedAt);
    }
    return written;
  };
  const writers = Promise.all([write(1, []), write(2, [COMPLETE, ATTEMPT])]);
  await migrate(url).finally(() => {
    migrating = false;
  });
  const written = (await writers).reduce((sum, count) => sum + count, 0);
  expect(longestMs).toBeLessThan(LOCK_TIMEOUT_MS * 6);
  const events = EVENTS + written;
  const { rows } = await db.query(COUNTS);
  expect(rows[0]).toMatchObject({
    events,
    deliveries: events,
    distinct_deliveries: events,
    positions: events,
  });
  expect(rows[0].before).toBeGreaterThanOrEqual(EVENTS);
  expect(rows[0].before).toBeLessThan(events);
  expect((await db.query(toc, ['events_random_ids'])).rows).toEqual(file);
  expect((await db.query(`SELECT max(position) AS last FROM events_random_ids`)).rows[0].last).not.toBeNull();
  // An event from before has one delivery to an endpoint, however often it is delivered.
  const again = `SELECT sum(deliver_event(tenant_id, event_id, ARRAY[registration_id]))::int AS sum FROM webhook_deliveries`;
  expect((await db.query(again)).rows).toEqual([{ sum: 0 }]);
});
