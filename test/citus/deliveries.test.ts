import { expect, it, onTestFinished, vi } from 'vitest';
import { openWorkerDatabase, warmUpConnections } from '../../server/main/roles/worker-database.ts';
import { watch } from '../../server/webhooks/alerts/watch.ts';
import { HealthRecorder } from '../../server/webhooks/endpoints/health-recorder.ts';
import { pulsesOf } from '../../server/webhooks/endpoints/pulse.ts';
import { claimNextTenants } from '../../server/webhooks/queue/claim.ts';
import { lateEndpoints, oldestDueSeconds, queueState } from '../../server/webhooks/queue/queue-state.ts';
import { releaseDeliveries } from '../../server/webhooks/queue/release.ts';
import { dropOldPartitions } from '../../server/webhooks/retention/drop-partitions.ts';
import { dropDeletedDeliveries, endExpiredDeliveries } from '../../server/webhooks/retention/drop-queued.ts';
import { purgeDeletedEndpoints } from '../../server/webhooks/retention/purge-endpoints.ts';
import { enforceRetention } from '../../server/webhooks/retention/retention.ts';
import { accept, useEndpoint } from '../support/test-endpoint.ts';
import { useTestEnvironment } from '../support/test-environment.ts';
import { inconsistentDeliveries } from '../support/webhook-fixtures.ts';
import { deliveriesOf, letTimePass, openWorker, register } from '../support/webhooks.ts';

const onCluster = it.skipIf(!process.env.TRADEPOST_CITUS);
const DAY_MS = 86_400_000;

/** Shops whose endpoint hears of orders, and a worker on connections of its own. `state.status` is what the endpoint answers. */
async function shops(count: number) {
  const environment = await useTestEnvironment();
  const { context } = environment;
  const state = { status: 500 };
  const endpoint = await useEndpoint((res) => void res.writeHead(state.status).end());
  const db = openWorkerDatabase(context);
  onTestFinished(() => db.close());
  await warmUpConnections(db);
  const health = new HealthRecorder(db, () => Date.now());
  const { worker, close } = openWorker({ ...context, db }, health);
  onTestFinished(close);
  const tenants = await Promise.all(Array.from({ length: count }, () => environment.tenant()));
  for (const { tenantId } of tenants)
    await register(context, tenantId, endpoint.url, ['order.created', 'order.status_changed']);
  return { environment, context, db, state, endpoint, tenants, worker, health };
}

type Shop = Awaited<ReturnType<typeof shops>>;

async function placeOrder({ tp }: Shop['tenants'][number], sku: string): Promise<void> {
  const product = await tp.products.create({ name: 'Café', sku, price: 39.9, track_stock: false });
  const customer = await tp.customers.create({ type: 'person', name: `Maria ${sku}` });
  await tp.orders.create({ customer_id: customer.id, items: [{ product_id: product.id, quantity: 1 }] });
}

onCluster('orders of several tenants are delivered, retried, released and swept', async () => {
  const shop = await shops(6);
  const { context, db, state, endpoint, tenants, worker } = shop;
  await Promise.all(tenants.map((tenant) => placeOrder(tenant, 'A')));
  expect(await worker.tick()).toBe(6);
  const states = async () =>
    (await Promise.all(tenants.map(({ tenantId }) => deliveriesOf(context, tenantId)))).map((deliveries) =>
      deliveries.map(({ status, attempt_number }) => `${status} ${attempt_number}`),
    );
  expect(await states()).toEqual(tenants.map(() => ['RETRYING 1']));
  for (const { tenantId } of tenants) await letTimePass(context, tenantId);
  const capacity = { maxDeliveries: 100, endpointIds: [], allowances: [], defaultAllowance: 10 };
  const { deliveries } = await claimNextTenants(db, 0, capacity);
  expect(deliveries).toHaveLength(6);
  await releaseDeliveries(db, deliveries.slice(0, 2));
  await db.query(
    "UPDATE webhook_queue SET leased_until = now() - interval '1 s' WHERE lease_token IS NOT NULL",
    [],
  );
  state.status = 204;
  expect(await worker.tick()).toBe(6);
  expect((await states()).flat().sort()).toEqual([
    ...Array(2).fill('SUCCESS 2'),
    ...Array(4).fill('SUCCESS 3'),
  ]);
  expect(endpoint.received).toHaveLength(12);
  expect(await inconsistentDeliveries(context)).toEqual([]);
  expect(await db.query('SELECT FROM webhook_queue', [])).toEqual([]);
});

onCluster('a worker that runs by itself sends what is committed', async () => {
  const environment = await useTestEnvironment({ roles: ['api', 'worker'] });
  const endpoint = await useEndpoint(accept);
  const tenant = await environment.tenant();
  await register(environment.context, tenant.tenantId, endpoint.url, ['order.created']);
  await placeOrder(tenant, 'A');
  await vi.waitFor(() => expect(endpoint.received).toHaveLength(1), { timeout: 10_000 });
});

onCluster('what the operator sees, alerts and the counts of endpoints', async () => {
  const shop = await shops(3);
  const { context, db, tenants, worker, health } = shop;
  const { log } = context;
  await Promise.all(tenants.map((tenant) => placeOrder(tenant, 'A')));
  await worker.tick();
  await health.flush();
  expect(await queueState(db)).toEqual({ due: 0, later: 3, leased: 0, inactive: 0 });
  for (const { tenantId } of tenants) await letTimePass(context, tenantId);
  expect(await queueState(db)).toEqual({ due: 3, later: 0, leased: 0, inactive: 0 });
  expect(await oldestDueSeconds(db)).toBe(0);
  expect(await lateEndpoints(db)).toEqual([]);
  const failing =
    "UPDATE webhook_registrations SET failing_since = now() - interval '3 h', failed_attempts = 20";
  await db.query(failing, []);
  await watch({ db: context.db, log, emails: true });
  const open = 'SELECT kind FROM alerts WHERE closed_at IS NULL';
  expect(await db.query(open, [])).toEqual(Array(3).fill({ kind: 'endpoint_failing' }));
  await db.query('UPDATE webhook_registrations SET failing_since = NULL, failed_attempts = 0', []);
  await watch({ db: context.db, log, emails: true });
  await db.query("UPDATE alerts SET recovering_since = now() - interval '1 h'", []);
  await watch({ db: context.db, log, emails: true });
  expect(await db.query(open, [])).toEqual([]);
  expect((await pulsesOf(db, tenants[0]!.tenantId)).size).toBe(1);
});

onCluster('retention ends what waits for too long, and what is of deleted endpoints', async () => {
  const shop = await shops(3);
  const { context, db, tenants } = shop;
  await Promise.all(tenants.map((tenant) => placeOrder(tenant, 'A')));
  await db.query(
    `UPDATE webhook_registrations SET active = false, deleted_at = now(), secret = NULL WHERE tenant_id = $1`,
    [tenants[0]!.tenantId],
  );
  expect(await dropDeletedDeliveries(context.db)).toBe(1);
  expect(await purgeDeletedEndpoints(context.db)).toBe(0);
  expect(await enforceRetention(context.db, Date.now() + 60 * DAY_MS)).toBe(0);
  expect(await db.query('SELECT FROM webhook_queue', [])).toHaveLength(2);
  expect(await endExpiredDeliveries(context.db, Date.now() + 130 * DAY_MS)).toBe(2);
  expect(await db.query('SELECT FROM webhook_queue', [])).toEqual([]);
  expect(await db.query('SELECT FROM events', [])).not.toEqual([]);
  expect(await dropOldPartitions(context.owner, Date.now() + 200 * DAY_MS)).toBeGreaterThan(0);
  expect(await db.query('SELECT FROM events', [])).toEqual([]);
  expect(await db.query('SELECT FROM webhook_attempts', [])).toEqual([]);
});
