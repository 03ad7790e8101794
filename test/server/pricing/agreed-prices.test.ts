import { describe, expect, it } from 'vitest';
import { eventsOf } from '../../support/events.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { buyer, stocked } from '../../support/shop.ts';
import { off, percent, shopWithPromotions } from '../../support/shop-with-promotions.ts';
import { refusal } from '../../support/trade.ts';

const environment = sharedEnvironment();
const agreed = { type: 'agreed', price_table_id: null };

describe('a line at an agreed price', () => {
  it('is sold at it, whatever price tables, promotions and the coupon say', async () => {
    const { order, ten, priceTables, promotions, promote, coupons, tenantId } = await shopWithPromotions(
      environment(),
    );
    const table = await priceTables.create({ name: 'T', code: 'T', kind: 'percentage', percentage: -50 });
    const promotion = await promote(percent(10));
    const coupon = await coupons.create({ code: 'UM', discount: off(1) });
    const placed = await order({
      ...{ price_table_id: table.id, coupon_code: 'UM', shipping: { amount: 2 }, expected_total: 27.5 },
      items: [{ sku: ten.sku, quantity: 3, unit_price: 9.25, discount: 2.25 }],
    });
    expect(placed.items).toMatchObject([
      { unit_price: 9.25, price_source: agreed, subtotal: 27.75, discount: 2.25, total: 25.5 },
    ]);
    expect(placed).toMatchObject({ subtotal: 27.75, discount_total: 2.25, total: 27.5, coupon_code: 'UM' });
    expect(placed.discounts).toMatchObject([{ type: 'coupon', coupon_id: coupon.id, amount: 0 }]);
    expect(await coupons.redemptions(coupon.id)).toEqual([]);
    expect((await promotions.get(promotion.id)).times_used).toBe(0);
    const event = (await eventsOf(environment(), tenantId)).find(
      ({ event_type }) => event_type === 'order.created',
    );
    expect(event?.data).toMatchObject({ order: { items: placed.items } });
  });

  it('may be free, or become free by its discount', async () => {
    const { order, ten } = await shopWithPromotions(environment());
    const line = { product_id: ten.id, quantity: 0.333 };
    const free = await order({ items: [{ ...line, unit_price: 0 }] });
    expect(free).toMatchObject({ subtotal: 0, discount_total: 0, total: 0 });
    const taken = await order({ items: [{ ...line, unit_price: 9.99, discount: 3.33 }] });
    expect(taken).toMatchObject({ subtotal: 3.33, discount_total: 3.33, total: 0 });
    expect([free.paid_at, taken.paid_at]).not.toContain(null);
  });

  it('reaches no tier, no min_amount, no min_quantity and no free unit for lines of the same product', async () => {
    const { quote, ten, priceTables, promote } = await shopWithPromotions(environment());
    const table = await priceTables.create({ name: 'T', code: 'T', kind: 'fixed', is_default: true });
    await priceTables.set(table.id, { product_id: ten.id, min_quantity: 3, price: 1 });
    await promote(off(1), { stackable: true, conditions: { min_amount: 20.01 } });
    await promote(off(2), { stackable: true, conditions: { min_quantity: 2.001 } });
    await promote({ type: 'buy_x_get_y', buy_quantity: 2, get_quantity: 1 }, { stackable: true });
    const items = [
      { product_id: ten.id, quantity: 7, unit_price: 10 },
      { product_id: ten.id, quantity: 2 },
    ];
    const quoted = await quote({ items });
    expect(quoted.items.map(({ unit_price, discount }) => [unit_price, discount])).toEqual([
      [10, 0],
      [10, 0],
    ]);
    expect([quoted.discounts, quoted.total]).toEqual([[], 90]);
  });

  it('leaves a discount on the order to the other lines', async () => {
    const { quote, ten, less, promote } = await shopWithPromotions(environment());
    await promote(off(100));
    const items = [
      { product_id: ten.id, quantity: 1, unit_price: 10 },
      { product_id: less.id, quantity: 1 },
      { product_id: ten.id, quantity: 1 },
    ];
    const { items: lines, discount_total } = await quote({ items });
    expect([lines.map(({ discount }) => discount), discount_total]).toEqual([[0, 2.5, 10], 12.5]);
  });

  it('is no line for the promotion of a coupon, which then refuses the order', async () => {
    const { order, ten, promote, coupons, customer } = await shopWithPromotions(environment());
    const { id: promotion_id } = await promote(off(1), { requires_coupon: true });
    await coupons.create({ code: 'ABRE', promotion_id });
    const items = [{ product_id: ten.id, quantity: 1, unit_price: 10 }];
    await expect(order({ items, coupon_code: 'ABRE' })).rejects.toMatchObject(
      refusal(422, 'coupon_invalid', '#/coupon_code'),
    );
    const validated = await coupons.validate({ coupon_code: 'ABRE', customer_id: customer.id, items });
    expect(validated).toMatchObject({ valid: false, problem_code: 'coupon_invalid', discount: 0 });
  });

  it('makes the order a first order like any other', async () => {
    const { order, ten, promote, tp } = await shopWithPromotions(environment());
    await promote(off(1), { conditions: { first_order: true } });
    const { id: customer_id } = await buyer(tp);
    await order({ customer_id, items: [{ product_id: ten.id, quantity: 1, unit_price: 5 }] });
    const second = await order({ customer_id, items: [{ product_id: ten.id, quantity: 1 }] });
    expect(second.total).toBe(10);
  });

  it('reserves stock with the computed lines of its product, all or nothing', async () => {
    const { order, tp } = await shopWithPromotions(environment());
    const { id: product_id } = await stocked(tp, 3);
    const items = [
      { product_id, quantity: 1, unit_price: 1 },
      { product_id, quantity: 2 },
    ];
    await expect(order({ items: [...items, items[0]!] })).rejects.toMatchObject({
      ...refusal(409, 'insufficient_stock', ...[0, 1, 2].map((line) => `#/items/${line}/quantity`)),
    });
    await order({ items });
    expect((await tp.products.get(product_id)).stock).toMatchObject({ on_hand: 3, reserved: 3 });
  });
});

describe('an agreed price is refused', () => {
  const line = { quantity: 3, unit_price: 0.5 };
  const cases: [what: string, items: object[], issues: object[]][] = [
    [
      'with a discount above the subtotal',
      [
        { ...line, discount: 1.5 },
        { ...line, discount: 1.51 },
        { quantity: 0.333, unit_price: 1, discount: 0.34 },
      ],
      [
        {
          pointer: '#/items/1/discount',
          code: 'maximum',
          detail: "must be at most 1.50, the line's subtotal",
        },
        {
          pointer: '#/items/2/discount',
          code: 'maximum',
          detail: "must be at most 0.33, the line's subtotal",
        },
      ],
    ],
    [
      'if only its discount is sent, 0 included',
      [{ quantity: 1, discount: 0 }, line],
      [{ pointer: '#/items/0/unit_price', code: 'required', detail: 'is required with discount' }],
    ],
  ];
  it.each(cases)('%s', async (_, lines, errors) => {
    const { placeOrder, quoteOrder, coupons, ten, tp } = await shopWithPromotions(environment());
    // Before the customer and the coupon are looked at.
    const body = {
      customer_id: 2_147_483_647,
      items: lines.map((each) => ({ quantity: 1, ...each, product_id: ten.id })),
    };
    const refused = { status: 400, code: 'invalid_request', errors };
    await expect(placeOrder({ ...body, coupon_code: 'NENHUM' })).rejects.toMatchObject(refused);
    await expect(quoteOrder(body)).rejects.toMatchObject(refused);
    await expect(coupons.validate({ ...body, coupon_code: 'NENHUM' })).rejects.toMatchObject(refused);
    expect((await tp.orders.list()).data).toEqual([]);
  });

  it('if the total differs from expected_total, or the subtotal exceeds the largest amount', async () => {
    const { order, ten } = await shopWithPromotions(environment());
    const items = (unit_price: number) => [{ product_id: ten.id, quantity: 2, unit_price }];
    await expect(order({ items: items(5), expected_total: 20 })).rejects.toMatchObject({
      ...refusal(409, 'total_mismatch', '#/expected_total'),
      ...{ total: 10, expected_total: 20 },
    });
    await expect(order({ items: items(9_999_999_999.99) })).rejects.toMatchObject(
      refusal(422, 'amount_out_of_range', '#/items/0/quantity'),
    );
  });

  it('without the scope orders.write, which is enough for it', async () => {
    const { addKey, request, customer, ten } = await shopWithPromotions(environment());
    const body = { customer_id: customer.id, items: [{ product_id: ten.id, quantity: 1, unit_price: 1 }] };
    const statusWith = async (...scopes: string[]) =>
      (await request('POST', '/orders', { body, key: (await addKey(scopes)).key })).status;
    expect(await statusWith('orders.read', 'price_tables.write', 'promotions.write')).toBe(403);
    expect(await statusWith('orders.write')).toBe(201);
  });
});
