import { expect } from 'vitest';
import { type Respond, useEndpoint } from '../../support/test-endpoint.ts';
import { deliveriesOf, register, useWorker } from '../../support/webhooks.ts';
import { type Case, type KindCases, sends, sendsNothing } from './cases.ts';
import type { EventShop } from './event-shop.ts';
import { imports, shipped } from './order-cases.ts';

const HOUR_MS = 3_600_000;

const attempt = (shop: EventShop, of: number, body: object) => shop.call('addDeliveryAttempt', { of, body });
const FAILED = { outcome: 'failed', reason: 'Ninguém em casa' };
const fails = sends(['delivery.failed'], async (shop) => {
  const id = await shipped(shop);
  return () => attempt(shop, id, FAILED);
});
const succeeds = sends(['order.status_changed', 'delivery.completed'], async (shop) => {
  const id = await shipped(shop);
  return () => attempt(shop, id, { outcome: 'delivered' });
});

/** A webhook endpoint gets an event, and responds to it. */
const webhook = (status: number, becomes: string): Case =>
  sendsNothing(async ({ environment: { context }, tenantId, tp }) => {
    const respond: Respond = (res) => void res.writeHead(status).end();
    await register(context, tenantId, (await useEndpoint(respond)).url, ['product.created']);
    const worker = useWorker(context);
    await tp.products.create({ name: 'Outro', sku: 'OUTRO', price: 1 });
    return async () => {
      await worker.tick();
      expect(await deliveriesOf(context, tenantId)).toMatchObject([{ status: becomes }]);
    };
  });

export const deliveryCompleted: KindCases = {
  fires: {
    status: {
      setOrderStatus: sends(['order.status_changed', 'delivery.completed'], async (shop) => {
        const of = await shipped(shop);
        return () => shop.call('setOrderStatus', { of, body: { status: 'Delivered' } });
      }),
    },
    attempt: { addDeliveryAttempt: succeeds },
    imported: imports,
  },
  doesNotFire: {
    shipped: sends(['order.created', 'order.status_changed'], async (shop) => () => shipped(shop)),
    failed: fails,
    webhook: webhook(204, 'SUCCESS'),
  },
  notes: {
    with_status: async (shop) => {
      await attempt(shop, await shipped(shop), { outcome: 'delivered' });
      const changes = await shop.events('order.status_changed');
      expect(changes.at(-1)!.data).toMatchObject({ previous_status: 'In_Transit', status: 'Delivered' });
    },
    earlier: async (shop) => {
      const at = new Date(Date.now() - HOUR_MS).toISOString();
      await attempt(shop, await shipped(shop), { outcome: 'delivered', at });
      const [event] = await shop.events('delivery.completed');
      expect(event!.data.delivered_at).toBe(at);
      expect(event!.occurred_at > at).toBe(true);
    },
  },
};

export const deliveryFailed: KindCases = {
  fires: { attempt: { addDeliveryAttempt: fails }, imported: imports },
  doesNotFire: {
    succeeded: succeeds,
    canceled: sends(['order.status_changed'], async (shop) => {
      const of = await shipped(shop);
      const body = { status: 'Canceled', reason: 'Perdido', restock: false };
      return () => shop.call('setOrderStatus', { of, body });
    }),
    webhook: webhook(500, 'RETRYING'),
  },
  notes: {
    several: async (shop) => {
      const id = await shipped(shop);
      for (const reason of ['Ninguém em casa', 'Rua alagada']) await attempt(shop, id, { ...FAILED, reason });
      const reasons = (await shop.events('delivery.failed')).map(({ data }) => data.reason);
      expect(reasons).toEqual(['Ninguém em casa', 'Rua alagada']);
    },
    no_status: async (shop) => {
      const id = await shipped(shop);
      const before = await shop.events('order.status_changed');
      await attempt(shop, id, FAILED);
      expect(await shop.events('order.status_changed')).toEqual(before);
      expect((await shop.tp.orders.get(id)).status).toBe('In_Transit');
    },
  },
};
