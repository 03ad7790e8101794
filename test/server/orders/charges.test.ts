import { describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';
import { percent } from '../../support/shop-with-promotions.ts';
import { openShop, refusal } from '../../support/trade.ts';

const environment = sharedEnvironment();

/** A shop with two products at 10.00 and 0.05, and lines of 3 of one and 1 of the other. */
async function shopWithLines() {
  const shop = await openShop(environment());
  const one = await stocked(shop.tp, 0, { track_stock: false });
  const other = await stocked(shop.tp, 0, { price: 0.05, track_stock: false });
  const items = [
    { product_id: one.id, quantity: 3 },
    { product_id: other.id, quantity: 1 },
  ];
  return { ...shop, one, other, items };
}

const charges = [
  { type: 'ipi' as const, amount: 1.5, item: 0 },
  { type: 'icms_st' as const, amount: 2.25, item: 1, description: 'ST' },
  { type: 'insurance' as const, amount: 0 },
];
const recorded = [
  { type: 'ipi', amount: 1.5, description: null, item: 0 },
  { type: 'icms_st', amount: 2.25, description: 'ST', item: 1 },
  { type: 'insurance', amount: 0, description: null, item: null },
];

describe('charges', () => {
  it('fit into an order, its quote and its change as often as the contract says, however long', async () => {
    const { quote, order, change, one } = await shopWithLines();
    const lines = Array.from({ length: 990 }, () => ({
      sku: one.sku,
      quantity: 1,
      unit_price: 10.0000000001,
      discount: 1,
    }));
    const each = { type: 'icms_st' as const, amount: 1.55, description: 'Descrição '.repeat(20) };
    const many = Array.from({ length: 1000 }, (_, index) => ({ ...each, item: Math.min(index, 989) }));
    const total = 990 * 9 + 1550;
    expect(await quote({ items: lines, charges: many })).toMatchObject({ total, charges_total: 1550 });
    const placed = await order({ items: lines, charges: many });
    expect(placed).toMatchObject({ total, charges_total: 1550 });
    const changed = await change(placed.id, {
      items: lines.slice(1).concat({ ...lines[0]!, quantity: 2 }),
      charges: many,
    });
    expect(changed).toMatchObject({ total: total + 10, charges_total: 1550 });
  });

  it('are recorded as they are, and part of the total of a quote and an order', async () => {
    const { quote, order, items } = await shopWithLines();
    const body = {
      items,
      charges,
      shipping: { amount: 5 },
      payment_terms: [term(38.8)],
      expected_total: 38.8,
    };
    const amounts = { charges: recorded, charges_total: 3.75, subtotal: 30.05, total: 38.8 };
    expect(await quote(body)).toMatchObject(amounts);
    expect(await order(body)).toMatchObject(amounts);
    expect(await order({ items })).toMatchObject({ charges: [], charges_total: 0, agreed_discount: 0 });
  });

  it('are paid and refunded with the rest of the total', async () => {
    const { order, items, pay, refund } = await shopWithLines();
    const { id } = await order({ items, charges });
    expect(await pay(id, 33.79)).toMatchObject({ payment_status: 'partially_paid' });
    expect(await pay(id, 0.01)).toMatchObject({ payment_status: 'paid' });
    expect(await refund(id, 33.8)).toMatchObject({ payment_status: 'refunded' });
  });

  it.each([
    ['of a line that the order does not have', { item: 2 }],
    ['with more than two decimals', { amount: 0.001 }],
    ['with a negative amount', { amount: -1 }],
    ['of an unknown type', { type: 'icms' }],
    ['of half a line', { item: 0.5 }],
    ['with a member that charges do not have', { rate: 5 }],
  ])('%s are refused', async (_, wrong) => {
    const { order, quote, items } = await shopWithLines();
    const body = { items, charges: [charges[0]!, { ...charges[0]!, ...wrong }] } as never;
    const [member] = Object.keys(wrong);
    const refused = {
      status: 400,
      code: 'invalid_request',
      errors: [{ pointer: `#/charges/1/${member}` }],
    };
    await expect(order(body)).rejects.toMatchObject(refused);
    await expect(quote(body)).rejects.toMatchObject(refused);
  });

  it('are refused if the total is out of range with them', async () => {
    const { order, items } = await shopWithLines();
    const most = { type: 'other' as const, amount: 9_999_999_999.99 };
    await expect(order({ items, charges: [most] })).rejects.toMatchObject(
      refusal(422, 'amount_out_of_range', '#/charges'),
    );
  });

  it('can change until the order is delivered, with the total and no prices', async () => {
    const { order, change, move, tp, one, items } = await shopWithLines();
    const { id } = await order({ items, shipping: { amount: 5 } });
    await tp.products.update(one.id, { price: 99 });
    await move(id, 'In_Transit');
    expect(await change(id, { charges, expected_total: 38.8 })).toMatchObject({
      ...{ charges: recorded, charges_total: 3.75, subtotal: 30.05, total: 38.8 },
      changes: [{ fields: ['charges', 'charges_total', 'total'] }],
    });
    expect(await change(id, { charges: [] })).toMatchObject({ charges: [], charges_total: 0, total: 35.05 });
    await change(id, { charges });
    await move(id, 'Delivered');
    expect(await change(id, { charges })).toMatchObject({ total: 38.8 }); // they don't change
    await expect(change(id, { charges: [] })).rejects.toMatchObject(
      refusal(409, 'order_not_editable', '#/charges'),
    );
  });

  it('must agree with the payment terms, and with the lines that they name', async () => {
    const { order, change, items } = await shopWithLines();
    const { id } = await order({ items, payment_terms: [term(30.05)] });
    await expect(change(id, { charges })).rejects.toMatchObject(
      refusal(409, 'total_mismatch', '#/payment_terms'),
    );
    const wrong = [{ ...charges[0]!, item: 2 }];
    await expect(change(id, { charges: wrong })).rejects.toMatchObject(
      refusal(400, 'invalid_request', '#/charges/0/item'),
    );
    await change(id, { charges, payment_terms: [term(33.8)] });
    await expect(change(id, { items: [items[0]!], payment_terms: [] })).rejects.toMatchObject(
      refusal(400, 'invalid_request', '#/charges'),
    );
    await expect(change(id, { items: [items[0]!], charges, payment_terms: [] })).rejects.toMatchObject(
      refusal(400, 'invalid_request', '#/charges/1/item'),
    );
    const less = { items: [items[0]!], charges: [charges[0]!], payment_terms: [] };
    expect(await change(id, less)).toMatchObject({ charges: [recorded[0]], subtotal: 30, total: 31.5 });
  });

  it('stay when the order is computed anew, and follow into events, exports and the report', async () => {
    const { order, change, items, tp } = await shopWithLines();
    const whole = [{ type: 'handling' as const, amount: 4.5 }];
    const { id, created_at } = await order({ items, charges: whole });
    expect(await change(id, { items: [items[0]!] })).toMatchObject({ total: 34.5, charges_total: 4.5 });
    const [event] = (await tp.events.list()).data.filter(({ event_type }) => event_type === 'order.created');
    expect(event!.data).toMatchObject({ order: { charges_total: 4.5, total: 34.55 } });
    const csv = await tp.orders.export({ format: 'csv' }).text();
    expect(csv.split('\r\n')[0]).toMatch(
      /,updated_at,agreed_discount,charges,charges_total,customer_external_id,/,
    );
    const day = created_at.slice(0, 10);
    const { totals } = await tp.reports.sales({
      start_date: day,
      end_date: day,
      group_by: 'day',
      time_zone: 'UTC',
    });
    expect(totals).toMatchObject({ orders: 1, subtotal: 30, shipping_amount: 0, total: 34.5 });
  });
});

describe('the discount agreed on the whole order', () => {
  it('is applied last, and shared over all lines, those at agreed prices included', async () => {
    const { order, promotions, one, other } = await shopWithLines();
    await promotions.create({ name: '10 %', discount: percent(10) });
    const items = [
      { product_id: one.id, quantity: 1 }, // 10.00 less 1.00
      { product_id: one.id, quantity: 1, unit_price: 7, discount: 1 },
      { product_id: other.id, quantity: 20, unit_price: 0.25 },
    ];
    // 9.00 + 6.00 + 5.00 are left: 10.01 of them are 7.5075 of the first product and 2.5025 of the second.
    expect(await order({ items, agreed_discount: 10.01 })).toMatchObject({
      items: [
        { discount: 5.51, order_discount: 4.51, total: 4.49 },
        { discount: 4, order_discount: 3, total: 3 },
        { discount: 2.5, order_discount: 2.5, total: 2.5 },
      ],
      discounts: [{ type: 'promotion', amount: 1 }],
      ...{ agreed_discount: 10.01, discount_total: 12.01, subtotal: 22, total: 9.99 },
    });
  });

  it('may take all that is left, and no more', async () => {
    const { order, change, items } = await shopWithLines();
    const free = await order({ items, agreed_discount: 30.05 });
    expect(free).toMatchObject({ total: 0, payment_status: 'paid' });
    await expect(order({ items, agreed_discount: 30.06 })).rejects.toMatchObject(
      refusal(400, 'invalid_request', '#/agreed_discount'),
    );
    await expect(change(free.id, { agreed_discount: 30.06 })).rejects.toMatchObject(
      refusal(400, 'invalid_request', '#/agreed_discount'),
    );
  });

  it('changes without new prices while the order is Pending, and keeps what was agreed for lines', async () => {
    const { order, change, tp, one, other, move } = await shopWithLines();
    const items = [
      { product_id: one.id, quantity: 1 },
      { product_id: other.id, quantity: 1, unit_price: 10, discount: 2 },
    ];
    const { id } = await order({ items, agreed_discount: 9 });
    await tp.products.update(one.id, { price: 99 });
    expect(await change(id, { agreed_discount: 4.5 })).toMatchObject({
      items: [
        { unit_price: 10, discount: 2.5, order_discount: 2.5, total: 7.5 },
        { discount: 4, order_discount: 2, total: 6 },
      ],
      ...{ agreed_discount: 4.5, discount_total: 6.5, total: 13.5 },
      changes: [{ fields: ['agreed_discount', 'items', 'discount_total', 'total'] }],
    });
    // The line as it was ordered isn't a change, and neither is the order as it is.
    expect(await change(id, { items })).toMatchObject({ version: 2, total: 13.5 });
    const anew = await change(id, { items: [items[1]!, items[0]!] });
    expect(anew).toMatchObject({ agreed_discount: 4.5, discount_total: 6.5, total: 102.5 });
    expect(await change(id, { agreed_discount: 0 })).toMatchObject({
      items: [
        { discount: 2, order_discount: 0, total: 8 },
        { discount: 0, order_discount: 0 },
      ],
      ...{ discount_total: 2, total: 107 },
    });
    await move(id, 'In_Transit');
    await expect(change(id, { agreed_discount: 1 })).rejects.toMatchObject(
      refusal(409, 'order_not_editable', '#/agreed_discount'),
    );
  });
});

const term = (amount: number) => ({ due_date: '2026-12-31', amount });
