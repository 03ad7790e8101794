import { expect } from 'vitest';
import { type KindCases, sends, sendsNothing } from './cases.ts';
import type { EventShop } from './event-shop.ts';
import { placed } from './order-cases.ts';

const tea = { name: 'Chá preto', sku: 'CHA', price: 12 };
const batch = (shop: EventShop, ...items: object[]) => shop.call('batchProducts', { body: { items } });
const upsert = (shop: EventShop, of: string, body: object) => shop.call('upsertProduct', { of, body });
const update = (shop: EventShop, body: object) => shop.call('updateProduct', { of: shop.product.id, body });
const remove = (shop: EventShop) => shop.call('deleteProduct', { of: shop.product.id });

const creates = sends(['product.created'], async (shop) => () => shop.call('createProduct', { body: tea }));
const deletes = sends(['product.deleted'], async (shop) => () => remove(shop));

export const productCreated: KindCases = {
  fires: {
    created: {
      createProduct: creates,
      upsertProduct: sends(['product.created'], async (shop) => () => upsert(shop, 'P-1', tea)),
      batchProducts: sends(
        ['product.created'],
        async (shop) => () => batch(shop, { external_id: 'P-1', ...tea }),
      ),
    },
  },
  doesNotFire: {
    existing: sends(['product.updated'], async (shop) => {
      await upsert(shop, 'P-1', tea);
      return () => batch(shop, { external_id: 'P-1', ...tea, price: 13 });
    }),
    refused: sendsNothing(async (shop) => () => batch(shop, { external_id: 'P-1', name: 'Sem preço' })),
  },
  notes: {
    batch: async (shop) => {
      await upsert(shop, 'P-1', tea);
      const before = await shop.events('product.created');
      const other = (sku: string) => ({ external_id: sku, ...tea, sku });
      await batch(shop, { external_id: 'P-1', ...tea }, other('P-2'), other('P-3'));
      expect(await shop.events('product.created')).toHaveLength(before.length + 2);
    },
    stock: async (shop) => {
      const [event] = await shop.events('product.created');
      expect(event!.data.product).not.toHaveProperty('stock');
      expect(await shop.tp.products.get(shop.product.id)).toHaveProperty('stock');
    },
  },
};

export const productUpdated: KindCases = {
  fires: {
    changed: {
      updateProduct: sends(['product.updated'], async (shop) => () => update(shop, { price: 11 })),
      upsertProduct: sends(['product.updated'], async (shop) => {
        await upsert(shop, 'P-1', tea);
        return () => upsert(shop, 'P-1', { price: 11 });
      }),
      batchProducts: sends(['product.updated'], async (shop) => {
        await upsert(shop, 'P-1', tea);
        return () => batch(shop, { external_id: 'P-1', price: 11 });
      }),
    },
  },
  doesNotFire: {
    unchanged: sendsNothing(async (shop) => {
      await upsert(shop, 'P-1', tea);
      return async () => {
        await upsert(shop, 'P-1', tea);
        await batch(shop, { external_id: 'P-1', ...tea });
        await update(shop, { name: shop.product.name, price: shop.product.price });
      };
    }),
    stock: sends(['order.created', 'order.status_changed'], async (shop) => {
      const body = { mode: 'set', quantity: 7, reason: 'count' };
      return async () => {
        await shop.call('adjustStock', { of: shop.product.id, body });
        await shop.move(await placed(shop), 'In_Transit');
      };
    }),
    price_table: sendsNothing(async (shop) => {
      const { id: of } = await shop.priceTables.create({ name: 'Atacado', code: 'ATACADO', kind: 'fixed' });
      const body = { entries: [{ product_id: shop.product.id, price: 8 }] };
      return () => shop.call('setPriceTableEntries', { of, body });
    }),
    category: sendsNothing(async (shop) => {
      const { id: of } = await shop.tp.categories.create({ name: 'Chás' });
      await update(shop, { category_id: of });
      return () => shop.call('updateCategory', { of, body: { name: 'Chás e cafés' } });
    }),
    created: creates,
    deleted: deletes,
  },
  notes: {
    once: async (shop) => {
      await update(shop, { price: 11, brand: 'Serra Alta' });
      const [event, ...more] = await shop.events('product.updated');
      expect([event!.data.changed_fields, more]).toEqual([['price', 'brand'], []]);
    },
    fields: async (shop) => {
      await update(shop, { price: 11, unit: 'kg', min_stock: 2 });
      const [event] = await shop.events('product.updated');
      const { changed_fields = [], product } = event!.data;
      expect(changed_fields).toHaveLength(3);
      for (const field of changed_fields) expect(product).toHaveProperty(field);
    },
  },
};

export const productDeleted: KindCases = {
  fires: { deleted: { deleteProduct: deletes } },
  doesNotFire: {
    inactive: sends(['product.updated'], async (shop) => () => update(shop, { status: 'inactive' })),
    refused: sendsNothing(async (shop) => {
      await placed(shop);
      return () => shop.refused('in_use', 'deleteProduct', { of: shop.product.id });
    }),
    again: sendsNothing(async (shop) => {
      await remove(shop);
      return () => shop.refused('not_found', 'deleteProduct', { of: shop.product.id });
    }),
  },
  notes: {
    last: async (shop) => {
      const { id, sku } = shop.product;
      await remove(shop);
      const heir = await shop.tp.products.create({ ...tea, sku });
      const [event] = await shop.events('product.deleted');
      expect(event!.data).toMatchObject({ product_id: id, sku, product: { id } });
      expect((event!.data.product as { deleted_at: string | null }).deleted_at).not.toBeNull();
      expect(heir.id).not.toBe(id);
    },
  },
};
