// What an order says of its money, computed a second time from the entries that it shows, by the contract's descriptions
// of `paid_total` to `refund_due` and of `PaymentStatus` alone.
import type { components } from '../../generated/openapi.ts';

type Order = components['schemas']['Order'];
type Entries = 'total' | 'payments' | 'refunds' | 'created_at';
export type Settlement = Pick<
  Order,
  'paid_total' | 'refunded_total' | 'refund_due' | 'payment_status' | 'paid_at'
>;

const toCents = (amount: number): number => Math.round(amount * 100);
const sum = (entries: readonly { readonly amount: number }[]): number =>
  entries.reduce((cents, { amount }) => cents + toCents(amount), 0);

function paymentStatus(paid: number, refunded: number, total: number): Order['payment_status'] {
  if (refunded > 0) return refunded === paid ? 'refunded' : 'partially_refunded';
  if (paid >= total) return 'paid';
  return paid > 0 ? 'partially_paid' : 'unpaid';
}

export function settlementOf({
  status,
  total,
  payments,
  refunds,
  created_at,
}: Pick<Order, Entries> & { readonly status: string }): Settlement {
  const counting = payments.filter(({ voided_at }) => voided_at === null);
  const [paid, refunded] = [sum(counting), sum(refunds)];
  const owed = status === 'Canceled' ? 0 : toCents(total);
  const times = counting.map(({ paid_at }) => paid_at).toSorted();
  return {
    paid_total: paid / 100,
    refunded_total: refunded / 100,
    refund_due: Math.max(paid - refunded - owed, 0) / 100,
    payment_status: paymentStatus(paid, refunded, toCents(total)),
    paid_at: paid >= toCents(total) ? (times.at(-1) ?? created_at) : null,
  };
}
