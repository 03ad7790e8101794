import { describe, expect, it } from 'vitest';
import { eventsOf } from '../support/events.ts';
import { fileWorld } from '../support/file-world.ts';
import { stocked } from '../support/shop.ts';
import { openShop, refusal } from '../support/trade.ts';

const world = fileWorld();

/** An order of 50.00. */
async function soldShop() {
  const shop = await openShop(world());
  const { sku } = await stocked(shop.tp, 100);
  const placed = await shop.order({ items: [{ sku, quantity: 4 }], shipping: { amount: 10 } });
  const events = async (kind: string) =>
    (await eventsOf(world(), shop.tenantId)).filter(({ event_type }) => event_type === kind);
  return { ...shop, placed, id: placed.id, events };
}

describe('payments', () => {
  it('add up to the total, which is confirmed in one event', async () => {
    const { id, placed, pay, events, customer, tp } = await soldShop();
    const first = await pay(id, 0.01);
    expect(first).toMatchObject({ paid_total: 0.01, paid_at: null, version: 2, status: 'Pending' });
    await pay(id, 49.98, { method: 'card', reference: 'À "vista"' });
    expect(await events('order.payment_confirmed')).toEqual([]);
    const paid_at = '2026-02-01T12:30:00.000Z';
    const paid = await pay(id, 0.01, { paid_at: '2026-02-01T09:30:00-03:00' });
    expect(paid).toMatchObject({
      ...{ paid_total: 50, paid_at, version: placed.version + 3, status_history: placed.status_history },
      payments: [
        { amount: 0.01, method: 'pix', reference: null, paid_at: first.updated_at },
        { amount: 49.98, method: 'card', reference: 'À "vista"' },
        { amount: 0.01, method: 'pix', reference: null, paid_at },
      ],
    });
    expect(await tp.orders.get(id)).toEqual(paid);
    const about = {
      order_id: id,
      customer_id: customer.id,
      total: 50,
      status: 'Pending',
      paid_total: 50,
      paid_at,
    };
    expect((await events('order.payment_confirmed')).map(({ data }) => data)).toEqual([
      { ...about, order: paid },
    ]);
  });

  it('exceed the total by nothing, before and after it is reached', async () => {
    const { id, pay, events, tp } = await soldShop();
    const exceeding = refusal(409, 'payment_exceeds_total', '#/amount');
    await expect(pay(id, 50.01)).rejects.toMatchObject(exceeding);
    await pay(id, 20);
    await expect(pay(id, 30.01)).rejects.toMatchObject({
      ...exceeding,
      message: '30 is still to be paid, not 30.01.',
    });
    await pay(id, 30);
    await expect(pay(id, 0.01)).rejects.toMatchObject(exceeding);
    expect(await tp.orders.get(id)).toMatchObject({ paid_total: 50, version: 3, payments: [{}, {}] });
    expect((await events('order.payment_confirmed')).length).toBe(1);
  });

  it('are taken of an order that has left or arrived, and not of a canceled one', async () => {
    const { id, pay, move, order, placed } = await soldShop();
    await move(id, 'In_Transit');
    await pay(id, 25);
    await move(id, 'Delivered');
    expect((await pay(id, 25)).paid_at).not.toBeNull();
    const canceled = await order({ items: [{ product_id: placed.items[0]!.product_id, quantity: 1 }] });
    await move(canceled.id, 'Canceled');
    await expect(pay(canceled.id, 1)).rejects.toMatchObject({
      ...refusal(409, 'payment_exceeds_total', '#/amount'),
      message: 'The order is canceled.',
    });
  });

  const bad: [object, string][] = [
    [{ amount: 0 }, '#/amount'],
    [{ amount: -1 }, '#/amount'],
    [{ amount: 1.005 }, '#/amount'],
    [{ method: ' ' }, '#/method'],
    [{ paid_at: '2026-02-30T00:00:00Z' }, '#/paid_at'],
    [{ paid_at: '2026-02-01' }, '#/paid_at'],
  ];
  it.each(bad)('of %j are refused', async (body, pointer) => {
    const { id, pay } = await soldShop();
    await expect(pay(id, 1, body)).rejects.toMatchObject(refusal(400, 'invalid_request', pointer));
  });
});

describe('an attempt to deliver', () => {
  it('that failed needs a reason, is told of and leaves the order on its way', async () => {
    const { id, attempt, move, events, tp, customer } = await soldShop();
    const sent = await move(id, 'In_Transit');
    await expect(attempt(id, { outcome: 'failed' })).rejects.toMatchObject(
      refusal(400, 'invalid_request', '#/reason'),
    );
    const failed_at = '2026-02-03T15:00:00.000Z';
    const tried = await attempt(id, { outcome: 'failed', reason: 'Ninguém', at: failed_at });
    const delivery_attempts = [{ outcome: 'failed', reason: 'Ninguém', at: failed_at }];
    expect(tried).toEqual({ ...sent, delivery_attempts, version: 3, updated_at: tried.updated_at });
    expect((await attempt(id, { outcome: 'failed', reason: 'Chuva' })).delivery_attempts.length).toBe(2);
    const about = { order_id: id, customer_id: customer.id, total: 50, status: 'In_Transit' };
    expect((await events('delivery.failed')).map(({ data }) => data)).toMatchObject([
      { ...about, failed_at, reason: 'Ninguém', order: tried },
      { reason: 'Chuva', order: await tp.orders.get(id) },
    ]);
    expect((await events('order.status_changed')).length).toBe(1);
  });

  it('that succeeded delivers the order, with one event of each kind', async () => {
    const { id, attempt, move, events, tp } = await soldShop();
    await move(id, 'In_Transit');
    const at = '2026-02-03T15:00:00.000Z';
    const done = await attempt(id, { outcome: 'delivered', at });
    expect(done).toMatchObject({
      ...{ status: 'Delivered', allowed_transitions: [] },
      delivery_attempts: [{ outcome: 'delivered', reason: null, at }],
      status_history: [{}, {}, { status: 'Delivered' }],
    });
    expect(await tp.orders.get(id)).toEqual(done);
    expect((await events('delivery.completed')).map(({ data }) => data)).toMatchObject([
      { delivered_at: at, order: done },
    ]);
    expect((await events('order.status_changed')).length).toBe(2);
    expect(await events('delivery.failed')).toEqual([]);
  });

  it.each(['Pending', 'Delivered', 'Canceled'] as const)(
    'is not made of an order that is %s',
    async (status) => {
      const { id, attempt, move, tp } = await soldShop();
      if (status === 'Delivered') await move(id, 'In_Transit');
      const { allowed_transitions } = status === 'Pending' ? await tp.orders.get(id) : await move(id, status);
      for (const body of [{ outcome: 'delivered' }, { outcome: 'failed', reason: 'x' }] as const)
        await expect(attempt(id, body)).rejects.toMatchObject({
          ...refusal(409, 'invalid_status_transition', '#/outcome'),
          allowed: allowed_transitions,
        });
      expect((await tp.orders.get(id)).delivery_attempts).toEqual([]);
    },
  );
});

it('takes times of the years 1 to 9999, whatever their offset', async () => {
  const { id, pay, attempt, move } = await soldShop();
  await move(id, 'In_Transit');
  for (const time of ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']) {
    expect((await pay(id, 1, { paid_at: time })).payments.at(-1)).toMatchObject({ paid_at: time });
    const { delivery_attempts } = await attempt(id, { outcome: 'failed', reason: 'x', at: time });
    expect(delivery_attempts.at(-1)).toMatchObject({ at: time });
  }
  for (const paid_at of ['0001-01-01T00:00:00+15:00', '9999-12-31T23:59:59-15:00'])
    await expect(pay(id, 1, { paid_at })).rejects.toMatchObject(refusal(400, 'invalid_request', '#/paid_at'));
});
