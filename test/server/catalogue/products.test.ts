import { describe, expect, it } from 'vitest';
import { eventLinesOf, eventsOf } from '../../support/events.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { fullProduct as full, leastProduct as least } from '../../support/shop.ts';

const environment = sharedEnvironment();

describe('a product', () => {
  it('is created with defaults and without stock', async () => {
    const { tp, tenantId } = await environment().tenant();
    const product = await tp.products.create(least);
    expect(product).toMatchObject({
      ...least,
      ...{
        external_id: null,
        description: null,
        category_id: null,
        brand: null,
        cost_price: null,
        gtin: null,
        ncm: null,
      },
      ...{
        weight_kg: null,
        dimensions: null,
        status: 'active',
        unit: 'un',
        track_stock: true,
        allow_backorder: false,
      },
      ...{ min_stock: 0, image_urls: [], metadata: {}, version: 1, deleted_at: null },
      stock: { on_hand: 0, reserved: 0, available: 0 },
    });
    const { stock, ...record } = product;
    const [event, ...more] = await eventsOf(environment(), tenantId);
    expect(event).toMatchObject({
      event_type: 'product.created',
      data: { product_id: product.id, sku: 'CAF-500', product: record },
    });
    expect([more, stock.on_hand]).toEqual([[], 0]);
  });

  it('keeps every field that was sent', async () => {
    const { tp } = await environment().tenant();
    const product = await tp.products.create(full);
    expect(product).toMatchObject(full);
    expect(await tp.products.get(product.id)).toEqual(product);
  });

  it('can only be in an existing category of its own tenant', async () => {
    const { tp } = await environment().tenant();
    const { id } = await tp.products.create(least);
    const deleted = await tp.categories.create({ name: 'Antiga' });
    await tp.categories.delete(deleted.id);
    const foreign = await (await environment().tenant()).tp.categories.create({ name: 'Alheia' });
    const refused = { status: 422, code: 'invalid_reference', errors: [{ pointer: '#/category_id' }] };
    for (const category_id of [deleted.id, foreign.id, 2_000_000_000]) {
      await expect(tp.products.create({ ...least, sku: 'X', category_id })).rejects.toMatchObject(refused);
      await expect(tp.products.update(id, { category_id })).rejects.toMatchObject(refused);
    }
    const { id: category_id } = await tp.categories.create({ name: 'Cafés' });
    expect((await tp.products.update(id, { category_id })).category_id).toBe(category_id);
    expect((await tp.products.update(id, { category_id: null })).category_id).toBe(null);
  });

  it('returns 404 once it is deleted, and its product.deleted event shows the deleted row', async () => {
    const { tp, tenantId } = await environment().tenant();
    const { id, version } = await tp.products.create(least);
    await tp.products.delete(id, { ifMatch: version });
    const notFound = { status: 404, code: 'not_found' };
    await expect(tp.products.get(id)).rejects.toMatchObject(notFound);
    await expect(tp.products.update(id, { price: 1 })).rejects.toMatchObject(notFound);
    await expect(tp.products.delete(id)).rejects.toMatchObject(notFound);
    const { stock, ...record } = (await tp.products.list({ include_deleted: true })).data[0]!;
    expect(record).toMatchObject({ id, version: 2, deleted_at: record.updated_at });
    expect(stock.on_hand).toBe(0);
    const deletion = (await eventsOf(environment(), tenantId)).at(-1);
    expect(deletion).toMatchObject({
      event_type: 'product.deleted',
      data: { product_id: id, sku: 'CAF-500', product: record },
    });
    expect(await eventLinesOf(environment(), tenantId)).toEqual(['product.created', 'product.deleted']);
  });
});

describe('a SKU or external_id', () => {
  it.each(['sku', 'external_id'] as const)('is unique until its product is deleted: %s', async (field) => {
    const { tp } = await environment().tenant();
    const first = await tp.products.create({ ...least, external_id: 'ERP-1' });
    const other = await tp.products.create({ ...least, sku: 'Other' });
    const value = { [field]: first[field]! };
    const taken = {
      status: 409,
      code: 'already_exists',
      errors: [{ pointer: `#/${field}`, code: 'already_exists' }],
    };
    await expect(tp.products.create({ ...least, sku: 'New', ...value })).rejects.toMatchObject(taken);
    await expect(tp.products.update(other.id, value)).rejects.toMatchObject(taken);
    await tp.products.delete(first.id);
    const renamed = await tp.products.update(other.id, value);
    await tp.products.delete(renamed.id);
    expect((await tp.products.create({ ...least, sku: 'New', ...value })).id).toBeGreaterThan(renamed.id);
  });

  it('may be the same in another tenant, and is case-sensitive', async () => {
    const [{ tp }, { tp: other }] = [await environment().tenant(), await environment().tenant()];
    for (const api of [tp, other]) await api.products.create({ ...least, external_id: 'ERP-1' });
    expect((await tp.products.create({ ...least, sku: 'caf-500' })).sku).toBe('caf-500');
  });

  it('is given to only one of 20 concurrent requests for it', async () => {
    const { tp, tenantId } = await environment().tenant();
    const settled = await Promise.allSettled(Array.from({ length: 20 }, () => tp.products.create(least)));
    expect(settled.filter(({ status }) => status === 'fulfilled').length).toBe(1);
    expect(await eventLinesOf(environment(), tenantId)).toEqual(['product.created']);
  });
});
