import { describe, expect, it } from 'vitest';
import { eventsOf } from '../../support/events.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { buyer, stocked } from '../../support/shop.ts';
import { type Discount, openShop, refusal } from '../../support/trade.ts';

const environment = sharedEnvironment();
const off = (amount: number): Discount => ({ type: 'fixed_amount', amount });

/** A shop with 10 of each of two products at 10.00, and an order for 3 of the first. */
async function shopWithOrder(
  body: Partial<Parameters<Awaited<ReturnType<typeof openShop>>['order']>[0]> = {},
) {
  const shop = await openShop(environment());
  const [one, other] = [await stocked(shop.tp, 10), await stocked(shop.tp, 10)];
  const lines = (quantity: number, ofOther = 0) => [
    { product_id: one.id, quantity },
    ...(ofOther > 0 ? [{ product_id: other.id, quantity: ofOther }] : []),
  ];
  const order = await shop.order({ items: lines(3), ...body });
  const reserved = async () =>
    (await shop.tp.stock.list()).data.map((balance) => [balance.on_hand, balance.reserved]);
  const ledger = async () =>
    (await shop.tp.stock.movements({ order_id: order.id })).data.map(({ product_id, type, quantity }) => [
      product_id === one.id ? 'one' : 'other',
      type,
      quantity,
    ]);
  const paidEvents = async () =>
    (await eventsOf(environment(), shop.tenantId)).filter(
      ({ event_type }) => event_type === 'order.payment_confirmed',
    ).length;
  return { ...shop, one, other, lines, order, first: order, reserved, ledger, paidEvents };
}

describe('changing the items of a Pending order', () => {
  it('computes it anew with the prices of now, and moves the difference of its reservations', async () => {
    const { first, change, lines, one, tp, reserved, ledger } = await shopWithOrder();
    await tp.products.update(one.id, { price: 12 });
    const changed = await change(first.id, { items: lines(2, 4), expected_total: 64 });
    expect(changed).toMatchObject({
      ...{ total: 64, version: 2, items: [{ unit_price: 12, quantity: 2 }, { quantity: 4 }] },
      changes: [{ fields: ['items', 'subtotal', 'total'] }],
    });
    expect(await reserved()).toEqual([
      [10, 2],
      [10, 4],
    ]);
    await change(first.id, { items: lines(5) });
    expect(await ledger()).toEqual([
      ['one', 'reservation', 3],
      ['one', 'release', -1],
      ['other', 'reservation', 4],
      ['one', 'reservation', 3],
      ['other', 'release', -4],
    ]);
  });

  it('ships and returns what it has in the end, and releases it when it is canceled', async () => {
    const { first, change, move, order: _, lines, reserved, placeOrder, customer } = await shopWithOrder();
    await change(first.id, { items: lines(2, 4) });
    await change(first.id, { items: lines(1) });
    await move(first.id, 'In_Transit');
    expect(await reserved()).toEqual([
      [9, 0],
      [10, 0],
    ]);
    await move(first.id, 'Canceled', { reason: 'Voltou', restock: true });
    const next = await placeOrder({ customer_id: customer.id, items: lines(3, 1) });
    await change(next.id, { items: lines(4) });
    await move(next.id, 'Canceled');
    expect(await reserved()).toEqual([
      [10, 0],
      [10, 0],
    ]);
  });

  it('takes the same lines, by whatever reference, for no change, even at new prices and once shipped', async () => {
    const { first, change, one, tp, move } = await shopWithOrder();
    const named = [{ product_id: one.id }, { sku: one.sku }];
    await tp.products.update(one.id, { price: 12 });
    for (const name of named)
      expect(await change(first.id, { items: [{ ...name, quantity: 3 }] })).toEqual(first);
    const shipped = await move(first.id, 'In_Transit');
    for (const name of named)
      expect(await change(first.id, { items: [{ ...name, quantity: 3 }] })).toEqual(shipped);
  });

  it('keeps agreed prices if the items are not sent', async () => {
    const { change, one, placeOrder, customer, coupons, other } = await shopWithOrder();
    await coupons.create({ code: 'DEZ', discount: off(1) });
    const items = [
      { product_id: one.id, quantity: 2, unit_price: 7, discount: 1 },
      { product_id: other.id, quantity: 1 },
    ];
    const { id, total } = await placeOrder({ customer_id: customer.id, items });
    expect(total).toBe(23);
    const changed = await change(id, { coupon_code: 'DEZ' });
    expect(changed).toMatchObject({
      total: 22,
      items: [{ unit_price: 7, discount: 1, total: 13 }, { total: 9 }],
    });
    expect(await change(id, { items })).toEqual(changed);
    const computed = await change(id, { items: [{ product_id: one.id, quantity: 2 }, items[1]!] });
    expect(computed).toMatchObject({
      total: 29,
      items: [{ unit_price: 10, price_source: { type: 'product' } }, {}],
    });
  });

  it('refuses too little stock with what the order can have of it, and changes nothing', async () => {
    const { first, change, lines, one, tp, reserved, placeOrder, customer, coupons } = await shopWithOrder();
    await coupons.create({ code: 'OI', discount: off(1) });
    await placeOrder({ customer_id: customer.id, items: lines(5) });
    const refused = change(first.id, { items: lines(6, 1), coupon_code: 'OI', notes: 'x' });
    await expect(refused).rejects.toMatchObject({
      ...refusal(409, 'insufficient_stock', '#/items/0/quantity'),
      errors: [{ product_id: one.id, requested: 6, available: 5 }],
    });
    expect(await tp.orders.get(first.id)).toEqual(first);
    expect((await coupons.list())[0]!.times_used).toBe(0);
    expect(await reserved()).toEqual([
      [10, 8],
      [10, 0],
    ]);
    await change(first.id, { items: lines(5, 1) });
    expect(await reserved()).toEqual([
      [10, 10],
      [10, 1],
    ]);
  });

  it('can always give back, even if less is on hand than remains reserved', async () => {
    const { first, change, lines, one, tp, reserved } = await shopWithOrder();
    await tp.products.adjustStock(one.id, { mode: 'set', quantity: 1, reason: 'loss' });
    await change(first.id, { items: lines(2) });
    expect((await reserved())[0]).toEqual([1, 2]);
    const refused = change(first.id, { items: lines(2.5) });
    await expect(refused).rejects.toMatchObject({ errors: [{ requested: 2.5, available: 1 }] });
  });

  it.each([
    ['Pending', 'In_Transit'] as const,
    ['Pending', 'In_Transit', 'Delivered'] as const,
    ['Pending', 'Canceled'] as const,
  ])('is refused once the order is no longer Pending: %s %s %s', async (_, ...way) => {
    const { first, change, move, tp, other, customer } = await shopWithOrder();
    for (const status of way) await move(first.id, status);
    const before = await tp.orders.get(first.id);
    const items = [{ product_id: other.id, quantity: 1 }];
    const body = { items, coupon_code: 'X', price_table_id: 1, customer_id: customer.id + 1 };
    await expect(change(first.id, body)).rejects.toMatchObject(
      refusal(409, 'order_not_editable', '#/items', '#/coupon_code', '#/price_table_id', '#/customer_id'),
    );
    const { customer_id, coupon_code, price_table_id } = before;
    expect(await change(first.id, { customer_id, coupon_code, price_table_id })).toEqual(before);
    expect(await tp.orders.get(first.id)).toEqual(before);
  });
});

describe('changing what an order uses', () => {
  it('gives the old coupon back and takes the new one, and the old one again', async () => {
    const { first, change, coupons } = await shopWithOrder();
    const [a, b] = [
      await coupons.create({ code: 'A', discount: off(1), usage_limit: 1 }),
      await coupons.create({ code: 'B', discount: off(2), usage_limit: 1 }),
    ];
    const used = async () =>
      Promise.all(
        [a, b].map(async ({ id }) => [
          (await coupons.get(id)).times_used,
          (await coupons.redemptions(id)).map(({ discount, released_at }) => [
            discount,
            released_at === null,
          ]),
        ]),
      );
    const seen = [];
    for (const coupon_code of ['a', 'b', 'A', null]) {
      const { total, coupon_code: shown } = await change(first.id, { coupon_code });
      seen.push([total, shown]);
      if (coupon_code === 'b')
        expect(await used()).toEqual([
          [0, [[1, false]]],
          [1, [[2, true]]],
        ]);
      if (coupon_code === 'A')
        expect(await used()).toEqual([
          [1, [[1, true]]],
          [0, [[2, false]]],
        ]);
    }
    expect(seen).toEqual([
      [29, 'A'],
      [28, 'B'],
      [29, 'A'],
      [30, null],
    ]);
    expect(await used()).toEqual([
      [0, [[1, false]]],
      [0, [[2, false]]],
    ]);
  });

  it('keeps the last use of a coupon and of a promotion, which are its own', async () => {
    const { change, coupons, promotions, lines, placeOrder, customer } = await shopWithOrder();
    const discount: Discount = { type: 'percentage', percentage: 10 };
    const coupon = await coupons.create({ code: 'C', discount, usage_limit: 1, usage_limit_per_customer: 1 });
    const promotion = await promotions.create({ name: 'P', discount: off(1), usage_limit: 1 });
    const { id, total } = await placeOrder({ customer_id: customer.id, items: lines(1), coupon_code: 'C' });
    expect(total).toBe(8.1);
    expect(await change(id, { items: lines(3) })).toMatchObject({ total: 26.1 });
    expect((await coupons.redemptions(coupon.id)).map((one) => one.discount)).toEqual([2.9]);
    const times = [
      (await coupons.get(coupon.id)).times_used,
      (await promotions.get(promotion.id)).times_used,
    ];
    expect(times).toEqual([1, 1]);
  });

  it('moves the uses to another customer, whose limits apply', async () => {
    const { change, coupons, lines, placeOrder, customer, tp } = await shopWithOrder();
    const { id: couponId } = await coupons.create({
      code: 'C',
      discount: off(1),
      usage_limit_per_customer: 1,
    });
    const [two, three] = [await buyer(tp), await buyer(tp)];
    const order = (customer_id: number) => placeOrder({ customer_id, items: lines(1), coupon_code: 'C' });
    const { id } = await order(customer.id);
    await order(two.id);
    const refused = change(id, { customer_id: two.id });
    await expect(refused).rejects.toMatchObject(refusal(409, 'coupon_exhausted', '#/coupon_code'));
    expect(await change(id, { customer_id: three.id })).toMatchObject({ customer_id: three.id, total: 9 });
    const customers = (await coupons.redemptions(couponId)).map((one) => one.customer_id);
    expect(customers.toSorted((a, b) => a - b)).toEqual([two.id, three.id]);
    await order(customer.id);
    expect((await coupons.get(couponId)).times_used).toBe(3);
  });

  it('counts as a first order as long as it is one, and gives no second order the promotion', async () => {
    const { change, promotions, lines, placeOrder, tp } = await shopWithOrder();
    const { id: promotionId } = await promotions.create({
      ...{ name: 'Primeiro', discount: off(1), conditions: { first_order: true } },
    });
    const [maria, ana] = [await buyer(tp), await buyer(tp)];
    const a = await placeOrder({ customer_id: maria.id, items: lines(1) });
    const b = await placeOrder({ customer_id: maria.id, items: lines(1) });
    expect([a.total, b.total]).toEqual([9, 10]);
    expect((await change(a.id, { items: lines(2) })).total).toBe(19);
    expect((await change(a.id, { customer_id: ana.id })).total).toBe(19);
    expect((await change(b.id, { items: lines(2) })).total).toBe(19);
    expect((await change(a.id, { customer_id: maria.id })).total).toBe(20);
    expect((await change(a.id, { items: lines(1) })).total).toBe(10);
    expect((await promotions.get(promotionId)).times_used).toBe(1);
  });

  it('uses the price table that is named, and refuses what a new order would be refused', async () => {
    const { first, change, priceTables, one, tp } = await shopWithOrder();
    const table = await priceTables.create({ name: 'Atacado', code: 'A', kind: 'fixed' });
    await priceTables.set(table.id, { product_id: one.id, price: 8 });
    expect(await change(first.id, { price_table_id: table.id })).toMatchObject({
      total: 24,
      price_table_id: table.id,
    });
    const refusals: [object, number, string, string][] = [
      [{ price_table_id: 2_000_000_000 }, 422, 'invalid_reference', '#/price_table_id'],
      [{ customer_id: 2_000_000_000 }, 422, 'invalid_reference', '#/customer_id'],
      [{ coupon_code: 'NENHUM' }, 422, 'coupon_invalid', '#/coupon_code'],
      [{ items: [{ sku: 'NENHUM', quantity: 1 }] }, 422, 'invalid_reference', '#/items/0/sku'],
      [
        { items: [{ product_id: one.id, quantity: 1 }], expected_total: 9 },
        409,
        'total_mismatch',
        '#/expected_total',
      ],
    ];
    const before = await tp.orders.get(first.id);
    for (const [body, status, code, pointer] of refusals)
      await expect(change(first.id, body)).rejects.toMatchObject(refusal(status, code as never, pointer));
    expect(await tp.orders.get(first.id)).toEqual(before);
  });
});

describe('the payments of a changed order', () => {
  it('pay it when its total falls to what was paid, once; and no longer when it rises', async () => {
    const { first, change, pay, lines, paidEvents } = await shopWithOrder();
    await pay(first.id, 20);
    const paid = await change(first.id, { items: lines(2) });
    expect(paid).toMatchObject({
      total: 20,
      paid_total: 20,
      paid_at: paid.updated_at,
      payment_status: 'paid',
    });
    expect(await paidEvents()).toBe(1);
    const dearer = await change(first.id, { shipping: { amount: 5 } });
    expect(dearer).toMatchObject({ total: 25, paid_at: null, payment_status: 'partially_paid' });
    const again = await pay(first.id, 5);
    expect([again.paid_at === null, again.refund_due]).toEqual([false, 0]);
    const cheaper = await change(first.id, { items: lines(1), shipping: null });
    expect(cheaper).toMatchObject({ total: 10, paid_total: 25, refund_due: 15, paid_at: again.paid_at });
    await expect(pay(first.id, 1)).rejects.toMatchObject({ code: 'payment_exceeds_total', remaining: 0 });
    expect(await paidEvents()).toBe(1);
  });

  it('pay it at once when it becomes free', async () => {
    const { first, change, coupons, paidEvents } = await shopWithOrder();
    await coupons.create({ code: 'GRATIS', discount: off(100) });
    const free = await change(first.id, { coupon_code: 'GRATIS' });
    expect(free).toMatchObject({ total: 0, paid_at: free.updated_at });
    expect(await paidEvents()).toBe(1);
  });
});
