import { describe, expect, it } from 'vitest';
import { eventsOf } from '../../support/events.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';
import { openShop, outcomes, refusal } from '../../support/trade.ts';

const environment = sharedEnvironment({ env: { DATABASE_POOL_SIZE: '40' } });
const AT_ONCE = 200;
/** As many as an order can have. */
const MOST = 100;

/** A shop with 100 of two products, of which an order In_Transit has 5 and 3, and 2 more of the first on a third line. */
async function shippedShop() {
  const shop = await openShop(environment());
  const [one, other] = [await stocked(shop.tp, 100), await stocked(shop.tp, 100)];
  const items = [
    { product_id: one.id, quantity: 5 },
    { product_id: other.id, quantity: 3 },
    { product_id: one.id, quantity: 2 },
  ];
  const { id } = await shop.order({ items });
  await shop.move(id, 'In_Transit');
  const onHand = async () => (await shop.tp.stock.list()).data.map(({ on_hand }) => on_hand);
  const ledger = async () =>
    (await shop.tp.stock.movements({ order_id: id })).data
      .filter(({ type }) => type === 'return')
      .map(({ product_id, quantity, on_hand_after }) => [product_id, quantity, on_hand_after]);
  const read = () => shop.tp.orders.get(id);
  const returned = async () => (await read()).items.map(({ returned_quantity }) => returned_quantity);
  return { ...shop, one, other, id, onHand, ledger, read, returned };
}

describe('a return', () => {
  it('raises returned_quantity, restocks each product once, and is listed', async () => {
    const { id, one, other, takeBack, onHand, ledger, read } = await shippedShop();
    expect((await read()).items.map(({ returned_quantity }) => returned_quantity)).toEqual([0, 0, 0]);
    const back = await takeBack(id, { 1: 1.5, 2: 3, 3: 2 }, { reason: 'Pediu "demais"' });
    expect(back.items.map(({ returned_quantity }) => returned_quantity)).toEqual([1.5, 3, 2]);
    expect(back).toMatchObject({ status: 'In_Transit', version: 3, refunds: [], refund_due: 0 });
    expect(back.returns).toEqual([
      {
        ...{ id: 1, restock: true, reason: 'Pediu "demais"', refund_id: null, at: back.updated_at },
        actor: expect.stringMatching(/^api_key:tp_/),
        items: [
          { line: 1, product_id: one.id, quantity: 1.5 },
          { line: 2, product_id: other.id, quantity: 3 },
          { line: 3, product_id: one.id, quantity: 2 },
        ],
      },
    ]);
    expect(await onHand()).toEqual([96.5, 100]);
    expect(await ledger()).toEqual([
      [one.id, 3.5, 96.5],
      [other.id, 3, 100],
    ]);
    expect(await read()).toEqual(back);
  });

  it('without restock moves no stock', async () => {
    const { id, takeBack, onHand, ledger, returned } = await shippedShop();
    await takeBack(id, { 1: 1 }, { restock: false });
    expect([await returned(), await onHand(), await ledger()]).toEqual([[1, 0, 0], [93, 97], []]);
  });

  it('restocks no product whose stock was not tracked when it was sold, and one that was deleted since', async () => {
    const { tp, order, move, takeBack } = await openShop(environment());
    const untracked = await stocked(tp, 0, { track_stock: false });
    const deleted = await stocked(tp, 10);
    const quantity = 2;
    const { id } = await order({
      items: [
        { product_id: untracked.id, quantity },
        { product_id: deleted.id, quantity },
      ],
    });
    await move(id, 'In_Transit');
    await tp.products.update(untracked.id, { track_stock: true });
    await tp.products.delete(deleted.id);
    await takeBack(id, { 1: 1, 2: 1 });
    const { data } = await tp.stock.list({ include_deleted: true });
    expect(data.map(({ on_hand }) => on_hand)).toEqual([0, 9]);
  });

  it('cannot exceed what was sold of its line, over all returns', async () => {
    const { id, takeBack, move, returned, onHand, other } = await shippedShop();
    const exceeding = (...pointers: string[]) => refusal(409, 'return_exceeds_sold', ...pointers);
    await takeBack(id, { 1: 4, 3: 2 });
    await move(id, 'Delivered');
    const refused = takeBack(id, { 1: 1.001, 2: 3, 3: 0.001 });
    await expect(refused).rejects.toMatchObject({
      ...exceeding('#/items/0/quantity', '#/items/2/quantity'),
      message: '2 lines have less left to return; see errors.',
    });
    await expect(refused).rejects.toMatchObject({
      errors: [
        { sold: 5, returned: 4 },
        { sold: 2, returned: 2 },
      ],
    });
    await expect(takeBack(id, { 2: 4 })).rejects.toMatchObject({
      errors: [{ detail: `3 left of ${other.sku}` }],
    });
    expect([await returned(), await onHand()]).toEqual([
      [4, 0, 2],
      [99, 97],
    ]);
    await takeBack(id, { 1: 1, 2: 3 });
    expect(await onHand()).toEqual([100, 100]);
  });

  it('is refused for an order that is Pending or Canceled, restocked or not', async () => {
    const { order, one, move, takeBack } = await shippedShop();
    const place = async () => (await order({ items: [{ product_id: one.id, quantity: 1 }] })).id;
    const [pending, lost, back] = [await place(), await place(), await place()];
    for (const [id, restock] of [
      [lost, false],
      [back, true],
    ] as const) {
      await move(id, 'In_Transit');
      await move(id, 'Canceled', { reason: 'x', restock });
    }
    const notAllowed = refusal(409, 'return_not_allowed', '#/items');
    for (const id of [pending, lost, back])
      await expect(takeBack(id, { 1: 1 })).rejects.toMatchObject(notAllowed);
  });

  it('before a cancellation with restock leaves the rest to come back then', async () => {
    const { id, one, takeBack, move, onHand, ledger } = await shippedShop();
    await takeBack(id, { 1: 3, 2: 3 }, { restock: false });
    await takeBack(id, { 3: 1 });
    await move(id, 'Canceled', { reason: 'Voltou', restock: true });
    expect(await onHand()).toEqual([97, 97]);
    expect(await ledger()).toEqual([
      [one.id, 1, 94],
      [one.id, 3, 97],
    ]);
  });

  it('records its refund, or neither', async () => {
    const { id, pay, takeBack, read, onHand } = await shippedShop();
    await pay(id, 30);
    const refund = { amount: 30.01, reason: 'Avaria' };
    const before = await read();
    const refused = (more: object) => takeBack(id, { 1: 1 }, { refund: { ...refund, ...more } });
    await expect(refused({})).rejects.toMatchObject(refusal(409, 'refund_exceeds_paid', '#/refund/amount'));
    await expect(refused({ amount: 1, payment_id: 2 })).rejects.toMatchObject(
      refusal(422, 'invalid_reference', '#/refund/payment_id'),
    );
    await expect(refused({ amount: 1, refunded_at: '1999-01-01T00:00:00Z' })).rejects.toMatchObject(
      refusal(400, 'invalid_request', '#/refund/refunded_at'),
    );
    expect([await read(), await onHand()]).toEqual([before, [93, 97]]);
    const back = await takeBack(id, { 1: 1 }, { refund: { amount: 10, reason: 'Avaria', reference: 'D1' } });
    expect(back).toMatchObject({
      ...{ refunded_total: 10, payment_status: 'partially_refunded' },
      refunds: [{ id: 1, amount: 10, reference: 'D1' }],
      returns: [{ id: 1, refund_id: 1 }],
    });
    const again = takeBack(id, { 1: 1 }, { refund: { amount: 1, reason: 'Avaria', reference: 'D1' } });
    await expect(again).rejects.toMatchObject(refusal(409, 'already_exists', '#/refund/reference'));
    expect(await onHand()).toEqual([94, 97]);
  });

  it('emits no event; the next one and updated_since show it', async () => {
    const { id, takeBack, move, tp, tenantId } = await shippedShop();
    const before = (await eventsOf(environment(), tenantId)).length;
    const { returns, updated_at } = await takeBack(id, { 1: 1 });
    expect((await eventsOf(environment(), tenantId)).length).toBe(before);
    await move(id, 'Delivered');
    const data = (await eventsOf(environment(), tenantId)).at(-1)!.data;
    expect(data).toMatchObject({ order: { returns, items: [{ returned_quantity: 1 }, {}, {}] } });
    expect((await tp.orders.list({ updated_since: updated_at })).data.map((order) => order.id)).toEqual([id]);
  });

  it('must not bring more on hand than a balance can hold', async () => {
    const { id, tp, one, takeBack, returned } = await shippedShop();
    const set = 'UPDATE stock_balances SET on_hand = 999999999999.999 WHERE product_id = $1';
    await environment().context.db.query(set, [one.id]);
    await expect(takeBack(id, { 1: 1 })).rejects.toMatchObject(
      refusal(409, 'insufficient_stock', '#/restock'),
    );
    expect(await returned()).toEqual([0, 0, 0]);
    expect((await tp.stock.movements({ product_id: one.id })).data.map(({ type }) => type)).not.toContain(
      'return',
    );
  });

  const bad: [object, number, string][] = [
    [{ items: [] }, 400, '#/items'],
    [{ items: [{ line: 0, quantity: 1 }] }, 400, '#/items/0/line'],
    [{ items: [{ line: 1, quantity: 0 }] }, 400, '#/items/0/quantity'],
    [{ items: [{ line: 1, quantity: 0.00001 }] }, 400, '#/items/0/quantity'],
    [{ items: [1, 2, 1].map((line) => ({ line, quantity: 1 })) }, 400, '#/items/2/line'],
    [{ items: [{ line: 4, quantity: 1 }] }, 422, '#/items/0/line'],
    [{ reason: ' ' }, 400, '#/reason'],
  ];
  it.each(bad)('with %j is refused', async (body, status, pointer) => {
    const { id, takeBack, returned } = await shippedShop();
    const code = status === 400 ? 'invalid_request' : 'invalid_reference';
    await expect(takeBack(id, { 1: 1 }, body)).rejects.toMatchObject(refusal(status, code, pointer));
    expect(await returned()).toEqual([0, 0, 0]);
  });
});

describe('an order', () => {
  it('has at most 100 returns', async () => {
    const { id, takeBack, returned } = await shippedShop();
    for (let i = 0; i < MOST; i++) await takeBack(id, { 1: 0.01 });
    const full = { ...refusal(409, 'limit_reached'), limit: MOST, errors: [{ parameter: 'order_id' }] };
    await expect(takeBack(id, { 1: 0.01 })).rejects.toMatchObject(full);
    expect(await returned()).toEqual([1, 0, 0]);
  });

  it('has at most 1000 returned items', async () => {
    const { order, one, move, takeBack } = await shippedShop();
    const items = Array.from({ length: 500 }, () => ({ product_id: one.id, quantity: 0.1 }));
    const { id } = await order({ items });
    await move(id, 'In_Transit');
    const all = Object.fromEntries(items.map((_, index) => [index + 1, 0.01]));
    for (const times of [1, 2]) expect((await takeBack(id, all)).returns.length).toBe(times);
    const full = { ...refusal(409, 'limit_reached'), limit: 1000 };
    await expect(takeBack(id, { 7: 0.01 })).rejects.toMatchObject(full);
  });
});

describe('200 concurrent requests', () => {
  const IN_LEDGER = `SELECT sum(quantity)::float AS on_hand FROM stock_movements
    WHERE tenant_id = $1 AND type IN ('adjustment', 'shipment', 'return')`;

  it('to return 0.1 of 5 take back 5', async () => {
    const { id, takeBack, returned, onHand, tenantId, read } = await shippedShop();
    const sent = Array.from({ length: AT_ONCE }, () => takeBack(id, { 1: 0.1 }));
    expect(await outcomes(sent)).toEqual({ done: 50, refused: ['409 return_exceeds_sold'] });
    expect([await returned(), await onHand(), (await read()).returns.length]).toEqual([
      [5, 0, 0],
      [98, 97],
      50,
    ]);
    expect(await environment().context.db.query(IN_LEDGER, [tenantId])).toEqual([{ on_hand: 195 }]);
  });

  it('to return goods and to cancel the order bring everything back once', async () => {
    const { id, takeBack, move, returned, onHand, tenantId } = await shippedShop();
    const sent = Array.from({ length: AT_ONCE }, (_, i) =>
      i === 20 ? move(id, 'Canceled', { reason: 'x', restock: true }) : takeBack(id, { 1: 0.1, 2: 0.01 }),
    );
    const { refused } = await outcomes(sent);
    expect(['409 return_exceeds_sold', '409 return_not_allowed']).toEqual(expect.arrayContaining(refused));
    expect((await returned())[0]).toBeLessThanOrEqual(5);
    expect(await onHand()).toEqual([100, 100]);
    expect(await environment().context.db.query(IN_LEDGER, [tenantId])).toEqual([{ on_hand: 200 }]);
  });
});
