import { describe, expect, it } from 'vitest';
import { eventsOf } from '../../support/events.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';
import { type OrderStatus, openShop, refusal } from '../../support/trade.ts';

const environment = sharedEnvironment();
const WAY: Record<OrderStatus, OrderStatus[]> = {
  ...{
    Pending: [],
    In_Transit: ['In_Transit'],
    Delivered: ['In_Transit', 'Delivered'],
    Canceled: ['Canceled'],
  },
};
const STATUSES = Object.keys(WAY) as OrderStatus[];

/** An order for 3 of 10 units at 10.00 with shipping of 5.00, in a status. */
async function orderThatIs(status: OrderStatus = 'Pending') {
  const shop = await openShop(environment());
  const product = await stocked(shop.tp, 10);
  const items = [{ product_id: product.id, quantity: 3 }];
  let order = await shop.order({ items, shipping: { amount: 5, method: 'PAC' }, notes: 'Antes' });
  for (const step of WAY[status]) order = await shop.move(order.id, step);
  const actor = `api_key:${(await shop.tp.me()).api_key.prefix}`;
  const kinds = async () =>
    (await eventsOf(environment(), shop.tenantId)).map(({ event_type }) => event_type);
  return { ...shop, product, order, actor, kinds };
}

describe('changing an order', () => {
  it('changes the fields that are sent, records the change, and emits nothing', async () => {
    const { order, change, tp, actor, kinds } = await orderThatIs();
    const before = await kinds();
    const body = { external_id: 'ERP-1', notes: null, metadata: { a: 'b' }, shipping: { method: 'SEDEX' } };
    const changed = await change(order.id, body);
    const at = changed.updated_at;
    expect(changed).toEqual({
      ...order,
      ...{ external_id: 'ERP-1', notes: null, metadata: { a: 'b' }, version: 2, updated_at: at },
      shipping: { ...order.shipping, method: 'SEDEX' },
      changes: [{ at, actor, fields: ['external_id', 'notes', 'metadata', 'shipping'] }],
    });
    expect(await tp.orders.get(order.id)).toEqual(changed);
    expect((await tp.orders.list({ updated_since: at })).data).toMatchObject([changed]);
    expect(await kinds()).toEqual(before);
  });

  it.each(STATUSES)('that is %s to the values it has changes nothing', async (status) => {
    const { order, change } = await orderThatIs(status);
    const { notes, metadata, shipping, external_id, total } = order;
    const same = { notes, metadata, external_id, expected_total: total };
    expect(await change(order.id, { ...same, shipping: { amount: shipping!.amount } })).toEqual(order);
    expect(await change(order.id, { expected_total: total })).toEqual(order);
  });

  it('replaces the members of shipping that are sent, and removes it with its amount', async () => {
    const { order, change } = await orderThatIs();
    const dearer = await change(order.id, { shipping: { amount: 7.5 }, expected_total: 37.5 });
    expect(dearer).toMatchObject({
      ...{ total: 37.5, shipping_amount: 7.5, shipping: { amount: 7.5, method: 'PAC' } },
      changes: [{ fields: ['shipping', 'shipping_amount', 'total'] }],
    });
    const without = await change(order.id, { shipping: null });
    expect(without).toMatchObject({ total: 30, shipping_amount: 0, shipping: null });
    const again = await change(order.id, { shipping: { method: 'Moto' } });
    expect(again).toMatchObject({ total: 30, shipping: { amount: 0, method: 'Moto', address: null } });
  });

  it('refuses a total other than expected, and one that is too large', async () => {
    const { order, change, tp } = await orderThatIs();
    const refused = change(order.id, { notes: 'x', expected_total: 34 });
    await expect(refused).rejects.toMatchObject(refusal(409, 'total_mismatch', '#/expected_total'));
    const largest = { shipping: { amount: 9_999_999_999.99 } };
    await expect(change(order.id, largest)).rejects.toMatchObject(
      refusal(422, 'amount_out_of_range', '#/shipping/amount'),
    );
    expect(await tp.orders.get(order.id)).toEqual(order);
  });

  it('writes back what an ERP knows, also to a canceled order its document', async () => {
    const { order, change, move } = await orderThatIs('In_Transit');
    const access_key = '41260211222333000181550010000005671836102749';
    const body = {
      channel: 'marketplace',
      salesperson: { name: 'Ana Lima' },
      shipping: { tracking_code: 'AA123456785BR', volumes: 2, modality: 0 as const },
      payment_terms: [{ due_date: '2026-03-01', amount: 35 }],
    };
    const changed = await change(order.id, { ...body, fiscal_document: { access_key } });
    expect(changed).toMatchObject({
      ...body,
      shipping: { ...body.shipping, method: 'PAC', amount: 5 },
      salesperson: { name: 'Ana Lima', external_id: null },
      fiscal_document: { access_key, number: '567', series: '1', url: null },
      changes: [{ fields: ['channel', 'shipping', 'salesperson', 'fiscal_document', 'payment_terms'] }],
    });
    expect(await change(order.id, { ...body, fiscal_document: { access_key } })).toEqual(changed);
    await move(order.id, 'Canceled', { reason: 'Voltou', restock: true });
    const url = 'https://erp.example.com/567.xml';
    const canceled = await change(order.id, { fiscal_document: { access_key, url } });
    expect(canceled.fiscal_document).toMatchObject({ url });
    const refused = change(order.id, { channel: null, salesperson: null, payment_terms: [] });
    await expect(refused).rejects.toMatchObject(
      refusal(409, 'order_not_editable', '#/channel', '#/salesperson', '#/payment_terms'),
    );
  });

  it('refuses payment terms that do not add up to the new total, sent or not', async () => {
    const { order, change, tp } = await orderThatIs();
    const due_date = '2026-03-01';
    const wrong = change(order.id, { payment_terms: [{ due_date, amount: 34 }] });
    await expect(wrong).rejects.toMatchObject(refusal(409, 'total_mismatch', '#/payment_terms'));
    const agreed = await change(order.id, { payment_terms: [{ due_date, amount: 35 }] });
    const dearer = { shipping: { amount: 6 } };
    await expect(change(order.id, dearer)).rejects.toMatchObject(
      refusal(409, 'total_mismatch', '#/payment_terms'),
    );
    expect(await tp.orders.get(order.id)).toEqual(agreed);
    const changed = await change(order.id, { ...dearer, payment_terms: [{ due_date, amount: 36 }] });
    expect(changed).toMatchObject({ total: 36, payment_terms: [{ amount: 36, method: null }] });
    expect(await change(order.id, { shipping: null, payment_terms: [] })).toMatchObject({ total: 30 });
  });

  it('refuses an external_id that another order has', async () => {
    const { order, change, product, placeOrder, customer, tp } = await orderThatIs();
    await placeOrder({
      customer_id: customer.id,
      items: [{ product_id: product.id, quantity: 1 }],
      external_id: 'ERP-2',
    });
    const refused = change(order.id, { external_id: 'ERP-2', notes: 'x' });
    await expect(refused).rejects.toMatchObject(refusal(409, 'already_exists', '#/external_id'));
    expect(await tp.orders.get(order.id)).toEqual(order);
  });

  it('keeps the last 100 changes in the order, and all of them in the table', async () => {
    const { order, change, tenantId } = await orderThatIs();
    for (let i = 0; i < 101; i += 1) await change(order.id, { notes: `${i}` });
    const { changes } = await change(order.id, { metadata: { last: 'yes' } });
    expect(changes.length).toBe(100);
    expect([changes[0], changes.at(-1)]).toMatchObject([{ fields: ['notes'] }, { fields: ['metadata'] }]);
    expect(changes.map(({ at }) => at)).toEqual(changes.map(({ at }) => at).toSorted());
    const [row] = await environment().context.db.query(
      'SELECT count(*)::int, max(version) FROM order_changes WHERE tenant_id = $1 AND order_id = $2',
      [tenantId, order.id],
    );
    expect(row).toEqual({ count: 102, max: 103 });
  });

  it('is done once with an Idempotency-Key, and by one of two with the same ETag', async () => {
    const { order, change, tp, key, request } = await orderThatIs();
    const once = { 'idempotency-key': 'k' };
    const [first, second] = [
      await change(order.id, { notes: 'a' }, once),
      await change(order.id, { notes: 'a' }, once),
    ];
    expect([first, second.version]).toEqual([second, 2]);
    const headers = { 'if-match': '"2"' };
    const both = ['b', 'c'].map((notes) =>
      request('PATCH', `/orders/${order.id}`, { body: { notes }, headers, key }),
    );
    expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual([200, 412]);
    expect((await tp.orders.get(order.id)).version).toBe(3);
  });
});

describe('an order that is', () => {
  const free = { metadata: { a: 'b' } };
  const open = { external_id: 'ERP-9', notes: 'Depois', shipping: { method: 'SEDEX' } };
  const cases: [OrderStatus, object, string[]][] = [
    ['Pending', { ...free, ...open, shipping: { amount: 6 } }, []],
    ['In_Transit', { ...free, ...open }, []],
    ['In_Transit', { ...open, shipping: { amount: 6, method: 'SEDEX' } }, ['#/shipping/amount']],
    ['In_Transit', { ...open, shipping: null }, ['#/shipping']],
    ['Delivered', { ...free, ...open }, []],
    ['Delivered', { shipping: { amount: 0 } }, ['#/shipping/amount']],
    ['Canceled', free, []],
    ['Canceled', { ...free, ...open }, ['#/external_id', '#/notes', '#/shipping/method']],
    ['Canceled', { shipping: { amount: 6 } }, ['#/shipping/amount']],
    [
      'Canceled',
      { shipping: { amount: 6, method: 'PAC', volumes: 2 } },
      ['#/shipping/amount', '#/shipping/volumes'],
    ],
    ['Canceled', { shipping: null }, ['#/shipping']],
  ];
  it.each(cases)('%s and changed with %j is refused at %j', async (status, body, pointers) => {
    const { order, change, tp } = await orderThatIs(status);
    const attempt = change(order.id, body);
    if (pointers.length === 0) {
      expect(await attempt).toMatchObject({ ...body, version: order.version + 1 });
      return;
    }
    await expect(attempt).rejects.toMatchObject(refusal(409, 'order_not_editable', ...pointers));
    expect(await tp.orders.get(order.id)).toEqual(order);
  });
});
