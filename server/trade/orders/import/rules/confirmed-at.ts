import type { Schemas } from '../../../../base/contract.ts';
import { toCents } from '../../../../base/money.ts';

type Money = Pick<Schemas['Order'], 'payments' | 'refunds' | 'returns'>;

/**
 * When the payments reached the total first, in the API's format; null if they never did. A payment that had gone back whole by then
 * doesn't count, nor do those before all had gone back, but for returned goods: as in db/documents/orders.sql.
 */
export function confirmedAt(money: Money, total: bigint): string | null {
  let [paid, given, goods, gone] = [0n, 0n, 0n, 0n];
  const left = new Map(money.payments.map(({ id, amount }) => [id, toCents(amount)]));
  const whole = new Map(left);
  for (const { at, kind, amount, payment_id } of inSequence(money)) {
    const cents = toCents(amount);
    if (kind === 'payment') paid += cents;
    else if (kind === 'goods') goods += cents;
    else given += cents;
    const isWhole = kind === 'refund' && payment_id !== null && left.get(payment_id)! <= cents;
    if (payment_id !== null) left.set(payment_id, left.get(payment_id)! - cents);
    if (given + goods >= paid) gone = paid - goods;
    else if (isWhole) gone += whole.get(payment_id)!;
    else if (kind === 'payment' && paid - gone >= total) return at;
  }
  return null;
}

/** A refund that names a payment didn't come before it. */
function inSequence({ payments, refunds, returns }: Money) {
  const paidAt = new Map(payments.map(({ id, paid_at }) => [id, paid_at]));
  const ofGoods = new Set(returns.map(({ refund_id }) => refund_id));
  return [
    ...payments.map(({ amount, paid_at: at }) => ({ at, kind: 'payment', amount, payment_id: null })),
    ...refunds.map(({ id, amount, payment_id, refunded_at }) => ({
      at: [refunded_at, paidAt.get(payment_id ?? 0) ?? ''].toSorted()[1]!,
      kind: ofGoods.has(id) ? 'goods' : 'refund',
      ...{ amount, payment_id },
    })),
  ].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}
