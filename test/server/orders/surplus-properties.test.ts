// The function that says what of the refunds gave back too much, over histories that nobody thought of.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();
const RUNS = 1_000;

interface History {
  readonly total: number;
  readonly former: readonly { readonly until: string; readonly total: number }[];
  readonly payments: readonly { id: number; amount: number; paid_at: string; voided_at: string | null }[];
  readonly refunds: readonly { id: number; amount: number; payment_id: number | null; refunded_at: string }[];
  readonly returns: readonly { readonly refund_id: number }[];
}
const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const sum = (entries: readonly { readonly amount: number }[]): number =>
  entries.reduce((total, { amount }) => total + amount, 0);
const paidOf = ({ payments }: History): number => sum(payments.filter(({ voided_at }) => voided_at === null));

type Step = readonly [kind: 'pay' | 'refund' | 'goods' | 'total', amount: number, which: number];
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.tuple(
    fc.constantFrom('pay', 'pay', 'refund', 'refund', 'goods', 'total'),
    fc.constantFrom(10, 20, 30, 50, 70, 100, 120, 150),
    fc.nat(5),
  ),
  { maxLength: 8 },
);

/** What the service takes of a step. An odd `which` names a payment. */
function after(history: History, [kind, amount, which]: Step, now: string): History {
  const { total, former, payments, refunds, returns } = history;
  if (kind === 'total') return { ...history, total: amount, former: [...former, { until: now, total }] };
  if (kind === 'pay') {
    const payment = { id: payments.length + 1, amount, paid_at: now, voided_at: null };
    return { ...history, payments: [...payments, payment] };
  }
  const named = which % 2 === 1 ? payments[which % payments.length] : undefined;
  const given = refunds.filter(({ payment_id }) => payment_id === named?.id);
  const left = Math.min(paidOf(history) - sum(refunds), named ? named.amount - sum(given) : amount);
  if (left <= 0) return history;
  const id = refunds.length + 1;
  const refund = { id, amount: Math.min(amount, left), payment_id: named?.id ?? null, refunded_at: now };
  const back = kind === 'goods' ? [...returns, { refund_id: id }] : returns;
  return { ...history, refunds: [...refunds, refund], returns: back };
}

/** One step a minute. */
function historyOf(all: readonly Step[]): History {
  let history: History = { total: 100, former: [], payments: [], refunds: [], returns: [] };
  for (const [index, step] of all.entries()) history = after(history, step, at(index));
  return history;
}

/** All went back, other money came, and then the rest of a payment of before, with goods. */
const WENT_BACK_TWICE = historyOf([
  ...([
    ['pay', 10, 0],
    ['pay', 120, 0],
    ['refund', 120, 0],
    ['refund', 10, 1],
  ] as const),
  ...([
    ['pay', 10, 0],
    ['pay', 120, 0],
    ['goods', 120, 1],
  ] as const),
]);

async function surplusOf({ total, former, payments, refunds, returns }: History): Promise<number> {
  const [row] = await environment().context.db.query<{ surplus: string }>(
    'SELECT surplus_refunded_total_of($1, $2, $3, $4, $5)::text AS surplus',
    [total, ...[former, payments, refunds, returns].map((list) => JSON.stringify(list))],
  );
  return Number(row!.surplus);
}
const dueOf = (history: History, surplus: number): number =>
  Math.max(Math.min(paidOf(history) - surplus - history.total, paidOf(history) - sum(history.refunds)), 0);

/** The payments of which so much hasn't gone back. */
const payersOf = ({ payments, refunds }: History, amount: number): number[] =>
  payments
    .filter((payment) => {
      const back = refunds.filter(({ payment_id }) => payment_id === payment.id);
      return payment.amount - sum(back) >= amount;
    })
    .map(({ id }) => id);

it('is never more than what went back beside goods, and what is due is settled by one refund of it', async () => {
  await fc.assert(
    fc.asyncProperty(steps.map(historyOf), async (history) => {
      const surplus = await surplusOf(history);
      const goods = history.refunds.filter(({ id }) =>
        history.returns.some(({ refund_id }) => refund_id === id),
      );
      expect(surplus).toBeGreaterThanOrEqual(0);
      expect(surplus).toBeLessThanOrEqual(sum(history.refunds) - sum(goods));
      const amount = dueOf(history, surplus);
      for (const payment_id of amount > 0 ? [null, ...payersOf(history, amount)] : []) {
        const refund = { id: history.refunds.length + 1, amount, payment_id, refunded_at: at(60) };
        const settled = { ...history, refunds: [...history.refunds, refund] };
        expect(dueOf(settled, await surplusOf(settled))).toBe(0);
      }
    }),
    { numRuns: RUNS, examples: [[WENT_BACK_TWICE]] },
  );
});

it('has no trace of a payment by mistake that was voided, if no refund names a payment', async () => {
  const unnamed = steps.map((all) => historyOf(all.map(([kind, amount]) => [kind, amount, 0])));
  await fc.assert(
    fc.asyncProperty(unnamed, fc.nat(8), async (history, minute) => {
      const [paid_at, voided_at] = [at(minute + 0.5), at(60)];
      const mistake = { id: history.payments.length + 1, amount: 40, paid_at, voided_at };
      const payments = [...history.payments, mistake];
      expect(await surplusOf({ ...history, payments })).toBe(await surplusOf(history));
    }),
    { numRuns: RUNS },
  );
});

it('is the same whatever the sequence in which payments and refunds were recorded', async () => {
  await fc.assert(
    fc.asyncProperty(steps.map(historyOf), async (history) => {
      const numberOf = new Map(history.payments.toReversed().map(({ id }, index) => [id, index + 1]));
      const reversed = {
        ...history,
        payments: history.payments.map((each) => ({ ...each, id: numberOf.get(each.id)! })).toReversed(),
        refunds: history.refunds
          .map((each) => ({ ...each, payment_id: each.payment_id && numberOf.get(each.payment_id)! }))
          .toReversed(),
      };
      expect(await surplusOf(reversed)).toBe(await surplusOf(history));
    }),
    { numRuns: RUNS },
  );
});
