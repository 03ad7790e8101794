import type { ApiError, Tradepost } from '@tradepost/sdk';
import { expect, it } from 'vitest';
import { eventsOf } from '../../support/events.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { buyer, stocked } from '../../support/shop.ts';

/** A tenant gets a quarter of the pool, here 10 connections, so its transactions run concurrently. */
const environment = sharedEnvironment({ env: { DATABASE_POOL_SIZE: '40' } });

async function shop() {
  const tenant = await environment().tenant();
  const { id: customer_id } = await buyer(tenant.tp);
  return {
    ...tenant,
    order: (...items: { sku: string; quantity: number }[]) => tenant.tp.orders.create({ customer_id, items }),
  };
}

const stockOf = async (tp: Tradepost, sku: string) => {
  const { on_hand, reserved, available } = (await tp.stock.list({ sku })).data[0]!;
  return [on_hand, reserved, available];
};

const ordersCreated = async (tenantId: number) =>
  (await eventsOf(environment(), tenantId)).filter(({ event_type }) => event_type === 'order.created').length;

/** How many orders succeeded, and the codes of the others. */
async function outcomes(orders: Promise<unknown>[]) {
  const settled = await Promise.allSettled(orders);
  const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as ApiError] : []));
  return {
    done: settled.length - refused.length,
    refused: new Set(refused.map(({ status, code, message }) => `${status} ${code ?? message}`)),
  };
}

it('reserves what an order sells, with a ledger row for each product', async () => {
  const { tp, order } = await shop();
  const [a, b] = [await stocked(tp, 10), await stocked(tp, 2.5)];
  const { id: order_id } = await order({ sku: a.sku, quantity: 3 }, { sku: b.sku, quantity: 1.25 });
  expect([await stockOf(tp, a.sku), await stockOf(tp, b.sku)]).toEqual([
    [10, 3, 7],
    [2.5, 1.25, 1.25],
  ]);
  const { prefix } = (await tp.me()).api_key;
  const common = { type: 'reservation', reason: null, reference: null, order_id, actor: `api_key:${prefix}` };
  expect((await tp.stock.movements({ order_id })).data).toMatchObject([
    { ...common, product_id: a.id, quantity: 3, on_hand_after: 10, reserved_after: 3 },
    { ...common, product_id: b.id, quantity: 1.25, on_hand_after: 2.5, reserved_after: 1.25 },
  ]);
});

it('reserves two lines of one product in one movement', async () => {
  const { tp, order } = await shop();
  const { sku } = await stocked(tp, 10);
  const { id: order_id, items } = await order({ sku, quantity: 4 }, { sku, quantity: 6 });
  expect(items.map(({ quantity }) => quantity)).toEqual([4, 6]);
  expect(await stockOf(tp, sku)).toEqual([10, 10, 0]);
  expect((await tp.stock.movements({ order_id })).data).toMatchObject([{ quantity: 10 }]);
});

it('reserves all lines or none, with a pointer to each line that falls short', async () => {
  const { tp, order, tenantId } = await shop();
  const [plenty, few, twice] = [await stocked(tp, 100), await stocked(tp, 2), await stocked(tp, 5)];
  const before = (await tp.stock.movements()).data.length;
  const attempt = order(
    { sku: plenty.sku, quantity: 1 },
    { sku: few.sku, quantity: 2.001 },
    { sku: twice.sku, quantity: 3 },
    { sku: twice.sku, quantity: 3 },
  );
  await expect(attempt).rejects.toMatchObject({
    status: 409,
    code: 'insufficient_stock',
    errors: [
      {
        pointer: '#/items/1/quantity',
        code: 'insufficient_stock',
        detail: expect.stringContaining('2 available'),
      },
      { pointer: '#/items/2/quantity', detail: expect.stringContaining('5 available') },
      { pointer: '#/items/3/quantity' },
    ],
  });
  expect(await stockOf(tp, plenty.sku)).toEqual([100, 0, 100]);
  expect((await tp.stock.movements()).data.length).toBe(before);
  expect([(await tp.orders.list()).data, await ordersCreated(tenantId)]).toEqual([[], 0]);
});

it('reserves nothing for a product whose stock is not tracked', async () => {
  const { tp, order } = await shop();
  const { sku } = await stocked(tp, 0, { track_stock: false });
  const { id: order_id } = await order({ sku, quantity: 1000 });
  expect(await stockOf(tp, sku)).toEqual([0, 0, 0]);
  expect((await tp.stock.movements({ order_id })).data).toEqual([]);
});

it('reserves more than is available where backorders are allowed', async () => {
  const { tp, order } = await shop();
  const { sku } = await stocked(tp, 1, { allow_backorder: true });
  await order({ sku, quantity: 4 });
  expect(await stockOf(tp, sku)).toEqual([1, 4, -3]);
});

it('refuses an order that would take a balance over its maximum', async () => {
  const { tp, order } = await shop();
  const { sku } = await stocked(tp, 0, { allow_backorder: true, price: 0 });
  const lines = Array.from({ length: 500 }, () => ({ sku, quantity: 999_999_999.999 }));
  await order(...lines);
  await order(...lines);
  await expect(order(...lines)).rejects.toMatchObject({ status: 409, code: 'insufficient_stock' });
  expect(await stockOf(tp, sku)).toEqual([0, 999_999_999_999, -999_999_999_999]);
});

it('sells 10 units to 10 of 200 concurrent orders, and refuses the others', async () => {
  const { tp, order, tenantId } = await shop();
  const { id: product_id, sku } = await stocked(tp, 10);
  const orders = Array.from({ length: 200 }, () => order({ sku, quantity: 1 }));
  expect(await outcomes(orders)).toEqual({ done: 10, refused: new Set(['409 insufficient_stock']) });
  expect(await stockOf(tp, sku)).toEqual([10, 10, 0]);
  const ledger = (await tp.stock.movements({ product_id })).data.filter(({ type }) => type === 'reservation');
  expect(ledger.map(({ reserved_after }) => reserved_after)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(new Set(ledger.map(({ order_id }) => order_id)).size).toBe(10);
  expect([(await tp.orders.list()).data.length, await ordersCreated(tenantId)]).toEqual([10, 10]);
});

it('places 200 concurrent orders of two products, whichever they name first', async () => {
  const { tp, order, tenantId } = await shop();
  const [a, b] = [(await stocked(tp, 200)).sku, (await stocked(tp, 200)).sku];
  const orders = Array.from({ length: 200 }, (_, i) => {
    const items = [
      { sku: a, quantity: 1 },
      { sku: b, quantity: 1 },
    ];
    return order(...(i % 2 === 0 ? items : items.reverse()));
  });
  expect(await outcomes(orders)).toEqual({ done: 200, refused: new Set() });
  expect([await stockOf(tp, a), await stockOf(tp, b)]).toEqual([
    [200, 200, 0],
    [200, 200, 0],
  ]);
  expect(await ordersCreated(tenantId)).toBe(200);
});
