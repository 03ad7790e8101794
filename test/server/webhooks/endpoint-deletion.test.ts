import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../server/accounts/audit/actor.ts';
import type { Context } from '../../../server/main/context.ts';
import { type EndpointKey, findEndpointKey } from '../../../server/webhooks/endpoint-key.ts';
import { deleteEndpoint } from '../../../server/webhooks/endpoints/delete-endpoint.ts';
import { findEndpoint, listEndpoints } from '../../../server/webhooks/endpoints/find-endpoints.ts';
import { HealthRecorder } from '../../../server/webhooks/endpoints/health-recorder.ts';
import { countSecrets } from '../../../server/webhooks/endpoints/reencrypt-secrets.ts';
import { oldestDueSeconds, queueState } from '../../../server/webhooks/queue/queue-state.ts';
import { findRecovery } from '../../../server/webhooks/recovery/recovery.ts';
import { startRecovery } from '../../../server/webhooks/recovery/start-recovery.ts';
import { dropDeletedDeliveries } from '../../../server/webhooks/retention/drop-queued.ts';
import { purgeDeletedEndpoints } from '../../../server/webhooks/retention/purge-endpoints.ts';
import { deleteOldEvents } from '../../../server/webhooks/retention/retention.ts';
import { useRandomIds } from '../../support/log-partitions.ts';
import { useEndpoint } from '../../support/test-endpoint.ts';
import { emit, inconsistentDeliveries, subscribed } from '../../support/webhook-fixtures.ts';
import { deliveriesOf, letTimePass, sendTest, switchEndpoint } from '../../support/webhooks.ts';

const remove = ({ db }: Context, key: EndpointKey) =>
  db.transaction((tx) => deleteEndpoint(tx, OPERATOR, key));

describe('a deleted endpoint', () => {
  it('is sent nothing more: what waits is dropped in batches, and no event makes new deliveries', async () => {
    const endpoint = await useEndpoint();
    const { context, tenantId, key, worker } = await subscribed(endpoint.url);
    await emit(context, tenantId, 'product.created', 1_200);
    expect(await remove(context, key)).toMatchObject({ url: endpoint.url });
    expect(await worker.tick()).toBe(0);
    expect(await queueState(context.db)).toEqual({ due: 0, later: 0, leased: 0, inactive: 0 });
    expect(await oldestDueSeconds(context.db)).toBe(0);
    expect(await dropDeletedDeliveries(context.db)).toBe(1_200);
    await emit(context, tenantId);
    expect(await dropDeletedDeliveries(context.db)).toBe(0);
    const statuses = (await deliveriesOf(context, tenantId)).map(({ status }) => status);
    expect([statuses.length, new Set(statuses)]).toEqual([1_200, new Set(['FAILED'])]);
    expect(await inconsistentDeliveries(context)).toEqual([]);
    expect(endpoint.received).toEqual([]);
  }, 600_000);

  it('keeps the history of what was sent, and has no secret anymore', async () => {
    const endpoint = await useEndpoint();
    const { context, tenantId, key, worker } = await subscribed(endpoint.url);
    await emit(context, tenantId);
    await worker.tick();
    await remove(context, key);
    await dropDeletedDeliveries(context.db);
    expect(await deliveriesOf(context, tenantId)).toMatchObject([
      { status: 'SUCCESS', response_status: 204 },
    ]);
    const kept = 'SELECT url, active, secret, previous_secret FROM webhook_registrations';
    expect(await context.db.query(kept, [])).toEqual([
      { url: endpoint.url, active: false, secret: null, previous_secret: null },
    ]);
    expect(await countSecrets(context.db, context.box)).toEqual({ current: 0, previous: 0, unreadable: 0 });
  });

  it('has the result of a request that was on the way written; its retry is dropped', async () => {
    let removed: Promise<unknown> = Promise.resolve();
    const endpoint = await useEndpoint((res) => {
      removed = remove(context, key).then(() => dropDeletedDeliveries(context.db));
      void removed.then(() => res.writeHead(500).end());
    });
    const { context, tenantId, key, worker } = await subscribed(endpoint.url);
    await emit(context, tenantId);
    await worker.tick();
    await removed;
    expect(await deliveriesOf(context, tenantId)).toMatchObject([
      { status: 'RETRYING', attempt_number: 1, response_status: 500 },
    ]);
    expect(await dropDeletedDeliveries(context.db)).toBe(1);
    await letTimePass(context, tenantId);
    expect(await worker.tick()).toBe(0);
    expect(await deliveriesOf(context, tenantId)).toMatchObject([{ status: 'FAILED', attempt_number: 1 }]);
    expect(await inconsistentDeliveries(context)).toEqual([]);
  });

  it('is unknown to everything else, and its recovery stops', async () => {
    const { context, tenantId, key } = await subscribed('http://127.0.0.1:9/');
    const range = { from: '2001-01-01T00:00:00Z', until: '2101-01-01T00:00:00Z' };
    await emit(context, tenantId, 'order.created');
    const recovery = await startRecovery(context.db, OPERATOR, key, range);
    await remove(context, key);
    expect(await findRecovery(context.db, key, recovery!.id)).toMatchObject({ status: 'stopped' });
    expect([
      await remove(context, key),
      await findEndpoint(context.db, key),
      await findEndpointKey(context.db, key.id),
      await switchEndpoint(context, key, true),
      await sendTest(context, key, 'order.created'),
      await startRecovery(context.db, OPERATOR, key, range),
    ]).toEqual(Array.from({ length: 6 }, () => undefined));
    expect(await listEndpoints(context.db, tenantId)).toEqual([]);
  });

  it("of another tenant can't be deleted", async () => {
    const { environment, context, key } = await subscribed('http://127.0.0.1:9/');
    const { tenantId } = await environment.tenant();
    expect(await remove(context, { tenantId, id: key.id })).toBeUndefined();
    expect(await findEndpoint(context.db, key)).toMatchObject({ active: true });
  });
});

describe('the row of a deleted endpoint', () => {
  const rows = async ({ db }: Context, table: string): Promise<number> =>
    (await db.query(`SELECT FROM ${table}`, [])).length;
  const deletedFor = ({ db }: Context, { id }: EndpointKey, interval: string) =>
    db.query('UPDATE webhook_registrations SET deleted_at = now() - $2::interval WHERE id = $1', [
      id,
      interval,
    ]);

  it('is purged with all that hangs on it, 90 days after the deletion and once its deliveries are gone', async () => {
    const { context, tenantId, key } = await subscribed('http://127.0.0.1:9/');
    await useRandomIds(context);
    await emit(context, tenantId, 'product.created', 2);
    const range = { from: '2001-01-01T00:00:00Z', until: '2101-01-01T00:00:00Z' };
    await startRecovery(context.db, OPERATOR, key, range);
    const recorder = new HealthRecorder(context.db, Date.now);
    recorder.record(key, { outcome: 'refused', durationMs: 100 });
    await recorder.flush();
    await remove(context, key);
    await dropDeletedDeliveries(context.db);

    await deletedFor(context, key, '91 days');
    expect(await purgeDeletedEndpoints(context.db)).toBe(0);
    await context.db.query("UPDATE events SET occurred_at = now() - interval '91 days'", []);
    expect(await deleteOldEvents(context.db)).toBe(2);
    await deletedFor(context, key, '89 days');
    expect(await purgeDeletedEndpoints(context.db)).toBe(0);
    await deletedFor(context, key, '91 days');
    expect(await purgeDeletedEndpoints(context.db)).toBe(1);
    for (const table of ['webhook_registrations', 'webhook_recoveries', 'webhook_endpoint_hours'])
      expect(await rows(context, table), table).toBe(0);
  });

  it('is purged for a hundred and one endpoints in one run, and no other endpoint is', async () => {
    const { context, tenantId, key } = await subscribed('http://127.0.0.1:9/');
    await context.db.query(
      `INSERT INTO webhook_registrations (tenant_id, url, description, events, active, deleted_at)
       SELECT $1, 'https://example.com', '', '{}', false, now() - interval '91 days' FROM generate_series(1, 101)`,
      [tenantId],
    );
    expect(await purgeDeletedEndpoints(context.db)).toBe(101);
    expect(await findEndpoint(context.db, key)).toMatchObject({ active: true });
  });
});
