import { expect, it } from 'vitest';
import { OPERATOR } from '../../../server/accounts/audit/actor.ts';
import { deleteEndpoint } from '../../../server/webhooks/endpoints/delete-endpoint.ts';
import { recentRecoveries } from '../../../server/webhooks/recovery/recovery.ts';
import { resend, resendAll } from '../../../server/webhooks/recovery/resend.ts';
import { startRecovery, stopRecovery } from '../../../server/webhooks/recovery/start-recovery.ts';
import { auditOf, withDelivery } from '../../support/deliveries.ts';
import { useEndpoint } from '../../support/test-endpoint.ts';
import { emit, inconsistentDeliveries } from '../../support/webhook-fixtures.ts';
import { deliveriesOf, sendTest } from '../../support/webhooks.ts';

const UNKNOWN = '0d9f3f0e-5a43-4d92-8f0a-0b9c8f1f6a51';
const ANA = { type: 'user', userId: 7, email: 'ana@example.com' } as const;

it('resends several deliveries and says how many of them could not be resent', async () => {
  const { context, tenantId, worker, id } = await withDelivery((await useEndpoint()).url);
  await emit(context, tenantId, 'product.created', 3);
  await worker.tick();
  const ids = (await deliveriesOf(context, tenantId)).map((delivery) => delivery.id);
  await emit(context, tenantId);
  await context.db.query(
    "UPDATE webhook_queue SET lease_token = gen_random_uuid(), leased_until = 'infinity'",
    [],
  );
  const [sending] = (await deliveriesOf(context, tenantId)).filter(({ lease_token }) => lease_token);
  const counts = await resendAll(context.db, ANA, tenantId, [...ids, id, sending!.id, UNKNOWN]);
  expect(counts).toEqual({ resent: 4, held: 0, sending: 1, unknown: 1 });
  expect(await auditOf(context, tenantId)).toHaveLength(4);
  expect(await inconsistentDeliveries(context)).toEqual([]);
});

it('resends nothing of another tenant or of a deleted endpoint', async () => {
  const { environment, context, tenantId, key, attempt, id } = await withDelivery('http://127.0.0.1:9/');
  const other = await environment.tenant();
  await attempt(5);
  expect(await resend(context.db, ANA, { tenantId: other.tenantId, id })).toBe('unknown');
  await context.db.transaction((tx) => deleteEndpoint(tx, OPERATOR, key));
  expect(await resend(context.db, ANA, { tenantId, id })).toBe('unknown');
  expect(await deliveriesOf(context, tenantId)).toMatchObject([{ status: 'FAILED' }]);
});

it('says of a delivery whose endpoint, or tenant, is sent nothing now that it is held', async () => {
  const { context, tenantId, attempt, id } = await withDelivery('http://127.0.0.1:9/');
  await attempt(5);
  const resendNow = () => resend(context.db, ANA, { tenantId, id });
  for (const [stop, go] of [
    ['webhook_registrations SET active = false', 'webhook_registrations SET active = true'],
    ['webhook_registrations SET held_since = now()', 'webhook_registrations SET held_since = NULL'],
    ['tenants SET deliveries_held_since = now()', 'tenants SET deliveries_held_since = NULL'],
  ]) {
    await context.db.query(`UPDATE ${stop} WHERE tenant_id = $1`, [tenantId]);
    expect(await resendNow()).toBe('held');
    await context.db.query(`UPDATE ${go} WHERE tenant_id = $1`, [tenantId]);
    expect(await resendNow()).toBe('resent');
  }
});

it('records who resent a delivery and who started and stopped a recovery', async () => {
  const { context, tenantId, key, attempt, id } = await withDelivery('http://127.0.0.1:9/hooks');
  await attempt(5);
  await resend(context.db, ANA, { tenantId, id });
  const range = { from: '2001-01-01T00:00:00Z', until: '2101-01-01T00:00:00Z' };
  const recovery = (await startRecovery(context.db, ANA, key, range))!;
  await stopRecovery(context.db, OPERATOR, key, recovery.id);
  await stopRecovery(context.db, OPERATOR, key, recovery.id);
  expect(await auditOf(context, tenantId)).toEqual([
    {
      action: 'delivery.resent',
      actor: 'user',
      targetType: 'delivery',
      targetId: id,
      targetName: 'product.created · http://127.0.0.1:9/hooks',
      details: { event_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    },
    expect.objectContaining({
      action: 'recovery.started',
      actor: 'user',
      targetName: 'http://127.0.0.1:9/hooks',
      details: { from: range.from.replace('Z', '.000Z'), until: expect.any(String), failed: 0, missed: 0 },
    }),
    expect.objectContaining({
      action: 'recovery.stopped',
      actor: 'operator',
      targetId: String(recovery.id),
      details: { sent_again: 0 },
    }),
  ]);
  expect(await recentRecoveries(context.db, key)).toMatchObject([{ id: recovery.id, status: 'stopped' }]);
});

it('says of a test event that it is one', async () => {
  const { context, tenantId, key, worker } = await withDelivery((await useEndpoint()).url);
  const eventId = await sendTest(context, key, 'order.created');
  await worker.tick();
  const test = (await deliveriesOf(context, tenantId)).at(-1);
  await resend(context.db, ANA, { tenantId, id: test!.id });
  expect((await auditOf(context, tenantId)).at(-1)).toMatchObject({
    action: 'delivery.resent',
    details: { event_id: eventId, test: true },
  });
});

it('records the order and the endpoint of what was resent', async () => {
  const { context, tenantId, key, worker } = await withDelivery((await useEndpoint()).url);
  await context.db.query(
    "UPDATE webhook_registrations SET description = 'ERP', events = '{order.created}'",
    [],
  );
  await context.db.query(`SELECT emit_event($1, 'order.created', '{"order_id":5001}', 5001)`, [tenantId]);
  await worker.tick();
  const [, order] = await deliveriesOf(context, tenantId);
  await resend(context.db, ANA, { tenantId, id: order!.id });
  const range = { from: '2001-01-01T00:00:00Z', until: '2101-01-01T00:00:00Z' };
  await startRecovery(context.db, ANA, key, range);
  expect(await auditOf(context, tenantId)).toMatchObject([
    { targetName: 'order.created · ERP', details: { order_id: '5001' } },
    { action: 'recovery.started', details: { endpoint: 'ERP' } },
  ]);
});
