import { describe, expect, it } from 'vitest';
import { eventsOf } from '../../support/events.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';
import { openShop, outcomes, refusal } from '../../support/trade.ts';

const environment = sharedEnvironment();

const HOUR_MS = 3_600_000;
const inFuture = (hours: number, from = Date.now()): Date => new Date(from + hours * HOUR_MS);

/** A shop with an order of 50.00. */
async function soldShop() {
  const shop = await openShop(environment());
  const { sku } = await stocked(shop.tp, 100);
  const placed = await shop.order({ items: [{ sku, quantity: 4 }], shipping: { amount: 10 } });
  const events = async (kind: string) =>
    (await eventsOf(environment(), shop.tenantId)).filter(({ event_type }) => event_type === kind);
  return { ...shop, placed, id: placed.id, events };
}

describe('payments', () => {
  it('add up to the total, which is confirmed by one event', async () => {
    const { id, placed, pay, events, customer, tp } = await soldShop();
    const first = await pay(id, 0.01);
    expect(first).toMatchObject({ paid_total: 0.01, paid_at: null, version: 2, status: 'Pending' });
    await pay(id, 49.98, { method: 'card', reference: 'À "vista"' });
    expect(await events('order.payment_confirmed')).toEqual([]);
    const now = Date.now();
    const paid_at = inFuture(1, now).toISOString();
    const inBrasilia = inFuture(-2, now).toISOString().replace('Z', '-03:00');
    const paid = await pay(id, 0.01, { paid_at: inBrasilia });
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

  it('cannot exceed the total, before or after it is reached', async () => {
    const { id, pay, events, tp } = await soldShop();
    const exceeding = refusal(409, 'payment_exceeds_total', '#/amount');
    const numbers = (paid_total: number, remaining: number) => ({ total: 50, paid_total, remaining });
    await expect(pay(id, 50.01)).rejects.toMatchObject({ ...exceeding, ...numbers(0, 50) });
    await pay(id, 20.1);
    await expect(pay(id, 29.91)).rejects.toMatchObject({
      ...exceeding,
      ...numbers(20.1, 29.9),
      message: 'Only 29.90 is still to be paid, not 29.91.',
    });
    await pay(id, 29.9);
    await expect(pay(id, 0.01)).rejects.toMatchObject({
      ...exceeding,
      ...numbers(50, 0),
      message: 'Nothing is left to be paid: the order is paid.',
    });
    expect(await tp.orders.get(id)).toMatchObject({ paid_total: 50, version: 3, payments: [{}, {}] });
    expect((await events('order.payment_confirmed')).length).toBe(1);
  });

  it('are accepted for a shipped or delivered order, but not for a canceled one', async () => {
    const { id, pay, move, order, placed } = await soldShop();
    await move(id, 'In_Transit');
    await pay(id, 25);
    await move(id, 'Delivered');
    expect((await pay(id, 25)).paid_at).not.toBeNull();
    const canceled = await order({ items: [{ product_id: placed.items[0]!.product_id, quantity: 1 }] });
    await move(canceled.id, 'Canceled');
    await expect(pay(canceled.id, 1)).rejects.toMatchObject({
      ...refusal(409, 'payment_not_allowed', '#/amount'),
      message:
        'The order is Canceled, so nothing is to be paid. If the money has come, send allow_overpayment.',
    });
  });

  it('set paid_at to the latest of their times, in whatever sequence they are recorded', async () => {
    const { id, pay, events } = await soldShop();
    const latest = '2026-03-05T12:00:00.000Z';
    await pay(id, 10, { paid_at: '2026-03-01T12:00:00Z' });
    expect(await pay(id, 10, { paid_at: latest })).toMatchObject({ paid_at: null });
    expect(await pay(id, 30, { paid_at: '2026-03-03T12:00:00Z' })).toMatchObject({ paid_at: latest });
    expect((await events('order.payment_confirmed')).map(({ data }) => data)).toMatchObject([
      { paid_at: latest },
    ]);
  });

  it('must have unique, case-sensitive references within an order', async () => {
    const { id, pay, order, placed, tp } = await soldShop();
    await pay(id, 1, { reference: 'E182' });
    const taken = refusal(409, 'already_exists', '#/reference');
    await expect(pay(id, 1, { reference: 'E182', method: 'card' })).rejects.toMatchObject(taken);
    for (const reference of ['E182 ', '\tE182', '\u00a0E182'])
      await expect(pay(id, 1, { reference })).rejects.toMatchObject(taken);
    for (const reference of ['e182', '  ', ' ', null, null, '', '', undefined])
      await pay(id, 1, { reference });
    const { payments } = await pay(id, 1, { reference: ' GW 88 ', method: ' pix ' });
    expect(payments.at(-1)).toMatchObject({ reference: 'GW 88', method: 'pix' });
    await expect(pay(id, 50, { reference: 'E182' })).rejects.toMatchObject(taken);
    expect((await tp.orders.get(id)).paid_total).toBe(10);
    const other = await order({ items: [{ product_id: placed.items[0]!.product_id, quantity: 1 }] });
    expect(await pay(other.id, 1, { reference: 'E182' })).toMatchObject({ paid_total: 1 });
  });

  it('with the same reference are accepted only once when sent concurrently', async () => {
    const { id, pay, tp } = await soldShop();
    const sent = Array.from({ length: 20 }, () => pay(id, 1, { reference: 'E182' }));
    expect(await outcomes(sent)).toEqual({ done: 1, refused: ['409 already_exists'] });
    expect((await tp.orders.get(id)).paid_total).toBe(1);
  });

  const bad: [object, string][] = [
    [{ amount: 0 }, '#/amount'],
    [{ amount: -1 }, '#/amount'],
    [{ amount: 1.005 }, '#/amount'],
    [{ method: ' ' }, '#/method'],
    [{ paid_at: '2026-02-30T00:00:00Z' }, '#/paid_at'],
    [{ paid_at: '2026-02-01' }, '#/paid_at'],
    [{ paid_at: '1970-01-01T00:00:00Z' }, '#/paid_at'],
    [{ paid_at: '1999-12-31T23:59:59.999Z' }, '#/paid_at'],
    [{ paid_at: '2000-01-01T00:00:00+00:01' }, '#/paid_at'],
    [{ paid_at: inFuture(25).toISOString() }, '#/paid_at'],
    [{ paid_at: '2099-01-01T00:00:00Z' }, '#/paid_at'],
    [{ paid_at: '9999-12-31T23:59:59.9995Z' }, '#/paid_at'],
  ];
  it.each(bad)('with %j are refused', async (body, pointer) => {
    const { id, pay } = await soldShop();
    await expect(pay(id, 1, body)).rejects.toMatchObject(refusal(400, 'invalid_request', pointer));
  });
});

describe('an order with a total of 0', () => {
  it('is paid when it is created, and accepts no payment', async () => {
    const { order, coupons, placed, pay, quote, tenantId } = await soldShop();
    await coupons.create({ code: 'GRATIS', discount: { type: 'percentage', percentage: 100 } });
    const body = { items: [{ product_id: placed.items[0]!.product_id, quantity: 2 }], coupon_code: 'gratis' };
    expect(await quote(body)).toMatchObject({ total: 0, discount_total: 20 });
    const free = await order(body);
    expect(free).toMatchObject({ ...{ total: 0, paid_total: 0, payments: [] }, paid_at: free.created_at });
    const events = (await eventsOf(environment(), tenantId)).filter(({ data }) => data.order_id === free.id);
    expect(events.map(({ event_type }) => event_type)).toEqual(['order.created', 'order.payment_confirmed']);
    const { order_id, customer_id, total, status } = events[0]!.data;
    expect(events[1]!.data).toEqual({
      ...{ order_id, customer_id, total, status, order: free },
      ...{ paid_total: 0, paid_at: free.created_at },
    });
    await expect(pay(free.id, 0.01)).rejects.toMatchObject({
      ...refusal(409, 'payment_exceeds_total', '#/amount'),
      ...{ total: 0, paid_total: 0, remaining: 0 },
      message: 'Nothing is left to be paid: the order costs nothing.',
    });
  });
});

describe('a delivery attempt', () => {
  it('that failed requires a reason, emits delivery.failed and leaves the order In_Transit', async () => {
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

  it('that succeeded sets the order to Delivered, with one event of each kind', async () => {
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
    'is refused for an order that is %s',
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

it('accepts payment and attempt times from the year 2000 to a day ahead, whatever their offset', async () => {
  const { id, pay, attempt, move } = await soldShop();
  await move(id, 'In_Transit');
  for (const time of ['2000-01-01T00:00:00.000Z', inFuture(23).toISOString()]) {
    expect((await pay(id, 1, { paid_at: time })).payments.at(-1)).toMatchObject({ paid_at: time });
    const { delivery_attempts } = await attempt(id, { outcome: 'failed', reason: 'x', at: time });
    expect(delivery_attempts.at(-1)).toMatchObject({ at: time });
  }
  const { payments } = await pay(id, 1, { paid_at: '2000-01-01T00:00:00-15:00' });
  expect(payments.at(-1)).toMatchObject({ paid_at: '2000-01-01T15:00:00.000Z' });
  for (const at of ['1970-01-01T00:00:00Z', '2000-01-01T00:00:00+15:00', inFuture(25).toISOString()])
    for (const outcome of ['failed', 'delivered'] as const)
      await expect(attempt(id, { outcome, reason: 'x', at })).rejects.toMatchObject(
        refusal(400, 'invalid_request', '#/at'),
      );
});

// The table of the guide "Payments, refunds and returns".
describe("payments that aren't so simple", () => {
  it('take interest as a charge before delivery, and as none after it', async () => {
    const { tp, id, pay } = await soldShop();
    await tp.orders.setStatus(id, { status: 'In_Transit' });
    const charges = [{ type: 'other', amount: 2.33, description: 'Juros e multa' }] as const;
    await tp.orders.update(id, { charges: [...charges] });
    await tp.orders.addDeliveryAttempt(id, { outcome: 'delivered' });
    expect(await pay(id, 52.33)).toMatchObject({ total: 52.33, payment_status: 'paid', refund_due: 0 });
    await expect(tp.orders.update(id, { charges: [] })).rejects.toMatchObject({ code: 'order_not_editable' });
    expect(await tp.orders.update(id, { metadata: { interest: '1.10' } })).toMatchObject({ total: 52.33 });
  });

  it('take a discount for paying early as a payment of its own', async () => {
    const { id, pay } = await soldShop();
    await pay(id, 48);
    expect(await pay(id, 2, { method: 'discount' })).toMatchObject({ payment_status: 'paid', total: 50 });
  });

  const came = { allow_overpayment: true } as const;

  it('are recorded if they came after the order was paid, delivered or canceled, and can be refunded', async () => {
    const { id, pay, tp, events, move } = await soldShop();
    await pay(id, 30, { reference: 'A' });
    await expect(pay(id, 30, { ...came, reference: 'A' })).rejects.toMatchObject({ code: 'already_exists' });
    const exceeding = await pay(id, 30, { ...came, reference: 'B' });
    expect(exceeding).toMatchObject({ paid_total: 60, payment_status: 'paid', refund_due: 10 });
    await move(id, 'In_Transit');
    await move(id, 'Delivered');
    await expect(pay(id, 1)).rejects.toMatchObject({ code: 'payment_exceeds_total', remaining: 0 });
    expect(await pay(id, 50, came)).toMatchObject({
      paid_total: 110,
      payment_status: 'paid',
      refund_due: 60,
    });
    const refund = { amount: 60, reason: 'Paid twice' };
    expect(await tp.orders.refund(id, refund)).toMatchObject({
      payment_status: 'paid',
      refund_due: 0,
    });
    expect(await events('order.payment_confirmed')).toHaveLength(1);
  });

  it('of a canceled order are due back, and confirm it once if it had not been paid', async () => {
    const { id, pay, tp, events, move } = await soldShop();
    await pay(id, 20);
    await move(id, 'Canceled');
    const late = await pay(id, 50, came);
    expect(late).toMatchObject({
      status: 'Canceled',
      paid_total: 70,
      payment_status: 'paid',
      refund_due: 70,
    });
    await tp.orders.refund(id, { amount: 50, reason: 'Canceled', payment_id: 2 });
    expect(await tp.orders.refund(id, { amount: 20, reason: 'Canceled' })).toMatchObject({
      ...{ payment_status: 'refunded', refund_due: 0, refunded_total: 70 },
    });
    expect((await events('order.payment_confirmed')).map(({ data }) => data)).toMatchObject([
      { status: 'Canceled', paid_total: 70 },
    ]);
    await expect(pay(id, 9_999_999_999.99, came)).rejects.toMatchObject({
      ...refusal(422, 'amount_out_of_range', '#/amount'),
    });
  });

  it('say what remains of a payment that is too much, and keep both in an import', async () => {
    const { id, request, pay, tp, customer } = await soldShop();
    const twice = { amount: 60, method: 'pix' };
    const refused = await request('POST', `/orders/${id}/payments`, { body: twice });
    expect(await refused.json()).toMatchObject({ code: 'payment_exceeds_total', remaining: 50 });
    expect(await pay(id, 50)).toMatchObject({ payment_status: 'paid' });
    const { sku } = await stocked(tp, 1);
    const at = '2024-05-10T13:20:00.000Z';
    const [payment, refund] = [
      { amount: 10, method: 'pix', paid_at: at },
      { amount: 10, reason: 'Paid twice', refunded_at: at },
    ];
    const { results } = await tp.orders.import({
      items: [
        {
          ...{ external_id: 'TWICE', customer_id: customer.id, placed_at: at, status: 'Pending' as const },
          items: [{ sku, quantity: 1, unit_price: 10 }],
          payments: [payment, payment],
          refunds: [refund],
        },
      ],
    });
    expect(results[0]!.data).toMatchObject({ total: 10, paid_total: 20, refunded_total: 10 });
    const importOf = (payments: readonly object[]) =>
      request('POST', '/orders/import', {
        body: {
          items: [
            {
              ...{
                external_id: 'DUE',
                customer_id: customer.id,
                placed_at: at,
                status: 'Canceled',
                payments,
              },
              items: [{ sku, quantity: 1, unit_price: 10 }],
            },
          ],
        },
      }).then((response) => response.json());
    const most = { ...payment, amount: 9_999_999_999.99 };
    for (const [payments, result] of [
      [[payment, payment], { status: 409, problem: { code: 'payment_exceeds_total' } }],
      [[most, { ...payment, ...came }], { status: 422, problem: { code: 'amount_out_of_range' } }],
      [[payment, { ...payment, ...came }], { status: 201, data: { paid_total: 20, refund_due: 20 } }],
      [[payment, { ...payment, ...came }], { status: 200 }],
    ] as const)
      expect(await importOf(payments)).toMatchObject({ results: [result] });
  });

  it('can be paid again after a chargeback that voided one, and not after a refund', async () => {
    const { tp, id, pay, events } = await soldShop();
    await pay(id, 50);
    const voided = await tp.orders.voidPayment(id, 1, { reason: 'Chargeback' });
    expect(voided).toMatchObject({ payment_status: 'unpaid', paid_at: null });
    expect(await pay(id, 50)).toMatchObject({ payment_status: 'paid' });
    await tp.orders.refund(id, { amount: 50, reason: 'Chargeback', payment_id: 2 });
    await expect(pay(id, 50)).rejects.toMatchObject(refusal(409, 'payment_exceeds_total', '#/amount'));
    await expect(tp.orders.voidPayment(id, 2, { reason: 'x' })).rejects.toMatchObject({
      code: 'payment_refunded',
    });
    expect(await events('order.payment_confirmed')).toHaveLength(1);
  });

  it('leave a canceled order to its metadata', async () => {
    const { tp, id, pay } = await soldShop();
    await tp.orders.setStatus(id, { status: 'Canceled' });
    await expect(pay(id, 50)).rejects.toMatchObject({ code: 'payment_not_allowed' });
    const metadata = { late_payment: '50.00' };
    expect(await tp.orders.update(id, { metadata })).toMatchObject({ metadata, status: 'Canceled' });
  });
});
