// What an order says of its money, computed a second time from the entries that it shows, by the contract's descriptions
// of `paid_total` to `refund_due` and of `PaymentStatus` alone.
import type { components } from '../../../generated/openapi.ts';

type Order = components['schemas']['Order'];
type Entries = 'total' | 'payments' | 'refunds' | 'created_at' | 'changes' | 'surplus_refunded_total';
export type Settlement = Pick<Order, 'paid_total' | 'refunded_total' | 'refund_due' | 'payment_status'>;

const toCents = (amount: number): number => Math.round(amount * 100);
const sum = (entries: readonly { readonly amount: number }[]): number =>
  entries.reduce((cents, { amount }) => cents + toCents(amount), 0);

function paymentStatus(paid: number, refunded: number, total: number): Order['payment_status'] {
  if (refunded > 0) return refunded === paid ? 'refunded' : 'partially_refunded';
  if (paid >= total) return 'paid';
  return paid > 0 ? 'partially_paid' : 'unpaid';
}

/** It depends on what the total was when money went back, which the entries don't say. */
const surplusOf = ({ surplus_refunded_total = 0 }: Settled): number => toCents(surplus_refunded_total);

type Settled = Pick<Order, Entries> & { readonly status: string };
const counting = ({ payments }: Pick<Order, 'payments'>): Order['payments'] =>
  payments.filter(({ voided_at }) => voided_at === null);

/** When the order may have been paid in full. The total of one that was changed may have come down to what was paid. */
export function paidTimes(order: Settled): readonly (string | null)[] {
  const paid = counting(order);
  if (sum(paid) - surplusOf(order) < toCents(order.total)) return [null];
  const latest = paid.map(({ paid_at }) => paid_at).toSorted();
  return [latest.at(-1) ?? order.created_at, ...order.changes.map(({ at }) => at)];
}

export function settlementOf(order: Settled): Settlement {
  const { status, total, refunds } = order;
  const [paid, refunded] = [sum(counting(order)), sum(refunds)];
  const surplus = surplusOf(order);
  const left = paid - refunded;
  const due = status === 'Canceled' ? left : Math.max(Math.min(paid - surplus - toCents(total), left), 0);
  return {
    paid_total: paid / 100,
    refunded_total: refunded / 100,
    refund_due: due / 100,
    payment_status: paymentStatus(paid - surplus, refunded - surplus, toCents(total)),
  };
}

/** How much came back of each line. */
type Returned = Pick<Order, 'returns'> & { readonly items: readonly unknown[] };
export const returnedQuantities = ({ items, returns }: Returned): number[] =>
  items.map((_, index) => {
    const back = returns.flatMap((one) => one.items).filter(({ line }) => line === index + 1);
    return back.reduce((units, { quantity }) => units + Math.round(quantity * 10_000), 0) / 10_000;
  });
