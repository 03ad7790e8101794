import { describe, expect, it } from 'vitest';
import { eventsOf } from '../../support/events.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';
import { type Order, openShop, outcomes, refusal } from '../../support/trade.ts';

const environment = sharedEnvironment({ env: { DATABASE_POOL_SIZE: '40' } });
const AT_ONCE = 200;
/** As many as an order can have of payments and of refunds. */
const MOST = 100;

/** A shop with an order of 50.00. */
async function soldShop() {
  const shop = await openShop(environment());
  const { sku } = await stocked(shop.tp, 100);
  const { id } = await shop.order({ items: [{ sku, quantity: 5 }] });
  const confirmed = async () =>
    (await eventsOf(environment(), shop.tenantId)).filter(
      ({ event_type }) => event_type === 'order.payment_confirmed',
    ).length;
  return { ...shop, sku, id, confirmed, read: () => shop.tp.orders.get(id) };
}

type Money = Pick<Order, 'paid_total' | 'refunded_total' | 'refund_due'> & { payment_status: string };
const money = ({ payment_status, paid_total, refunded_total, refund_due }: Money) => [
  payment_status,
  paid_total,
  refunded_total,
  refund_due,
];

/** Lowers the total below what was paid, which the service itself refuses. */
async function lowerTotal(tenantId: number): Promise<void> {
  const { db } = environment().context;
  await db.query('ALTER TABLE orders DROP CONSTRAINT IF EXISTS orders_check', []);
  await db.query('UPDATE orders SET total = 30 WHERE tenant_id = $1', [tenantId]);
}

describe('payment_status and refund_due', () => {
  it('follow payments and refunds', async () => {
    const { id, pay, refund, read } = await soldShop();
    expect(money(await read())).toEqual(['unpaid', 0, 0, 0]);
    expect(money(await pay(id, 49.99))).toEqual(['partially_paid', 49.99, 0, 0]);
    expect(money(await pay(id, 0.01))).toEqual(['paid', 50, 0, 0]);
    expect(money(await refund(id, 49.99))).toEqual(['partially_refunded', 50, 49.99, 0]);
    expect(money(await refund(id, 0.01))).toEqual(['refunded', 50, 50, 0]);
  });

  it('say what a canceled order owes, until it is paid back', async () => {
    const { id, pay, move, refund } = await soldShop();
    await pay(id, 30);
    await refund(id, 5);
    expect(money(await move(id, 'Canceled'))).toEqual(['partially_refunded', 30, 5, 25]);
    expect(money(await refund(id, 25))).toEqual(['refunded', 30, 30, 0]);
  });

  it('of an order that costs nothing are paid and 0', async () => {
    const { order, tp, move } = await soldShop();
    const { sku } = await stocked(tp, 1, { price: 0 });
    const free = await order({ items: [{ sku, quantity: 1 }] });
    expect(money(free)).toEqual(['paid', 0, 0, 0]);
    expect(money(await move(free.id, 'Canceled'))).toEqual(['paid', 0, 0, 0]);
  });

  it('say what was paid beyond a total that is lower now', async () => {
    const { id, pay, read, tenantId } = await soldShop();
    await pay(id, 50);
    await lowerTotal(tenantId);
    expect(money(await read())).toEqual(['paid', 50, 0, 20]);
  });
});

describe('a refund', () => {
  it('is listed with its time, reference, payment and actor, and raises the version', async () => {
    const { id, pay, refund, read } = await soldShop();
    const { version, paid_at } = await pay(id, 50);
    const first = await refund(id, 20, { reason: 'Avaria', refunded_at: '2026-02-03T12:00:00-03:00' });
    const actor = expect.stringMatching(/^api_key:tp_/);
    const refunds = [
      {
        ...{ id: 1, amount: 20, reason: 'Avaria', reference: null, payment_id: null, actor },
        refunded_at: '2026-02-03T15:00:00.000Z',
      },
    ];
    expect(first).toMatchObject({ refunds, version: version + 1, paid_at, status: 'Pending' });
    const second = await refund(id, 30, { reference: 'D182', payment_id: 1 });
    expect(second.refunds[1]).toMatchObject({ id: 2, reference: 'D182', payment_id: 1 });
    expect(second.refunds[1]!.refunded_at).toBe(second.updated_at);
    expect(await read()).toEqual(second);
  });

  it('cannot exceed what was paid and not refunded', async () => {
    const { id, pay, refund, read } = await soldShop();
    const exceeding = refusal(409, 'refund_exceeds_paid', '#/amount');
    await expect(refund(id, 0.01)).rejects.toMatchObject({
      ...{ ...exceeding, paid_total: 0, refundable: 0 },
      message: 'Nothing can be refunded: nothing has been paid.',
    });
    await pay(id, 40);
    await refund(id, 10.01);
    await expect(refund(id, 30)).rejects.toMatchObject({
      ...exceeding,
      ...{ paid_total: 40, refunded_total: 10.01, refundable: 29.99 },
      message: 'Only 29.99 can still be refunded, not 30.00.',
    });
    expect(await read()).toMatchObject({ refunded_total: 10.01, version: 3, refunds: [{}] });
    await refund(id, 29.99);
    await expect(refund(id, 1, { payment_id: 1 })).rejects.toMatchObject({
      ...exceeding,
      message: 'Nothing can be refunded: all that was paid has been refunded.',
    });
  });

  it('of a payment cannot exceed what this payment has left', async () => {
    const { id, pay, refund, voidPayment } = await soldShop();
    for (const amount of [10, 20, 5]) await pay(id, amount);
    await refund(id, 6, { payment_id: 1 });
    const exceeding = refusal(409, 'refund_exceeds_paid', '#/amount');
    await expect(refund(id, 5, { payment_id: 1 })).rejects.toMatchObject({ ...exceeding, refundable: 4 });
    await refund(id, 12);
    await expect(refund(id, 20, { payment_id: 2 })).rejects.toMatchObject({ ...exceeding, refundable: 17 });
    await voidPayment(id, 3);
    await expect(refund(id, 1, { payment_id: 3 })).rejects.toMatchObject({
      ...refusal(409, 'payment_voided', '#/payment_id'),
      message: 'The payment is voided: it was recorded by mistake, so there is nothing to refund.',
    });
    const unknown = refusal(422, 'invalid_reference', '#/payment_id');
    await expect(refund(id, 1, { payment_id: 4 })).rejects.toMatchObject(unknown);
    expect((await refund(id, 4, { payment_id: 1 })).refunded_total).toBe(22);
    await expect(refund(id, 1, { payment_id: 1 })).rejects.toMatchObject({
      ...exceeding,
      message: 'Nothing can be refunded: all of the payment has been refunded.',
    });
  });

  it('has a unique, case-sensitive reference within the order', async () => {
    const { id, pay, refund, read } = await soldShop();
    await pay(id, 50, { reference: 'E182' });
    await refund(id, 1, { reference: 'E182' });
    const taken = refusal(409, 'already_exists', '#/reference');
    await expect(refund(id, 2, { reference: 'E182' })).rejects.toMatchObject(taken);
    for (const reference of ['e182', null, null, '', '']) await refund(id, 1, { reference });
    expect((await read()).refunded_total).toBe(6);
  });

  const bad: [object, string][] = [
    [{ amount: 0 }, '#/amount'],
    [{ amount: 1.005 }, '#/amount'],
    [{ reason: ' ' }, '#/reason'],
    [{ payment_id: 0 }, '#/payment_id'],
    [{ refunded_at: '1999-12-31T23:59:59.999Z' }, '#/refunded_at'],
    [{ refunded_at: '2099-01-01T00:00:00Z' }, '#/refunded_at'],
  ];
  it.each(bad)('with %j is refused', async (body, pointer) => {
    const { id, pay, refund } = await soldShop();
    await pay(id, 50);
    await expect(refund(id, 1, body)).rejects.toMatchObject(refusal(400, 'invalid_request', pointer));
  });

  it('shows in updated_since and in the next event, and emits none', async () => {
    const { id, pay, refund, move, tp, tenantId } = await soldShop();
    await pay(id, 50);
    const before = (await eventsOf(environment(), tenantId)).length;
    const refunded = await refund(id, 1);
    expect((await eventsOf(environment(), tenantId)).length).toBe(before);
    await move(id, 'In_Transit');
    expect((await eventsOf(environment(), tenantId)).at(-1)!.data).toMatchObject({
      order: { refunds: refunded.refunds, refunded_total: 1, payment_status: 'partially_refunded' },
    });
    const { data } = await tp.orders.list({ updated_since: refunded.updated_at });
    expect(data.map((order) => order.id)).toEqual([id]);
  });
});

describe('a voided payment', () => {
  it('stays in the list, no longer counts, and takes back paid_at', async () => {
    const { id, pay, voidPayment, tp } = await soldShop();
    await pay(id, 20, { paid_at: '2026-03-05T12:00:00Z' });
    const { version, payments } = await pay(id, 30, {
      reference: 'À "vista"',
      paid_at: '2026-03-01T12:00:00Z',
    });
    const voided = await voidPayment(id, 1, 'Pedido "errado"');
    const { updated_at } = voided;
    expect(voided).toMatchObject({
      ...{ paid_total: 30, paid_at: null, payment_status: 'partially_paid', version: version + 1 },
      payments: [{ ...payments[0], voided_at: updated_at, void_reason: 'Pedido "errado"' }, payments[1]],
    });
    expect(await voidPayment(id, 1, 'another')).toEqual(voided);
    expect(await tp.orders.get(id)).toEqual(voided);
  });

  it('makes room for the right one with the same reference, which confirms the order no second time', async () => {
    const { id, pay, voidPayment, confirmed } = await soldShop();
    await pay(id, 50, { reference: 'E182' });
    expect(await confirmed()).toBe(1);
    await voidPayment(id, 1);
    const paid_at = '2026-03-05T12:00:00.000Z';
    const again = await pay(id, 50, { reference: 'E182', paid_at });
    expect(again).toMatchObject({
      paid_total: 50,
      paid_at,
      payment_status: 'paid',
      payments: [{}, { id: 2 }],
    });
    expect(await confirmed()).toBe(1);
    await expect(pay(id, 1, { reference: 'E182' })).rejects.toMatchObject(refusal(409, 'already_exists'));
  });

  it('that was never the last is confirmed when the total is first reached', async () => {
    const { id, pay, voidPayment, confirmed } = await soldShop();
    await pay(id, 20);
    await voidPayment(id, 1);
    await pay(id, 50);
    expect(await confirmed()).toBe(1);
  });

  it('leaves an order paid whose total is lower now', async () => {
    const { id, pay, voidPayment, tenantId } = await soldShop();
    await pay(id, 30, { paid_at: '2026-03-01T12:00:00Z' });
    await pay(id, 20, { paid_at: '2026-03-05T12:00:00Z' });
    await lowerTotal(tenantId);
    expect(await voidPayment(id, 2)).toMatchObject({
      paid_at: '2026-03-01T12:00:00.000Z',
      payment_status: 'paid',
    });
  });

  it('leaves an order that costs nothing anymore paid since the change of its total', async () => {
    const { id, sku, pay, change, voidPayment } = await soldShop();
    await pay(id, 50, { paid_at: '2026-03-01T12:00:00Z' });
    const free = await change(id, { items: [{ sku, quantity: 5, unit_price: 0 }] });
    await change(id, { notes: 'Brinde' });
    expect(free.paid_at).toBe('2026-03-01T12:00:00.000Z');
    expect(await voidPayment(id, 1)).toMatchObject({
      ...{ total: 0, paid_total: 0, payment_status: 'paid', paid_at: free.updated_at },
    });
  });

  it('lowers what a canceled order owes', async () => {
    const { id, pay, move, voidPayment } = await soldShop();
    await pay(id, 20);
    expect(money(await move(id, 'Canceled'))).toEqual(['partially_paid', 20, 0, 20]);
    expect(money(await voidPayment(id, 1))).toEqual(['unpaid', 0, 0, 0]);
  });

  it('is refused if refunds would exceed what is left, of the order or of itself', async () => {
    const { id, pay, refund, voidPayment, read } = await soldShop();
    await pay(id, 10);
    await pay(id, 20);
    await refund(id, 10.01);
    const kept = { ...refusal(409, 'payment_refunded'), errors: [{ parameter: 'payment_id' }] };
    await expect(voidPayment(id, 2)).rejects.toMatchObject({
      ...{ ...kept, paid_total: 30, refunded_total: 10.01 },
      message: '10.01 has been refunded; without the payment only 10.00 would be paid.',
    });
    await refund(id, 1, { payment_id: 1 });
    await expect(voidPayment(id, 1)).rejects.toMatchObject({
      ...kept,
      message: 'The payment has been refunded, all or in part.',
    });
    expect(await read()).toMatchObject({ paid_total: 30, version: 5 });
  });

  it('must exist in the order, and needs a reason', async () => {
    const { id, pay, voidPayment } = await soldShop();
    await pay(id, 10);
    await expect(voidPayment(id, 2)).rejects.toMatchObject(refusal(404, 'not_found'));
    await expect(voidPayment(id + 1, 1)).rejects.toMatchObject(refusal(404, 'not_found'));
    await expect(voidPayment(id, 1, ' ')).rejects.toMatchObject(refusal(400, 'invalid_request', '#/reason'));
  });
});

it('an order has at most 100 payments and 100 refunds', async () => {
  const { id, pay, refund, voidPayment, read } = await soldShop();
  for (let i = 0; i < MOST; i++) await pay(id, 0.5);
  for (let i = 0; i < MOST; i++) await refund(id, 0.01);
  const full = { ...refusal(409, 'limit_reached'), limit: MOST, errors: [{ parameter: 'order_id' }] };
  await expect(refund(id, 0.01)).rejects.toMatchObject(full);
  await voidPayment(id, 7);
  await expect(pay(id, 0.5)).rejects.toMatchObject(full);
  expect(await read()).toMatchObject({ paid_total: 49.5, refunded_total: 1 });
});

describe('200 concurrent requests', () => {
  it('to refund 1.00 of 50.00 record 50 refunds', async () => {
    const { id, pay, refund, read } = await soldShop();
    await pay(id, 50);
    const refunds = await outcomes(Array.from({ length: AT_ONCE }, () => refund(id, 1)));
    expect(refunds).toEqual({ done: 50, refused: ['409 refund_exceeds_paid'] });
    const after = await read();
    expect([money(after), after.refunds.map((one) => one.id), after.version]).toEqual([
      ['refunded', 50, 50, 0],
      Array.from({ length: 50 }, (_, i) => i + 1),
      52,
    ]);
  });

  it('with the same reference record one refund', async () => {
    const { id, pay, refund, read } = await soldShop();
    await pay(id, 50);
    const sent = Array.from({ length: AT_ONCE }, () => refund(id, 1, { reference: 'D182' }));
    expect(await outcomes(sent)).toEqual({ done: 1, refused: ['409 already_exists'] });
    expect((await read()).refunded_total).toBe(1);
  });

  it('to refund payments and to void them never refund more than is paid', async () => {
    const { id, pay, refund, voidPayment, read } = await soldShop();
    for (let i = 0; i < 50; i++) await pay(id, 1);
    const sent = Array.from({ length: AT_ONCE }, (_, i) =>
      i % 2 ? refund(id, 1) : voidPayment(id, (i % 50) + 1),
    );
    const { refused } = await outcomes(sent);
    expect(['409 payment_refunded', '409 refund_exceeds_paid']).toEqual(expect.arrayContaining(refused));
    const { paid_total, refunded_total, payments, refunds } = await read();
    expect(refunded_total).toBeLessThanOrEqual(paid_total);
    expect(paid_total).toBe(payments.filter(({ voided_at }) => voided_at === null).length);
    expect(refunded_total).toBe(refunds.length);
  });
});
