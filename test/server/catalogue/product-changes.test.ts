import type { ProductUpdate } from '@tradepost/sdk';
import { describe, expect, it } from 'vitest';
import { eventLinesOf, eventsOf } from '../../support/events.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { fullProduct as full, leastProduct as least } from '../../support/shop.ts';

const environment = sharedEnvironment();

describe('updating a product', () => {
  const nothing: ProductUpdate[] = [
    { price: 39.9 },
    { ...full },
    { dimensions: { height_cm: 22, length_cm: 8, width_cm: 6.125 } },
    { metadata: { 'a.b-c_d': '', channel: 'marketplace' }, category_id: null },
  ];
  it.each(nothing)('keeps the version and emits no event if nothing changes: %j', async (body) => {
    const { tp, tenantId } = await environment().tenant();
    const product = await tp.products.create(full);
    expect(await tp.products.update(product.id, body)).toEqual(product);
    expect(await eventLinesOf(environment(), tenantId)).toEqual(['product.created']);
  });

  it('emits an event that lists only the fields that changed', async () => {
    const { tp, tenantId } = await environment().tenant();
    const { id, sku } = await tp.products.create(full);
    await tp.products.update(id, { name: full.name, price: 42.5, brand: 'Outra' });
    await tp.products.update(id, { image_urls: [], metadata: {}, unit: 'kg' });
    const product = await tp.products.update(id, { price: 0, min_stock: 10.501 });
    expect(product).toMatchObject({
      version: 4,
      price: 0,
      min_stock: 10.501,
      brand: 'Outra',
      image_urls: [],
      metadata: {},
    });
    expect(await eventLinesOf(environment(), tenantId)).toEqual([
      'product.created',
      'product.updated price brand',
      'product.updated image_urls metadata',
      'product.updated price min_stock',
    ]);
    const { stock, ...record } = product;
    expect((await eventsOf(environment(), tenantId)).at(-1)!.data).toMatchObject({
      product_id: id,
      sku,
      product: record,
    });
    expect(stock.reserved).toBe(0);
  });

  it('clears nullable fields with null', async () => {
    const { tp } = await environment().tenant();
    const { id } = await tp.products.create(full);
    const emptied = {
      external_id: null,
      description: null,
      brand: null,
      cost_price: null,
      gtin: null,
      ncm: null,
      weight_kg: null,
      dimensions: null,
    };
    expect(await tp.products.update(id, emptied)).toMatchObject({ ...full, ...emptied, version: 2 });
  });

  it('is separate from adjusting stock, which changes no version and emits no event', async () => {
    const { tp, tenantId } = await environment().tenant();
    const { id } = await tp.products.create(least);
    await tp.products.adjustStock(id, { mode: 'set', quantity: 12.5, reason: 'count' });
    expect(await tp.products.get(id)).toMatchObject({
      version: 1,
      stock: { on_hand: 12.5, reserved: 0, available: 12.5 },
    });
    expect(await eventLinesOf(environment(), tenantId)).toEqual(['product.created']);
  });

  it('loses none of several concurrent changes', async () => {
    const { tp, tenantId } = await environment().tenant();
    const { id } = await tp.products.create(least);
    const changes: ProductUpdate[] = [
      { brand: 'A' },
      { unit: 'kg' },
      { price: 1 },
      { ncm: '09012100' },
      { min_stock: 3 },
    ];
    await Promise.all(changes.map((change) => tp.products.update(id, change)));
    expect(await tp.products.get(id)).toMatchObject({
      brand: 'A',
      unit: 'kg',
      price: 1,
      ncm: '09012100',
      min_stock: 3,
      version: 6,
    });
    expect((await eventLinesOf(environment(), tenantId)).length).toBe(6);
  });
});
