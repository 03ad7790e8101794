import type { OrderCreate } from '@tradepost/sdk';
import { describe, expect, it } from 'vitest';
import { eventsOf } from '../../support/events.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { buyer, stocked } from '../../support/shop.ts';

const environment = sharedEnvironment();

async function shop() {
  const tenant = await environment().tenant();
  const { id: customer_id } = await buyer(tenant.tp);
  return {
    ...tenant,
    customer_id,
    order: (body: Omit<OrderCreate, 'customer_id'>) => tenant.tp.orders.create({ customer_id, ...body }),
  };
}

describe('an order', () => {
  it('names its products by product_id, sku or external_id', async () => {
    const { tp, order } = await shop();
    const product = await stocked(tp, 9, { external_id: 'ERP-1', price: 2 });
    // Has the first product's SKU and external_id swapped: they must not be confused.
    await stocked(tp, 9, { sku: 'ERP-1', external_id: product.sku, price: 3 });
    const items = [
      { product_id: product.id, quantity: 1 },
      { sku: product.sku, quantity: 1 },
      { external_id: 'ERP-1', quantity: 1 },
    ];
    expect(
      (await order({ items })).items.map(({ product_id, unit_price }) => [product_id, unit_price]),
    ).toEqual(Array.from({ length: 3 }, () => [product.id, 2]));
  });

  it('is refused with a pointer to every line that cannot be sold', async () => {
    const { tp, order, tenantId } = await shop();
    const good = await stocked(tp, 5);
    const inactive = await stocked(tp, 5, { status: 'inactive' });
    const deleted = await stocked(tp, 5, { external_id: 'GONE' });
    await tp.products.delete(deleted.id);
    const foreign = await stocked((await environment().tenant()).tp, 5);
    const items = [
      { product_id: good.id, quantity: 1 },
      { sku: inactive.sku, quantity: 1 },
      { external_id: 'GONE', quantity: 1 },
      { product_id: foreign.id, quantity: 1 },
    ];
    await expect(order({ items })).rejects.toMatchObject({
      status: 422,
      code: 'invalid_reference',
      errors: [
        { pointer: '#/items/1/sku' },
        { pointer: '#/items/2/external_id' },
        { pointer: '#/items/3/product_id' },
      ],
    });
    expect((await tp.products.get(good.id)).stock.reserved).toBe(0);
    expect((await eventsOf(environment(), tenantId)).map(({ event_type }) => event_type)).not.toContain(
      'order.created',
    );
  });

  it('must be for an active customer of its tenant', async () => {
    const { tp } = await shop();
    const { sku } = await stocked(tp, 5);
    const inactive = await tp.customers.create({ type: 'company', name: 'Parada', status: 'inactive' });
    const deleted = await buyer(tp);
    await tp.customers.delete(deleted.id);
    const foreign = await buyer((await environment().tenant()).tp);
    for (const { id: customer_id } of [inactive, deleted, foreign])
      await expect(tp.orders.create({ customer_id, items: [{ sku, quantity: 1 }] })).rejects.toMatchObject({
        status: 422,
        code: 'invalid_reference',
        errors: [{ pointer: '#/customer_id' }],
      });
  });

  it('must have a unique external_id', async () => {
    const { tp, order } = await shop();
    const { sku } = await stocked(tp, 5);
    const body = { items: [{ sku, quantity: 1 }], external_id: 'ERP-O-1' };
    await order(body);
    await expect(order(body)).rejects.toMatchObject({
      status: 409,
      code: 'already_exists',
      errors: [{ pointer: '#/external_id' }],
    });
    expect((await tp.stock.list({ sku })).data).toMatchObject([{ reserved: 1 }]);
  });
});

describe('placed_at', () => {
  it('may lie in the past, and is otherwise the time of creation', async () => {
    const { tp, order } = await shop();
    const items = [{ sku: (await stocked(tp, 5)).sku, quantity: 1 }];
    const now = await order({ items });
    expect(now.placed_at).toBe(now.created_at);
    const old = await order({ items, placed_at: '2019-12-24T18:00:00.5-03:00' });
    expect(old.placed_at).toBe('2019-12-24T21:00:00.500Z');
    expect(Date.parse(old.created_at)).toBeGreaterThanOrEqual(Date.parse(now.created_at));
  });

  it.each(['1999-12-31T23:59:59.999Z', '9999-01-01T00:00:00Z'])('must not be %s', async (placed_at) => {
    const { tp, order } = await shop();
    const product = await stocked(tp, 5);
    const refused = await order({ items: [{ sku: product.sku, quantity: 1 }], placed_at }).catch((e) => e);
    expect(refused).toMatchObject({ status: 400, errors: [{ pointer: '#/placed_at' }] });
    expect((await tp.products.get(product.id)).stock.reserved).toBe(0);
  });
});

it('emits one order.created event, which shows the order as the API does', async () => {
  const { tp, order, tenantId, customer_id } = await shop();
  const { sku } = await stocked(tp, 5, { price: 39.9 });
  const address = { street: 'Rua XV', city: 'Curitiba', country: 'BR' };
  const placed = await order({
    items: [{ sku, quantity: 1.5 }],
    shipping: { amount: 1, address },
    notes: 'À tarde "já"',
    metadata: { a: 'b' },
  });
  const [event, ...more] = (await eventsOf(environment(), tenantId)).filter(
    ({ event_type }) => event_type === 'order.created',
  );
  expect(event).toMatchObject({
    tenant_id: tenantId,
    data: {
      order_id: placed.id,
      customer_id,
      total: 60.85,
      status: 'Pending',
      order: await tp.orders.get(placed.id),
    },
  });
  expect(more).toEqual([]);
  expect(await tp.orders.get(placed.id)).toEqual(placed);
});
