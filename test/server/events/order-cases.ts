import { expect } from 'vitest';
import { stocked } from '../../support/shop.ts';
import type { OrderBody } from '../../support/trade.ts';
import { type KindCases, sends, sendsNothing } from './cases.ts';
import type { EventShop } from './event-shop.ts';

/** A body for createOrder, by default of one product for 10.00. */
export const bodyOf = ({ customer, product }: EventShop, more: Partial<OrderBody> = {}) => ({
  customer_id: customer.id,
  items: [{ product_id: product.id, quantity: 1 }],
  ...more,
});

/** The id of a new order of 10.00. */
export const placed = async (shop: EventShop): Promise<number> =>
  (await shop.call<{ id: number }>('createOrder', { body: bodyOf(shop) })).id;

export async function shipped(shop: EventShop): Promise<number> {
  const id = await placed(shop);
  await shop.move(id, 'In_Transit');
  return id;
}

/** A body for createOrder with a total of 0. */
async function freeBody(shop: EventShop) {
  const { id: product_id } = await stocked(shop.tp, 1, { price: 0 });
  return bodyOf(shop, { items: [{ product_id, quantity: 1 }] });
}

const THEN = '2024-05-10T13:20:00.000Z';
/** An order of 10.00 that was paid, and delivered at the second attempt. */
const delivered = ({ customer, product }: EventShop) => ({
  ...{ external_id: 'OLD', customer_id: customer.id, placed_at: THEN, status: 'Delivered' },
  items: [{ product_id: product.id, quantity: 1, unit_price: 10 }],
  payments: [{ amount: 10, method: 'pix', paid_at: THEN }],
  delivery_attempts: [{ outcome: 'failed', reason: 'Ninguém', at: THEN }],
});
/** Emits all kinds that an order can have. */
export const imports = {
  importOrders: sends(
    // biome-ignore format: as it is read
    ['order.created', 'order.payment_confirmed', 'order.status_changed', 'delivery.failed', 'order.status_changed', 'delivery.completed'],
    async (shop) => () =>
      shop.call('importOrders', { body: { stock: 'skip', events: 'emit', items: [delivered(shop)] } }),
  ),
};

const creates = sends(['order.created'], async (shop) => () => placed(shop));
const BACK = { reason: 'Voltou', restock: true };
const setTo = (shop: EventShop, of: number, status: string, more = {}) =>
  shop.call('setOrderStatus', { of, body: { status, ...more } });
const payment = (of: number, amount: number, method = 'pix') => ({ of, body: { amount, method } });

export const orderCreated: KindCases = {
  fires: { created: { createOrder: creates }, imported: imports },
  doesNotFire: {
    quote: sendsNothing(async (shop) => () => shop.call('quoteOrder', { body: bodyOf(shop) })),
    refused: sendsNothing(async (shop) => {
      const items = [{ product_id: shop.product.id, quantity: 11 }];
      return () => shop.refused('insufficient_stock', 'createOrder', { body: bodyOf(shop, { items }) });
    }),
    repeated: sendsNothing(async (shop) => {
      const request = { body: bodyOf(shop), headers: { 'idempotency-key': 'k' } };
      await shop.call('createOrder', request);
      return () => shop.call('createOrder', request);
    }),
  },
  notes: {
    free: async (shop) => {
      await shop.call('createOrder', { body: await freeBody(shop) });
      expect(await shop.events('order.payment_confirmed')).toHaveLength(1);
    },
  },
};

export const orderStatusChanged: KindCases = {
  fires: {
    set: {
      setOrderStatus: sends(
        ['order.status_changed', 'order.status_changed', 'delivery.completed', 'order.status_changed'],
        async (shop) => {
          const [one, other] = [await placed(shop), await placed(shop)];
          return async () => {
            await setTo(shop, one, 'In_Transit');
            await setTo(shop, one, 'Delivered');
            await setTo(shop, other, 'Canceled');
          };
        },
      ),
    },
    attempt: {
      addDeliveryAttempt: sends(['order.status_changed', 'delivery.completed'], async (shop) => {
        const of = await shipped(shop);
        return () => shop.call('addDeliveryAttempt', { of, body: { outcome: 'delivered' } });
      }),
    },
    imported: imports,
  },
  doesNotFire: {
    created: creates,
    paid: sends(['order.payment_confirmed'], async (shop) => {
      const id = await placed(shop);
      return () => shop.call('addOrderPayment', payment(id, 10));
    }),
    changed: sendsNothing(async (shop) => {
      const of = await placed(shop);
      const items = [{ product_id: shop.product.id, quantity: 2 }];
      return () => shop.call('updateOrder', { of, body: { items, notes: 'Portaria' } });
    }),
    same: sendsNothing(async (shop) => {
      const id = await placed(shop);
      return () => setTo(shop, id, 'Pending');
    }),
    attempt_failed: sends(['delivery.failed'], async (shop) => {
      const of = await shipped(shop);
      return () => shop.call('addDeliveryAttempt', { of, body: { outcome: 'failed', reason: 'Ninguém' } });
    }),
  },
  notes: {
    delivered: async (shop) => {
      await setTo(shop, await shipped(shop), 'Delivered');
      expect(await shop.events('delivery.completed')).toHaveLength(1);
    },
    previous: async (shop) => {
      const id = await shipped(shop);
      await shop.pay(id, 4);
      await setTo(shop, id, 'Canceled', BACK);
      const data = (await shop.events('order.status_changed')).map((event) => event.data);
      expect(data.map(({ previous_status }) => previous_status)).toEqual(['Pending', 'In_Transit']);
      expect(data.map(({ order }) => (order as { version: number }).version)).toEqual([2, 4]);
    },
  },
};

export const orderPaymentConfirmed: KindCases = {
  fires: {
    paid: {
      addOrderPayment: sends(['order.payment_confirmed'], async (shop) => {
        const id = await placed(shop);
        await shop.pay(id, 4, { method: 'card' });
        return () => shop.call('addOrderPayment', payment(id, 6));
      }),
    },
    free: {
      createOrder: sends(['order.created', 'order.payment_confirmed'], async (shop) => {
        const body = await freeBody(shop);
        return () => shop.call('createOrder', { body });
      }),
    },
    changed: {
      updateOrder: sends(['order.payment_confirmed'], async (shop) => {
        const items = [{ product_id: shop.product.id, quantity: 2 }];
        const { id: of } = await shop.call<{ id: number }>('createOrder', { body: bodyOf(shop, { items }) });
        await shop.pay(of, 10);
        return () => shop.call('updateOrder', { of, body: bodyOf(shop) });
      }),
    },
    imported: imports,
  },
  doesNotFire: {
    raised: sendsNothing(async (shop) => {
      const of = await placed(shop);
      await shop.pay(of, 10);
      return async () => {
        await shop.call('updateOrder', { of, body: { shipping: { amount: 5 } } });
        await shop.pay(of, 5);
      };
    }),
    partial: sendsNothing(async (shop) => {
      const id = await placed(shop);
      return () => shop.call('addOrderPayment', payment(id, 9.99));
    }),
    again: sendsNothing(async (shop) => {
      const id = await placed(shop);
      await shop.pay(id, 10);
      return async () => {
        await shop.refused('payment_exceeds_total', 'addOrderPayment', payment(id, 0.01));
        await shop.call('addOrderPayment', {
          of: id,
          body: { amount: 0.01, method: 'pix', allow_overpayment: true },
        });
      };
    }),
    voided: sendsNothing(async (shop) => {
      const id = await placed(shop);
      await shop.pay(id, 10);
      return async () => {
        await shop.voidPayment(id, 1);
        await shop.call('addOrderPayment', payment(id, 10));
      };
    }),
    refunded: sendsNothing(async (shop) => {
      const id = await placed(shop);
      await shop.pay(id, 10);
      return () => shop.call('addOrderRefund', { of: id, body: { amount: 10, reason: 'Avaria' } });
    }),
    status: sends(['order.status_changed', 'order.status_changed'], async (shop) => {
      const id = await placed(shop);
      await shop.pay(id, 10);
      return async () => {
        await setTo(shop, id, 'In_Transit');
        await setTo(shop, id, 'Canceled', BACK);
      };
    }),
  },
  notes: {
    total: async (shop) => {
      const id = await placed(shop);
      await shop.pay(id, 9.99);
      await shop.pay(id, 0.01);
      const [event] = await shop.events('order.payment_confirmed');
      expect(event!.data).toMatchObject({ total: 10, paid_total: 10 });
      const items = [{ product_id: shop.product.id, quantity: 3 }];
      const { id: of } = await shop.call<{ id: number }>('createOrder', { body: bodyOf(shop, { items }) });
      await shop.pay(of, 15);
      await shop.call('updateOrder', { of, body: bodyOf(shop) });
      const [, lowered] = await shop.events('order.payment_confirmed');
      expect(lowered!.data).toMatchObject({ total: 10, paid_total: 15 });
    },
    later: async (shop) => {
      await shop.pay(await placed(shop), 10);
      await shop.pay(await shipped(shop), 10);
      const statuses = (await shop.events('order.payment_confirmed')).map(({ data }) => data.status);
      expect(statuses).toEqual(['Pending', 'In_Transit']);
    },
  },
};
