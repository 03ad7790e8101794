import type { Schemas } from '../../../../base/contract.ts';
import { toCents } from '../../../../base/money.ts';

type Money = Pick<Schemas['Order'], 'payments' | 'refunds'>;

/**
 * When the payments reached the total first, in the API's format; null if they never did. A payment that had gone back whole by then
 * doesn't count, nor do those before all had gone back: as in db/documents/orders.sql.
 */
export function confirmedAt({ payments, refunds }: Money, total: bigint): string | null {
  let [paid, given, gone] = [0n, 0n, 0n];
  const left = new Map(payments.map(({ id, amount }) => [id, toCents(amount)]));
  const wholeOf = new Map(left);
  const entries = [
    ...payments.map((payment) => ({ ...payment, at: payment.paid_at, isPayment: true, payment_id: null })),
    ...refunds.map((refund) => ({ ...refund, at: refund.refunded_at, isPayment: false })),
  ].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  for (const { at, isPayment, amount, payment_id } of entries) {
    const cents = toCents(amount);
    if (isPayment) paid += cents;
    else given += cents;
    if (isPayment && paid - gone >= total) return at;
    if (payment_id !== null) left.set(payment_id, left.get(payment_id)! - cents);
    if (given >= paid) gone = paid;
    else if (payment_id !== null && left.get(payment_id)! <= 0n) gone += wholeOf.get(payment_id)!;
  }
  return null;
}
