import { describe, expect, it } from 'vitest';
import { countDeliveries } from '../../../server/webhooks/log/delivery-counts.ts';
import type { DeliveryFilter } from '../../../server/webhooks/log/delivery-filter.ts';
import { MAX_SCANNED } from '../../../server/webhooks/log/delivery-source.ts';
import { listDeliveries } from '../../../server/webhooks/log/list-deliveries.ts';
import { useEndpoint } from '../../support/test-endpoint.ts';
import { emit, subscribed } from '../../support/webhook-fixtures.ts';
import { register, sendTest, switchEndpoint } from '../../support/webhooks.ts';

/** Two endpoints that fail. Each has a delivery that is RETRYING and one that is PENDING; the second one is switched off. */
async function oneSwitchedOff() {
  const endpoint = await useEndpoint((res) => void res.writeHead(500).end());
  const made = await subscribed(endpoint.url);
  const { context, tenantId, key, worker } = made;
  const off = { tenantId, id: (await register(context, tenantId, endpoint.url, ['product.created'])).id };
  await emit(context, tenantId);
  await worker.tick();
  await emit(context, tenantId);
  await switchEndpoint(context, off, false);
  const list = async (filter: DeliveryFilter): Promise<string[]> => {
    const { deliveries, next } = await listDeliveries(context.db, tenantId, filter, { limit: 10 });
    expect(next).toBeUndefined();
    return deliveries
      .map(({ status, endpointId }) => `${status} ${endpointId === off.id ? 'off' : 'on'}`)
      .sort();
  };
  return { ...made, off, on: key, list };
}

describe('what waits for an endpoint that is switched off', () => {
  it('is held: it has a filter of its own, and the others leave it out', async () => {
    const { list } = await oneSwitchedOff();
    expect(await list({ status: 'HELD' })).toEqual(['PENDING off', 'RETRYING off']);
    expect(await list({ status: 'RETRYING' })).toEqual(['RETRYING on']);
    expect(await list({ status: 'PENDING' })).toEqual(['PENDING on']);
    expect(await list({})).toHaveLength(4);
  });

  it('is found by endpoint and kind, too', async () => {
    const { list, on, off } = await oneSwitchedOff();
    expect(await list({ status: 'HELD', endpointId: off.id, kind: 'product.created' })).toHaveLength(2);
    expect(await list({ status: 'HELD', endpointId: off.id, kind: 'order.created' })).toEqual([]);
    expect(await list({ status: 'HELD', endpointId: on.id })).toEqual([]);
    expect(await list({ status: 'RETRYING', endpointId: off.id })).toEqual([]);
  });

  it('is found in a long queue', async () => {
    const { context, tenantId, off } = await oneSwitchedOff();
    await switchEndpoint(context, off, true);
    await emit(context, tenantId, 'product.created', MAX_SCANNED);
    await switchEndpoint(context, off, false);
    const page = await listDeliveries(context.db, tenantId, { status: 'HELD' }, { limit: 50 });
    expect(page.deliveries).toHaveLength(50);
    expect(new Set(page.deliveries.map(({ endpointId }) => endpointId))).toEqual(new Set([off.id]));
  });

  it('counts as held, and as retrying again after the endpoint was switched on', async () => {
    const { context, tenantId, off } = await oneSwitchedOff();
    expect(await countDeliveries(context.db, tenantId, 5)).toMatchObject({
      retrying: 1,
      held: 2,
      undelivered: 2,
    });
    await switchEndpoint(context, off, true);
    expect(await countDeliveries(context.db, tenantId, 5)).toMatchObject({ retrying: 2, held: 0 });
  });

  it('is of no other tenant', async () => {
    const { environment, context } = await oneSwitchedOff();
    const other = await environment.tenant();
    expect(await countDeliveries(context.db, other.tenantId, 5)).toMatchObject({ retrying: 0, held: 0 });
    const page = await listDeliveries(context.db, other.tenantId, { status: 'HELD' }, { limit: 10 });
    expect(page.deliveries).toEqual([]);
  });
});

it('a test event that failed is in the list, and in no figure', async () => {
  const { context, tenantId, key, worker } = await subscribed('http://127.0.0.1:9/');
  await sendTest(context, key, 'product.created');
  await worker.tick();
  await context.db.query("UPDATE webhook_deliveries SET status = 'FAILED'", []);
  const none = { retrying: 0, held: 0, failedToday: 0, undelivered: 0 };
  expect(await countDeliveries(context.db, tenantId, 5)).toEqual(none);
  await context.db.query("UPDATE webhook_deliveries SET status = 'RETRYING'", []);
  expect(await countDeliveries(context.db, tenantId, 5)).toEqual(none);
  await switchEndpoint(context, key, false);
  expect(await countDeliveries(context.db, tenantId, 5)).toEqual(none);
  const { deliveries } = await listDeliveries(context.db, tenantId, { status: 'HELD' }, { limit: 10 });
  expect(deliveries).toMatchObject([{ test: true, status: 'RETRYING' }]);
});
