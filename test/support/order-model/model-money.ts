import { done, type Expected, refused } from './expected.ts';
import { type ModelOrder, paidOf, refundedOf, refundedOfPayment, settledOf } from './model-order.ts';

// The rules for payments and refunds of one order, in cents.

const hasReference = (entries: readonly { readonly reference: string | null }[], reference: string | null) =>
  reference !== null && entries.some((entry) => entry.reference === reference);

export function pay(order: ModelOrder, cents: number, reference: string | null): Expected {
  if (order.status === 'Canceled') return refused('payment_not_allowed');
  const live = order.payments.filter(({ voided }) => !voided);
  if (hasReference(live, reference)) return refused('already_exists');
  if (settledOf(order) + cents > order.content.total) return refused('payment_exceeds_total');
  order.payments.push({ cents, reference, voided: false });
  return done();
}

export function voidPayment(order: ModelOrder, index: number): Expected {
  const payment = order.payments[index];
  if (!payment) return refused('not_found');
  if (payment.voided) return done();
  const rest = paidOf(order) - payment.cents;
  if (refundedOfPayment(order, index) > 0 || refundedOf(order) > rest) return refused('payment_refunded');
  payment.voided = true;
  return done();
}

export interface RefundWish {
  readonly cents: number;
  readonly reference: string | null;
  readonly payment: number | null;
}

export function refund(order: ModelOrder, wish: RefundWish): Expected {
  if (hasReference(order.refunds, wish.reference)) return refused('already_exists');
  if (wish.payment !== null && !order.payments[wish.payment]) return refused('invalid_reference');
  if (wish.payment !== null && order.payments[wish.payment]!.voided) return refused('payment_voided');
  if (wish.cents > refundableOf(order, wish.payment)) return refused('refund_exceeds_paid');
  order.refunds.push(wish);
  return done();
}

function refundableOf(order: ModelOrder, index: number | null): number {
  const all = paidOf(order) - refundedOf(order);
  if (index === null) return all;
  const { cents } = order.payments[index]!;
  return Math.min(all, cents - refundedOfPayment(order, index));
}
