import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { plantFor } from '../contract/walk-rows.ts';
import { requestSamples } from '../contract-check/request-samples.ts';
import { onServer } from '../support/databases.ts';
import {
  type Exemption,
  missingRuns,
  NEVER_RUN,
  OF_TESTS,
  recordStatements,
} from '../support/statement-runs.ts';
import { openTestEnvironment, type TestEnvironment, type TestTenant } from '../support/test-environment.ts';
import { demoTenant } from './demo-tenant.ts';
import { sendExamples } from './send-examples.ts';
import { sendExports, sendLists } from './send-lists.ts';
import { orderTogether, sendLarge, sendRare } from './send-rare.ts';
import { dividedDatabase, letNextBeInFirstShard, readShardUses } from './shards.ts';

/** The statements of others than the API. Most of them work for all tenants at once. */
const NOT_OF_API: readonly Exemption[] = [
  OF_TESTS,
  NEVER_RUN,
  [/^start feed epoch$/, 'it begins the feeds of all tenants'],
  [/^notify workers$/, 'it reads no table, and belongs to the panel and the worker'],
  [/^wal position$/, 'it reads no table, and is only asked with replicas'],
  [/^(claim|complete|release) |^(add to endpoint hours|end expired deliveries)$/, 'the worker'],
  [/^find (expired leases|tenants with queued deliveries|Citus)$/, 'the worker, of all tenants'],
  [
    /^erasure: |^((list|count running) erasures|find customer of listed erasure)$/,
    'the worker, and commands',
  ],
  [/^add to (the activity of tenants|stored bytes)$/, 'they count for all tenants'],
  [/ log partitions?$|^drop |^delete (expired|surplus|old) /, 'retention'],
  [
    /^(count the queue by state|find the oldest due delivery|find the latest endpoints|find the fullest tenants)$/,
    'metrics and readiness',
  ],
  [/ to alert about$|alert e-mail|e-mails about|^settle alerts/, 'alerts'],
  [/^(recovery|resend): |^(find users by e-mail|fingerprint of deliveries|refused key prefixes)$/, 'panel'],
  [/^find (why deliveries fail|how endpoints keep up|(when a row of|events about a row) .*)$/, 'panel'],
];
/** Tables of the panel, of alerts and of the worker. */
const NOT_USED =
  'alert_emails alert_preferences alerts used_form_tokens user_links user_second_factors webhook_attempts webhook_endpoint_hours webhook_recoveries';

async function tenantInShard(environment: TestEnvironment): Promise<TestTenant> {
  await letNextBeInFirstShard(environment.context.db);
  return environment.tenant();
}

const ENDPOINT = `INSERT INTO webhook_registrations (tenant_id, url, description, secret, events)
  VALUES ($1, 'https://example.com', '', '', '{order.created,customer.created,product.updated}')`;

/** The demo's, with an endpoint. */
async function openDemo(environment: TestEnvironment): Promise<TestTenant> {
  const { db } = environment.context;
  await letNextBeInFirstShard(db);
  const tenant = await demoTenant(environment, () => tenantInShard(environment));
  await db.query(ENDPOINT, [tenant.tenantId]);
  return tenant;
}

async function openDivided(): Promise<TestEnvironment> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tradepost-divided-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const database = await dividedDatabase();
  // With DATABASE_URL, the rate limit is counted in PostgreSQL.
  const env = { TRADEPOST_DATA_DIR: folder, DATABASE_URL: database.url };
  return openTestEnvironment({ database, env });
}

it('uses one shard only, whatever a tenant requests, with every statement of the API', {
  timeout: 600_000,
}, async () => {
  const environment = await openDivided();
  const ran = recordStatements();
  const demo = await openDemo(environment);
  await sendRare(demo);
  await sendLists(demo);
  await sendExports(demo);
  await orderTogether(await tenantInShard(environment), environment, ran);
  await sendLarge(demo, environment);
  for (const sample of requestSamples)
    await sendExamples(sample, async () => {
      const tenant = await tenantInShard(environment);
      await plantFor(sample, environment, tenant.tenantId);
      return tenant;
    });
  await environment.close();
  expect(missingRuns(ran(), NOT_OF_API)).toEqual([]);
  const url = environment.databaseUrl;
  const uses = await readShardUses(url);
  expect(uses.filter(({ others }) => others > 0)).toEqual([]);
  // What is counted would show a statement that isn't about one tenant.
  expect(uses.filter(({ own }) => own === 0).map(({ table }) => table)).toEqual(NOT_USED.split(' '));
  await onServer(url, (client) => client.query('SELECT count(*) FROM orders'));
  expect((await readShardUses(url)).filter(({ others }) => others > 0)).toMatchObject([{ table: 'orders' }]);
});
