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

describe('the total of an order', () => {
  const lines: [price: number, quantity: number, total: number][] = [
    [39.9, 3, 119.7],
    [19.99, 1, 19.99],
    [0.1, 3, 0.3], // 0.30000000000000004 in floating point
    [1.01, 0.5, 0.51], // 0.505: exactly half a cent
    [0.99, 0.005, 0], // 0.00495: less than half a cent
    [1, 0.005, 0.01],
    [100.5, 1.005, 101], // 101.0025
    [0, 7, 0],
  ];
  it.each(lines)('for a line of %d times %d is %d, rounded half-up', async (price, quantity, total) => {
    const { tp, order } = await shop();
    const { id: product_id } = await stocked(tp, 100, { price });
    const placed = await order({ items: [{ product_id, quantity }] });
    expect(placed.items).toMatchObject([{ product_id, quantity, unit_price: price, total }]);
    expect(placed).toMatchObject({ subtotal: total, shipping_amount: 0, total });
  });

  it('is the sum of individually rounded lines and shipping', async () => {
    const { tp, order } = await shop();
    const { sku } = await stocked(tp, 100, { price: 0.33 });
    const items = Array.from({ length: 3 }, () => ({ sku, quantity: 0.5 }));
    const placed = await order({ items, shipping: { amount: 15.5, method: 'PAC' } });
    expect(placed.items.map(({ total }) => total)).toEqual([0.17, 0.17, 0.17]);
    expect(placed).toMatchObject({
      subtotal: 0.51,
      shipping_amount: 15.5,
      total: 16.01,
      currency: 'BRL',
      status: 'Pending',
    });
    expect(placed.shipping).toMatchObject({ amount: 15.5, method: 'PAC', address: null });
  });

  it('stays the same when price, SKU and name of the product change', async () => {
    const { tp, order } = await shop();
    const { id, sku, name } = await stocked(tp, 5, { price: 10 });
    const { id: orderId } = await order({ items: [{ sku, quantity: 1 }] });
    await tp.products.update(id, { price: 99, name: 'Outro', sku: `${sku}-2` });
    const { items, total } = await tp.orders.get(orderId);
    const price_source = { type: 'product', price_table_id: null };
    const amounts = { unit_price: 10, price_source, subtotal: 10, discount: 0, total: 10 };
    expect([items, total]).toEqual([
      [{ product_id: id, sku, name, quantity: 1, ...amounts, order_discount: 0, returned_quantity: 0 }],
      10,
    ]);
  });

  it('must equal expected_total if the client sends it', async () => {
    const { tp, order, tenantId } = await shop();
    const { sku } = await stocked(tp, 5, { price: 39.9 });
    const items = [{ sku, quantity: 3 }];
    await expect(order({ items, expected_total: 119.71 })).rejects.toMatchObject({
      status: 409,
      code: 'total_mismatch',
      errors: [{ pointer: '#/expected_total', code: 'total_mismatch' }],
    });
    expect((await tp.orders.list()).data).toEqual([]);
    expect((await order({ items, expected_total: 119.7 })).total).toBe(119.7);
    expect(
      (await eventsOf(environment(), tenantId)).filter(({ event_type }) => event_type === 'order.created')
        .length,
    ).toBe(1);
  });

  describe('is refused above 9 999 999 999.99, with the amount that is too large:', () => {
    const most = 9_999_999_999.99;
    const dearShop = async () => {
      const { tp, order } = await shop();
      const dear = await stocked(tp, 0, { price: most, track_stock: false });
      const cent = await stocked(tp, 0, { price: 0.01, track_stock: false });
      const items = (...quantities: number[]) => quantities.map((quantity) => ({ sku: dear.sku, quantity }));
      return { tp, order, items, dear, cent };
    };
    const outOfRange = (...errors: [pointer: string, detail: unknown][]) => ({
      ...{ status: 422, code: 'amount_out_of_range' },
      errors: errors.map(([pointer, detail]) => ({ pointer, detail, code: 'amount_out_of_range' })),
    });
    const says = (words: string) => expect.stringMatching(words);

    it('the subtotal of a line, and of every line', async () => {
      const { order, items, cent } = await dearShop();
      await expect(order({ items: items(1.001) })).rejects.toMatchObject(
        outOfRange(['#/items/0/quantity', says('^the subtotal of SKU-\\d+ is 10009999999.99$')]),
      );
      const lines = [{ sku: cent.sku, quantity: 1 }, ...items(2, 999_999_999.999)];
      await expect(order({ items: lines })).rejects.toMatchObject(
        outOfRange(['#/items/1/quantity', says('subtotal')], ['#/items/2/quantity', says('subtotal')]),
      );
    });

    it('the subtotal of the order, before discounts', async () => {
      const { order, items } = await dearShop();
      await expect(order({ items: items(1, 0.001) })).rejects.toMatchObject(
        outOfRange(['#/items', 'the subtotal is 10009999999.99']),
      );
    });

    it('the total with shipping', async () => {
      const { order, items } = await dearShop();
      await expect(order({ items: items(1), shipping: { amount: 0.01 } })).rejects.toMatchObject(
        outOfRange(['#/shipping/amount', 'the total is 10000000000.00']),
      );
      expect((await order({ items: items(1) })).total).toBe(most);
    });

    it('a unit price that a percentage table raises, however little is ordered', async () => {
      const { tp, order, items, cent } = await dearShop();
      const table = { name: 'T', code: 'T', kind: 'percentage' as const, percentage: 1000 };
      const { id: price_table_id } = await tp.priceTables.create(table);
      const lines = [{ sku: cent.sku, quantity: 1 }, ...items(0.001)];
      await expect(order({ price_table_id, items: lines })).rejects.toMatchObject(
        outOfRange(['#/items/1', says('^the unit price of SKU-\\d+ is 109999999999.89$')]),
      );
    });
  });
});
