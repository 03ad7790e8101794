import { describe, expect, it } from 'vitest';
import { PLACED, shopToImport } from '../../support/order-import.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';
import { type Order, openShop } from '../../support/trade.ts';

const environment = sharedEnvironment();
const came = { allow_overpayment: true } as const;
/** Statuses in which nothing is left to be paid. */
const FULL = ['paid', 'partially_refunded', 'refunded'];

/** A shop with an order of this total, which can be changed by its charges. */
async function orderOf(total: number) {
  const shop = await openShop(environment());
  const { sku } = await stocked(shop.tp, 100, { price: total });
  const { id } = await shop.order({ items: [{ sku, quantity: 1 }] });
  const setTotal = (to: number) =>
    to < total
      ? shop.tp.orders.update(id, { charges: [], agreed_discount: total - to })
      : shop.tp.orders.update(id, {
          agreed_discount: 0,
          charges: to > total ? [{ type: 'other', amount: to - total }] : [],
        });
  return { ...shop, id, setTotal };
}
type Money = Pick<Order, 'refund_due'> & { payment_status: string; surplus_refunded_total?: number };
const money = ({ payment_status, refund_due, surplus_refunded_total }: Money) => [
  payment_status,
  refund_due,
  surplus_refunded_total,
];

describe('money beyond the total', () => {
  const back = { items: [{ line: 1, quantity: 1 }], restock: false, reason: 'Broken' };
  const goods = { ...back, refund: { amount: 33.35, reason: 'Broken', payment_id: 1 } };

  it('is due in full beside a refund of returned goods, in either sequence', async () => {
    for (const isFirst of [true, false]) {
      const { id, pay, move, tp } = await orderOf(100.05);
      await pay(id, 100.05);
      await move(id, 'In_Transit');
      if (isFirst) await tp.orders.return(id, goods);
      expect(await pay(id, 100.05, came)).toMatchObject({ refund_due: 100.05 });
      if (!isFirst) await tp.orders.return(id, goods);
      expect(money(await tp.orders.get(id))).toEqual(['partially_refunded', 100.05, 0]);
      const given = await tp.orders.refund(id, { amount: 100.05, reason: 'Paid twice', payment_id: 2 });
      expect(money(given)).toEqual(['partially_refunded', 0, 100.05]);
    }
  });

  it('is the later payment by the time it was made, whatever the sequence it was recorded in', async () => {
    const { one } = await shopToImport(environment());
    const first = { amount: 28.5, method: 'boleto', paid_at: '2024-01-02T12:00:00.000Z' };
    const second = { ...first, ...came, paid_at: '2024-01-05T12:00:00.000Z' };
    const back = { amount: 28.5, reason: 'Paid twice', refunded_at: '2024-01-06T12:00:00.000Z' };
    const order = { status: 'Delivered', placed_at: '2024-01-01T12:00:00.000Z' } as const;
    for (const payments of [
      [first, second],
      [second, first],
    ]) {
      const payment_id = payments.indexOf(second) + 1;
      const { data } = await one({ ...order, payments, refunds: [{ ...back, payment_id }] });
      expect(money(data!)).toEqual(['paid', 0, 28.5]);
    }
  });

  it('is given back by a refund that is dated before the payments', async () => {
    const { id, pay, tp } = await orderOf(30);
    const [first, later] = ['2026-01-02T14:00:00Z', '2026-01-02T15:00:00Z'];
    await pay(id, 30, { paid_at: first });
    await pay(id, 30, { ...came, paid_at: later });
    const given = await tp.orders.refund(id, {
      amount: 30,
      reason: 'x',
      refunded_at: '2026-01-02T00:00:00Z',
    });
    expect(money(given)).toEqual(['paid', 0, 30]);
  });

  it('is due in full in an import, too', async () => {
    const { one } = await shopToImport(environment());
    const payment = { amount: 28.5, method: 'pix', paid_at: PLACED };
    const refund = (payment_id: number) => ({ amount: 5, reason: 'x', payment_id, refunded_at: PLACED });
    const { data } = await one({
      ...{
        status: 'Delivered',
        payments: [payment, { ...payment, ...came }],
        refunds: [refund(2), refund(1)],
      },
      returns: [{ items: [{ line: 1, quantity: 1 }], restock: false, reason: 'x', refund_id: 1, at: PLACED }],
    });
    expect(money(data!)).toEqual(['partially_refunded', 28.5, 0]);
  });

  // Each step is an amount paid, one refunded of a payment or of none, or another total.
  type Step =
    | { pay: number; beyond?: true; day?: number }
    | { refund: number; of?: number; day?: number }
    | { goods: number; of?: number }
    | { total: number }
    | { void: number }
    | { cancel: true };
  const cases: readonly (readonly [string, Step[], ReturnType<typeof money>])[] = [
    [
      'a refund of another payment',
      [{ pay: 30 }, { pay: 30 }, { refund: 10, of: 1 }],
      ['partially_refunded', 30, 0],
    ],
    ['a refund that names none', [{ pay: 30 }, { pay: 30 }, { refund: 10 }], ['paid', 20, 10]],
    ['a refund beyond it', [{ pay: 30 }, { pay: 30 }, { refund: 40 }], ['partially_refunded', 0, 30]],
    [
      'all of it and all of the rest',
      [{ pay: 30 }, { pay: 30 }, { refund: 30, of: 2 }, { refund: 30 }],
      ['refunded', 0, 30],
    ],
    ['it given back', [{ pay: 30 }, { pay: 30 }, { refund: 30, of: 2 }], ['paid', 0, 30]],
    [
      'it given back, and a higher total',
      [{ pay: 30 }, { pay: 30 }, { refund: 30, of: 2 }, { total: 40 }],
      ['partially_paid', 0, 30],
    ],
    [
      'a higher total that is paid',
      [{ pay: 30 }, { pay: 30 }, { refund: 30, of: 2 }, { total: 40 }, { pay: 10 }],
      ['paid', 0, 30],
    ],
    ['a lower total', [{ pay: 30 }, { total: 20 }], ['paid', 10, 0]],
    ['a lower total, and a refund', [{ pay: 30 }, { total: 20 }, { refund: 10, of: 1 }], ['paid', 0, 10]],
    [
      'a lower total of installments',
      [{ pay: 15 }, { pay: 15 }, { total: 20 }, { refund: 10, of: 1 }],
      ['paid', 0, 10],
    ],
    ['a refund before the total is lower', [{ pay: 30 }, { refund: 10 }, { total: 20 }], ['paid', 0, 10]],
    [
      'a total that is as before',
      [{ pay: 30 }, { total: 20 }, { refund: 10 }, { total: 30 }],
      ['partially_paid', 0, 10],
    ],
    [
      'the rest paid again',
      [{ pay: 30 }, { total: 20 }, { refund: 10 }, { total: 30 }, { pay: 10 }],
      ['paid', 0, 10],
    ],
    [
      'a chargeback of the other',
      [{ pay: 30 }, { pay: 30 }, { refund: 30, of: 2 }, { void: 1 }],
      ['unpaid', 0, 30],
    ],
    [
      'a chargeback, paid again',
      [{ pay: 30 }, { pay: 30 }, { refund: 30, of: 2 }, { void: 1 }, { pay: 30 }],
      ['paid', 0, 30],
    ],
    [
      'a canceled order',
      [{ pay: 30 }, { pay: 30 }, { cancel: true }, { refund: 30, of: 1 }],
      ['paid', 30, 30],
    ],
    [
      'a payment by mistake after a refund, voided',
      [{ pay: 30 }, { refund: 5 }, { pay: 10 }, { void: 2 }],
      ['partially_refunded', 0, 0],
    ],
    ['a payment after a refund', [{ pay: 30 }, { refund: 5 }, { pay: 10 }], ['partially_refunded', 10, 0]],
    [
      'twice the payment after a refund, given back',
      [{ pay: 30 }, { refund: 5 }, { pay: 30 }, { refund: 30 }],
      ['partially_refunded', 0, 30],
    ],
    [
      'a total that is lower for a while after a refund',
      [{ pay: 30 }, { refund: 5 }, { total: 20 }, { total: 30 }],
      ['partially_refunded', 0, 0],
    ],
    [
      'another payment for one that went back whole',
      [{ pay: 30 }, { refund: 30, of: 1 }, { pay: 30 }],
      ['paid', 0, 30],
    ],
    ['another payment after all went back', [{ pay: 30 }, { refund: 30 }, { pay: 30 }], ['paid', 0, 30]],
    [
      'another payment for one of two, which went back in parts',
      [{ pay: 20 }, { pay: 10 }, { refund: 15, of: 1 }, { refund: 5, of: 1 }, { pay: 20 }],
      ['paid', 0, 20],
    ],
    [
      'what was too much given back, and a goodwill of the first payment beside another',
      [{ pay: 33 }, { refund: 3 }, { pay: 30 }, { refund: 3, of: 1 }],
      ['partially_refunded', 30, 3],
    ],
    [
      'a payment for one that went back, another one, and a goodwill',
      [{ pay: 20 }, { refund: 20, of: 1 }, { pay: 30 }, { pay: 30 }, { refund: 15, of: 2 }],
      ['partially_refunded', 30, 20],
    ],
    ['the first of two given back whole', [{ pay: 30 }, { pay: 30 }, { refund: 30, of: 1 }], ['paid', 0, 30]],
    [
      'the first of two given back in parts, before and after the second',
      [{ pay: 30 }, { refund: 10, of: 1 }, { pay: 30 }, { refund: 20, of: 1 }],
      ['paid', 0, 30],
    ],
    [
      'a goodwill while a payment by mistake is there, which is voided',
      [{ pay: 30 }, { pay: 30 }, { refund: 15 }, { void: 2 }],
      ['partially_refunded', 0, 0],
    ],
    [
      'a higher total after one payment came for another',
      [{ pay: 30 }, { refund: 30, of: 1 }, { pay: 30 }, { total: 40 }],
      ['partially_paid', 0, 30],
    ],
    [
      'a part of it paid after all went back',
      [{ pay: 20 }, { refund: 20 }, { pay: 10 }],
      ['partially_paid', 0, 20],
    ],
    [
      'two payments for one that went back whole',
      [{ pay: 30 }, { refund: 30, of: 1 }, { pay: 30 }, { pay: 30 }],
      ['paid', 30, 30],
    ],
    [
      'what was too much given back, before and after a higher total',
      [{ pay: 45 }, { refund: 15 }, { total: 45 }, { pay: 30, beyond: true }, { refund: 15 }],
      ['paid', 0, 30],
    ],
    [
      'the same of a boleto that was paid twice',
      [{ pay: 30 }, { pay: 30 }, { refund: 30 }, { total: 45 }, { pay: 15 }, { pay: 15 }, { refund: 15 }],
      ['paid', 0, 45],
    ],
    [
      'the same in stairs, by their payments',
      [{ pay: 40 }, { refund: 10, of: 1 }, { total: 36 }, { pay: 12, beyond: true }, { refund: 6, of: 2 }],
      ['paid', 0, 16],
    ],
    [
      'a payment by mistake after a higher total, voided',
      [{ pay: 45 }, { refund: 15 }, { total: 45 }, { pay: 3 }, { void: 2 }],
      ['partially_paid', 0, 15],
    ],
    [
      'a payment by mistake after a total that was lower, voided',
      [{ pay: 30 }, { total: 20 }, { refund: 10 }, { total: 30 }, { pay: 10 }, { void: 2 }],
      ['partially_paid', 0, 10],
    ],
    [
      'goods that came back, and the rest of the same payment',
      [{ pay: 30 }, { pay: 30 }, { goods: 9, of: 2 }, { refund: 21, of: 2 }],
      ['partially_refunded', 9, 21],
    ],
    [
      'the same of the first payment, the goods last',
      [{ pay: 30 }, { pay: 30 }, { refund: 21, of: 1 }, { goods: 9, of: 1 }],
      ['partially_refunded', 9, 21],
    ],
    [
      'goods alone, as much as a payment',
      [{ pay: 30 }, { pay: 30 }, { goods: 30, of: 1 }],
      ['partially_refunded', 30, 0],
    ],
    [
      'a payment recorded late, made before a refund',
      [
        { pay: 18, day: 1 },
        { pay: 18, beyond: true, day: 4 },
        { refund: 18, day: 3 },
        { pay: 12, day: 2 },
      ],
      ['partially_refunded', 18, 0],
    ],
    [
      'a payment by mistake that is dated after its void',
      [{ pay: 30 }, { pay: 30 }, { pay: 30, day: 0 }, { void: 3 }, { refund: 30, of: 2 }],
      ['paid', 0, 30],
    ],
    [
      'one that came while a payment by mistake stood',
      [{ pay: 30 }, { pay: 18 }, { void: 1 }, { pay: 18, beyond: true }, { refund: 6, of: 3 }],
      ['paid', 0, 6],
    ],
    [
      'a part of it given back, and a chargeback of the other',
      [{ pay: 30 }, { pay: 30 }, { refund: 15, of: 2 }, { void: 1 }, { pay: 15 }],
      ['paid', 0, 15],
    ],
    [
      'all of it given back through another payment',
      [{ pay: 30 }, { pay: 15 }, { refund: 15, of: 1 }],
      ['paid', 0, 15],
    ],
    [
      'a refund that is dated before the total was higher',
      [{ pay: 45, day: 1 }, { total: 45 }, { refund: 15, day: 2 }],
      ['partially_paid', 0, 15],
    ],
    ['a canceled order, all given back', [{ pay: 30 }, { cancel: true }, { refund: 30 }], ['refunded', 0, 0]],
    [
      'one canceled after it was given back',
      [{ pay: 30 }, { pay: 30 }, { refund: 30, of: 2 }, { cancel: true }],
      ['paid', 30, 30],
    ],
  ];
  /** Day 0 is still to come, as far as clocks may differ. */
  const onDay = (day: number) =>
    day === 0 ? new Date(Date.now() + 3_600_000).toISOString() : `2026-01-0${day}T12:00:00Z`;
  const given = (amount: number, of?: number) => ({ amount, reason: 'x', ...(of && { payment_id: of }) });

  it.each(cases)('with %s', async (_, steps, expected) => {
    const { id, pay, move, tp, setTotal } = await orderOf(30);
    for (const step of steps) {
      if ('pay' in step) {
        // What is left to be paid is taken without allow_overpayment.
        const { payment_status } = await tp.orders.get(id);
        const isBeyond = FULL.includes(payment_status) || step.pay > 30 || step.beyond;
        await pay(id, step.pay, {
          ...(isBeyond && came),
          ...(step.day !== undefined && { paid_at: onDay(step.day) }),
        });
      } else if ('refund' in step)
        await tp.orders.refund(id, {
          ...given(step.refund, step.of),
          ...(step.day && { refunded_at: onDay(step.day) }),
        });
      else if ('goods' in step) {
        if ((await tp.orders.get(id)).status === 'Pending') await move(id, 'In_Transit');
        await tp.orders.return(id, {
          items: [{ line: 1, quantity: 0.1 }],
          ...{ restock: false, reason: 'x', refund: given(step.goods, step.of) },
        });
      } else if ('total' in step) await setTotal(step.total);
      else if ('void' in step) await tp.orders.voidPayment(id, step.void, { reason: 'Chargeback' });
      else await move(id, 'Canceled');
    }
    const order = await tp.orders.get(id);
    expect(money(order)).toEqual(expected);
    expect(order.paid_at === null).toBe(['unpaid', 'partially_paid'].includes(order.payment_status));
  });

  it('that went back before a higher total stays so in a row of 0.2.0', async () => {
    const { id, pay, tp, setTotal, tenantId } = await orderOf(30);
    await pay(id, 45, came);
    await tp.orders.refund(id, given(15));
    await setTotal(45);
    await environment().context.db.transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica', []);
      await tx.query('UPDATE orders SET former_totals = NULL WHERE tenant_id = $1 AND id = $2', [
        tenantId,
        id,
      ]);
    });
    expect(money(await tp.orders.update(id, { notes: 'x' }))).toEqual(['partially_paid', 0, 15]);
    expect(money(await pay(id, 15))).toEqual(['paid', 0, 15]);
  });

  it('that went back says what remains, and which fields follow', async () => {
    const { id, pay, tp, setTotal } = await orderOf(30);
    await pay(id, 30);
    await pay(id, 30, came);
    await tp.orders.refund(id, { amount: 30, reason: 'Paid twice', payment_id: 2 });
    const { changes } = await setTotal(40);
    expect(changes.at(-1)!.fields).toEqual([
      'charges',
      'charges_total',
      'total',
      'paid_at',
      'payment_status',
    ]);
    await expect(pay(id, 11)).rejects.toMatchObject({
      code: 'payment_exceeds_total',
      remaining: 10,
      paid_total: 60,
    });
  });
});
