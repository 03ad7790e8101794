import { verify } from '@tradepost/sdk/webhooks';
import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../server/accounts/audit/actor.ts';
import { eventKinds } from '../../../server/base/contract.ts';
import { countRecoverable } from '../../../server/webhooks/recovery/recoverable.ts';
import { resend } from '../../../server/webhooks/recovery/resend.ts';
import { checkEvent } from '../../contract-check/check-event.ts';
import { allRows } from '../../support/all-rows.ts';
import { useEndpoint } from '../../support/test-endpoint.ts';
import { emit, inconsistentDeliveries, subscribed } from '../../support/webhook-fixtures.ts';
import { deliveriesOf, letTimePass, register, sendTest, switchEndpoint } from '../../support/webhooks.ts';

const RANGE = { from: '2001-01-01T00:00:00Z', until: '2101-01-01T00:00:00Z' };

describe('a test event', () => {
  it.each(eventKinds)('of kind %s matches the contract, is marked as a test and is signed', async (kind) => {
    const endpoint = await useEndpoint();
    const { context, tenantId, key, secret, worker } = await subscribed(endpoint.url);
    const eventId = await sendTest(context, key, kind);
    expect(await worker.tick()).toBe(1);
    const [{ headers, body }] = endpoint.received as [(typeof endpoint.received)[number]];
    expect(checkEvent(headers, body)).toEqual([]);
    expect(headers).toMatchObject({
      'x-service-event': kind,
      'x-service-test': 'true',
      'webhook-id': eventId,
    });
    expect(JSON.parse(body.toString())).toMatchObject({
      event_type: kind,
      event_id: eventId,
      tenant_id: tenantId,
      test: true,
    });
    expect(await verify({ headers, body, secret })).toMatchObject({ event_id: eventId, test: true });
  });

  it('has ids that belong to nothing, so that a receiver that overlooks the mark finds no row by them', async () => {
    const { context, key } = await subscribed('http://127.0.0.1:9/');
    await sendTest(context, key, 'order.created');
    const [event] = await context.db.query<{ body: string; order_id: number }>(
      'SELECT body, order_id FROM events',
      [],
    );
    const { data } = JSON.parse(event!.body) as {
      data: { order_id: number; order: Record<string, unknown> };
    };
    expect(data).toMatchObject({
      order_id: event!.order_id,
      order: { id: data.order_id, external_id: expect.stringMatching(/^SAMPLE-/) },
    });
    for (const [, id] of event!.body.matchAll(/"(?:id|\w+_id)":(\d+)/g))
      if (Number(id) !== key.tenantId) expect(Number(id)).toBeGreaterThan(2_147_000_000);
  });

  it('has a mark that no other event has', async () => {
    const endpoint = await useEndpoint();
    const { context, tenantId, worker } = await subscribed(endpoint.url);
    await emit(context, tenantId);
    await worker.tick();
    const [{ headers, body }] = endpoint.received as [(typeof endpoint.received)[number]];
    expect(headers).not.toHaveProperty('x-service-test');
    expect(JSON.parse(body.toString())).not.toHaveProperty('test');
  });

  it('is sent only to its endpoint, whatever that and others subscribe to', async () => {
    const [endpoint, other] = [await useEndpoint(), await useEndpoint()];
    const { environment, context, tenantId, key, worker } = await subscribed(endpoint.url);
    await register(context, tenantId, other.url, [...eventKinds]);
    const stranger = await environment.tenant();
    await register(context, stranger.tenantId, other.url, [...eventKinds]);
    await sendTest(context, key, 'order.created');
    await worker.tick();
    expect([endpoint.received.length, other.received.length]).toEqual([1, 0]);
  });

  it('is never in the feed, before or after the events around it get their positions', async () => {
    const { context, tenantId, tenant, key } = await subscribed('http://127.0.0.1:9/');
    const ids = async (): Promise<string[]> =>
      (await allRows(tenant.tp.events.list())).map(({ event_id }) => event_id);
    await sendTest(context, key, 'product.created');
    expect(await ids()).toEqual([]);
    const [first] = await emit(context, tenantId);
    await sendTest(context, key, 'product.created');
    const [second] = await emit(context, tenantId);
    expect(await ids()).toEqual([first, second]);
    await sendTest(context, key, 'product.created');
    expect(await ids()).toEqual([first, second]);
  });

  it('is retried and resent like any delivery, but not recovered', async () => {
    let well = false;
    const endpoint = await useEndpoint((res) => void res.writeHead(well ? 200 : 500).end());
    const { context, tenantId, key, worker } = await subscribed(endpoint.url);
    await sendTest(context, key, 'product.created');
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await letTimePass(context, tenantId);
      await worker.tick();
    }
    const [delivery] = await deliveriesOf(context, tenantId);
    expect(delivery).toMatchObject({ status: 'FAILED' });
    expect(await countRecoverable(context.db, key, RANGE)).toMatchObject({ failed: 0, missed: 0 });
    well = true;
    expect(await resend(context.db, OPERATOR, { tenantId, id: delivery!.id })).toBe('resent');
    await worker.tick();
    expect(await deliveriesOf(context, tenantId)).toMatchObject([{ status: 'SUCCESS', attempt_number: 6 }]);
    expect(new Set(endpoint.received.map(({ headers }) => headers['x-service-test']))).toEqual(
      new Set(['true']),
    );
    expect(await inconsistentDeliveries(context)).toEqual([]);
  });

  it('is refused when the endpoint is inactive, belongs to another tenant, or its plan has no webhooks', async () => {
    const { environment, context, key } = await subscribed('http://127.0.0.1:9/');
    const other = await environment.tenant();
    const foreign = { tenantId: other.tenantId, id: key.id };
    expect(await sendTest(context, foreign, 'order.created')).toBeUndefined();
    await switchEndpoint(context, key, false);
    expect(await sendTest(context, key, 'order.created')).toBeUndefined();
    await switchEndpoint(context, key, true);
    await context.db.query('UPDATE tenants SET webhooks_enabled = false', []);
    expect(await sendTest(context, key, 'order.created')).toBeUndefined();
    expect(await context.db.query('SELECT event_id FROM events', [])).toEqual([]);
  });
});
