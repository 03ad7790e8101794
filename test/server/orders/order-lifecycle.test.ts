import { describe, expect, it } from 'vitest';
import { eventsOf } from '../../support/events.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';
import { type OrderStatus, openShop, refusal } from '../../support/trade.ts';

const environment = sharedEnvironment();

const STATUSES: OrderStatus[] = ['Pending', 'In_Transit', 'Delivered', 'Canceled'];
/** The transitions that bring a new order to a status. */
const WAY: Record<OrderStatus, OrderStatus[]> = {
  ...{
    Pending: [],
    In_Transit: ['In_Transit'],
    Delivered: ['In_Transit', 'Delivered'],
    Canceled: ['Canceled'],
  },
};
const ALLOWED: Record<OrderStatus, OrderStatus[]> = {
  ...{
    Pending: ['In_Transit', 'Canceled'],
    In_Transit: ['Delivered', 'Canceled'],
    Delivered: [],
    Canceled: [],
  },
};

/** An order in a status, for 3 of 10 units, and a function that reads all that a transition changes. */
async function orderThatIs(status: OrderStatus) {
  const shop = await openShop(environment());
  const { tp, tenantId, move } = shop;
  const product = await stocked(tp, 10);
  let order = await shop.order({ items: [{ product_id: product.id, quantity: 3 }] });
  for (const step of WAY[status]) order = await move(order.id, step);
  const seen = async () => ({
    order: await tp.orders.get(order.id),
    stock: await tp.products.get(product.id).then(({ stock }) => [stock.on_hand, stock.reserved]),
    ledger: (await tp.stock.movements({ order_id: order.id })).data,
    events: await eventsOf(environment(), tenantId),
  });
  return { ...shop, order, seen };
}

describe('a status transition', () => {
  type Words = { reason?: string; restock?: boolean };
  type Row = [type: string, quantity: number, onHandAfter: number, reservedAfter: number];
  const moves: [OrderStatus, OrderStatus, Words, stock: number[], ledger: Row[], events: string[]][] = [
    ['Pending', 'In_Transit', {}, [7, 0], [['shipment', -3, 7, 0]], []],
    ['Pending', 'In_Transit', { reason: 'Saiu', restock: true }, [7, 0], [['shipment', -3, 7, 0]], []],
    ['Pending', 'Canceled', {}, [10, 0], [['release', -3, 10, 0]], []],
    ['Pending', 'Canceled', { reason: 'Desistiu', restock: false }, [10, 0], [['release', -3, 10, 0]], []],
    ['In_Transit', 'Delivered', {}, [7, 0], [], ['delivery.completed']],
    ['In_Transit', 'Canceled', { reason: 'Voltou', restock: true }, [10, 0], [['return', 3, 10, 0]], []],
    ['In_Transit', 'Canceled', { reason: 'Perdido', restock: false }, [7, 0], [], []],
  ];
  it.each(moves)('from %s to %s with %j: stock %j', async (from, to, words, stock, ledger, events) => {
    const { order, move, seen, tp, customer } = await orderThatIs(from);
    const before = await seen();
    const moved = await move(order.id, to, words);
    const after = await seen();
    const { reason = null } = words;
    const actor = `api_key:${(await tp.me()).api_key.prefix}`;
    expect(after.order).toEqual(moved);
    expect(moved).toEqual({
      ...order,
      ...{
        status: to,
        allowed_transitions: ALLOWED[to],
        version: order.version + 1,
        updated_at: moved.updated_at,
      },
      status_history: [...order.status_history, { status: to, reason, actor, at: moved.updated_at }],
    });
    expect(after.stock).toEqual(stock);
    expect(after.ledger).toMatchObject([
      ...before.ledger,
      ...ledger.map(([type, quantity, on_hand_after, reserved_after]) => ({
        ...{ type, quantity, on_hand_after, reserved_after, order_id: order.id, reason: null, actor },
      })),
    ]);
    const common = { order_id: order.id, customer_id: customer.id, total: 30, status: to, order: moved };
    expect(after.events.slice(before.events.length)).toMatchObject([
      { event_type: 'order.status_changed', data: { ...common, previous_status: from, reason } },
      ...events.map((event_type) => ({ event_type, data: { ...common, delivered_at: moved.updated_at } })),
    ]);
  });

  const refused = STATUSES.flatMap((from) =>
    STATUSES.filter((to) => to !== from && !ALLOWED[from].includes(to)).map(
      (to): [OrderStatus, OrderStatus] => [from, to],
    ),
  );
  it.each(refused)('from %s to %s is refused, with the allowed transitions', async (from, to) => {
    const { order, move, seen } = await orderThatIs(from);
    const before = await seen();
    await expect(move(order.id, to, { reason: 'x', restock: true })).rejects.toMatchObject({
      ...refusal(409, 'invalid_status_transition', '#/status'),
      allowed: ALLOWED[from],
    });
    expect(await seen()).toEqual(before);
  });

  it.each(STATUSES)('from %s to the same status returns the order and changes nothing', async (status) => {
    const { order, move, seen } = await orderThatIs(status);
    const before = await seen();
    expect(await move(order.id, status)).toEqual(order);
    expect(await move(order.id, status, { reason: 'x', restock: true })).toEqual(order);
    expect(await seen()).toEqual(before);
  });

  const speechless: [object, string[]][] = [
    [{}, ['#/reason', '#/restock']],
    [{ reason: null, restock: true }, ['#/reason']],
    [{ reason: 'Perdido' }, ['#/restock']],
    [{ reason: ' ', restock: true }, ['#/reason']],
  ];
  it.each(speechless)(
    'that cancels a shipped order requires reason and restock: refuses %j',
    async (words, pointers) => {
      const { order, move, seen } = await orderThatIs('In_Transit');
      const before = await seen();
      await expect(move(order.id, 'Canceled', words)).rejects.toMatchObject(
        refusal(400, 'invalid_request', ...pointers),
      );
      expect(await seen()).toEqual(before);
    },
  );
});

describe('shipping an order', () => {
  it('requires all of its stock on hand, and takes all or nothing', async () => {
    const { tp, order, move, tenantId } = await openShop(environment());
    const [a, b] = [await stocked(tp, 5), await stocked(tp, 1, { allow_backorder: true })];
    const items = [
      { product_id: a.id, quantity: 2 },
      { product_id: b.id, quantity: 3 },
      { product_id: b.id, quantity: 1 },
    ];
    const { id } = await order({ items });
    const stock = async () =>
      (await tp.stock.list()).data.map(({ on_hand, reserved }) => [on_hand, reserved]);
    await expect(move(id, 'In_Transit')).rejects.toMatchObject({
      ...refusal(409, 'insufficient_stock', '#/status'),
      errors: [{ detail: `1 on hand of ${b.sku}` }],
    });
    expect([await stock(), (await tp.orders.get(id)).status]).toEqual([
      [
        [5, 2],
        [1, 4],
      ],
      'Pending',
    ]);
    expect((await eventsOf(environment(), tenantId)).map(({ event_type }) => event_type)).not.toContain(
      'order.status_changed',
    );
    await tp.products.adjustStock(b.id, { mode: 'delta', quantity: 3, reason: 'receipt' });
    await move(id, 'In_Transit');
    expect(await stock()).toEqual([
      [3, 0],
      [0, 0],
    ]);
  });

  it('takes what was reserved, even if track_stock has changed since', async () => {
    const { tp, order, move } = await openShop(environment());
    const [was, becomes] = [await stocked(tp, 5), await stocked(tp, 5, { track_stock: false })];
    const { id } = await order({
      items: [was, becomes].map(({ id: product_id }) => ({ product_id, quantity: 2 })),
    });
    await tp.products.update(was.id, { track_stock: false });
    await tp.products.update(becomes.id, { track_stock: true });
    await move(id, 'In_Transit');
    await move(id, 'Canceled', { reason: 'Voltou', restock: true });
    expect(
      (await tp.stock.movements({ order_id: id })).data.map(({ product_id, type }) => [product_id, type]),
    ).toEqual([
      [was.id, 'reservation'],
      [was.id, 'shipment'],
      [was.id, 'return'],
    ]);
  });
});
