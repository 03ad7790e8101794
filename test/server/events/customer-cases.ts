import { expect } from 'vitest';
import { type KindCases, sends, sendsNothing } from './cases.ts';
import type { EventShop } from './event-shop.ts';
import { placed } from './order-cases.ts';

const ana = { type: 'person', name: 'Ana Ribeiro' };
const batch = (shop: EventShop, ...items: object[]) => shop.call('batchCustomers', { body: { items } });
const upsert = (shop: EventShop, of: string, body: object) => shop.call('upsertCustomer', { of, body });
const update = (shop: EventShop, body: object) => shop.call('updateCustomer', { of: shop.customer.id, body });

const creates = sends(['customer.created'], async (shop) => () => shop.call('createCustomer', { body: ana }));

export const customerCreated: KindCases = {
  fires: {
    created: {
      createCustomer: creates,
      upsertCustomer: sends(['customer.created'], async (shop) => () => upsert(shop, 'C-1', ana)),
      batchCustomers: sends(
        ['customer.created'],
        async (shop) => () => batch(shop, { external_id: 'C-1', ...ana }),
      ),
    },
  },
  doesNotFire: {
    existing: sends(['customer.updated'], async (shop) => {
      await upsert(shop, 'C-1', ana);
      return () => batch(shop, { external_id: 'C-1', ...ana, name: 'Ana Souza' });
    }),
    refused: sendsNothing(async (shop) => () => batch(shop, { external_id: 'C-1', type: 'person' })),
  },
  notes: {
    batch: async (shop) => {
      await upsert(shop, 'C-1', ana);
      const before = await shop.events('customer.created');
      await batch(shop, ...['C-1', 'C-2', 'C-3'].map((external_id) => ({ external_id, ...ana })));
      expect(await shop.events('customer.created')).toHaveLength(before.length + 2);
    },
  },
};

export const customerUpdated: KindCases = {
  fires: {
    changed: {
      updateCustomer: sends(
        ['customer.updated'],
        async (shop) => () => update(shop, { phone: '+551133334444' }),
      ),
      upsertCustomer: sends(['customer.updated'], async (shop) => {
        await upsert(shop, 'C-1', ana);
        return () => upsert(shop, 'C-1', { tags: ['vip'] });
      }),
      batchCustomers: sends(['customer.updated'], async (shop) => {
        await upsert(shop, 'C-1', ana);
        return () => batch(shop, { external_id: 'C-1', tags: ['vip'] });
      }),
    },
    erased: {
      createCustomerErasure: sends(
        ['customer.updated'],
        async (shop) => () =>
          shop.call('createCustomerErasure', {
            body: { customer_id: shop.customer.id, reason: 'asked for' },
          }),
      ),
    },
  },
  doesNotFire: {
    unchanged: sendsNothing(async (shop) => {
      await upsert(shop, 'C-1', ana);
      return async () => {
        await upsert(shop, 'C-1', ana);
        await batch(shop, { external_id: 'C-1', ...ana });
        await update(shop, { name: shop.customer.name });
      };
    }),
    created: creates,
    deleted: sendsNothing(async (shop) => () => shop.call('deleteCustomer', { of: shop.customer.id })),
    order: sends(['order.created'], async (shop) => () => placed(shop)),
  },
  notes: {
    once: async (shop) => {
      await update(shop, { name: 'Ana', tags: ['vip'] });
      const [event, ...more] = await shop.events('customer.updated');
      expect([event!.data.changed_fields, more]).toEqual([['name', 'tags'], []]);
    },
    derived: async (shop) => {
      await update(shop, { tax_id: '529.982.247-25' });
      const [event] = await shop.events('customer.updated');
      expect(event!.data.changed_fields!.toSorted()).toEqual(['tax_id', 'tax_id_type']);
    },
  },
};
