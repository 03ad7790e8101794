import { expect, inject, it, onTestFinished } from 'vitest';
import { asking } from '../contract/ask-sample.ts';
import { plantFor } from '../contract/walk-rows.ts';
import { requestSamples } from '../contract-check/request-samples.ts';
import { TEMPLATE } from '../support/database-server.ts';
import { onServer, ownDatabase } from '../support/databases.ts';
import { openTestEnvironment, type TestEnvironment } from '../support/test-environment.ts';
import { FIRST_SHARD, PARTITIONS, partitionByTenant } from './partition-by-tenant.ts';

/** Lets the next tenant be one of the first shard. */
const NEXT_IN_SHARD = `SELECT setval('tenants_tenant_id_seq', id, false)
  FROM (SELECT last_value + g AS id FROM tenants_tenant_id_seq, generate_series(1, 1000) g) next
  WHERE satisfies_hash_partition('orders'::regclass, ${PARTITIONS}, 0, id::int) LIMIT 1`;

/** What was read of the shards where no tenant is. */
const STRAYED = `SELECT relname AS shard FROM pg_stat_user_tables
  WHERE relname ~ '_10\\d{4}$' AND relname !~ '_${FIRST_SHARD}$' AND seq_scan + coalesce(idx_scan, 0) > 0 ORDER BY 1`;

async function openPartitioned(): Promise<TestEnvironment> {
  const database = await ownDatabase(inject('serverUrl'), TEMPLATE);
  onTestFinished(() => database.drop());
  await onServer(database.url, async (client) => {
    await partitionByTenant(client);
    // Counts what the division itself has read, so that it can be forgotten.
    await client.query('SELECT pg_stat_force_next_flush()');
    await client.query('SELECT pg_stat_reset()');
  });
  return openTestEnvironment({ database });
}

it('reads one shard only, whatever a tenant requests', { timeout: 240_000 }, async () => {
  const environment = await openPartitioned();
  for (const sample of requestSamples) {
    await environment.context.db.query(NEXT_IN_SHARD, []);
    const tenant = await environment.tenant();
    await plantFor(sample, environment, tenant.tenantId);
    const response = await asking(sample)(tenant);
    expect(response.ok, `${sample.operationId}: ${await response.text()}`).toBe(true);
  }
  await environment.close(); // a connection reports what it has read at its end, at the latest
  expect(
    await onServer(environment.databaseUrl, async (client) => (await client.query(STRAYED)).rows),
  ).toEqual([]);
});
