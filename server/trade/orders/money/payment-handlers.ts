import type { NoFields, Schemas } from '../../../base/contract.ts';
import { amountText, centsNumber, centsText, toCents } from '../../../base/money.ts';
import { ApiProblem, notFound, problemAt } from '../../../base/problems/api-problem.ts';
import type { Handler } from '../../resources/handler.ts';
import { orderHeaders, requestedOrder } from '../change/locked-order.ts';
import { recordedHeaders } from '../entries.ts';
import { requireNewReference, requireRoom } from '../rules/order-entries.ts';
import { pastTime } from '../rules/past-time.ts';
import { requirePaidInRange } from '../rules/totals.ts';
import { writePayment, writeVoid } from './payment-store.ts';

type Order = Schemas['Order'];
type Payment = Schemas['Payment'];

export const addOrderPayment: Handler<'addOrderPayment'> = async (call, reply, tx) => {
  const { caller, body } = call;
  const { tenantId } = caller;
  const { amount, method, reference = null, paid_at, allow_overpayment = false, ...unread } = body;
  unread satisfies NoFields;
  const { order } = await requestedOrder(tx, call);
  if (!allow_overpayment) requirePayable(order);
  const live = order.payments.filter(({ voided_at }) => voided_at === null);
  requireNewReference('payment', live, reference);
  requireRoom('payment', order.payments);
  requirePaidInRange(toCents(order.paid_total) + toCents(amount), '#/amount');
  const payment = { amount, method, reference, paidAt: pastTime(paid_at), allow_overpayment };
  const paid = await writePayment(tx, { tenantId, id: order.id, ...payment });
  if (!paid) throw paymentExceedsTotal(order, amount);
  return reply(201, paid.document, recordedHeaders(paid, 'payment', order.payments.length + 1));
};

function requirePayable({ status }: Order): void {
  if (status !== 'Canceled') return;
  const detail =
    'The order is Canceled, so nothing is to be paid. If the money has come, send allow_overpayment.';
  throw problemAt('payment_not_allowed', '/amount', 'the order is Canceled', detail);
}

function paymentExceedsTotal(
  { total, paid_total, refunded_total, surplus_refunded_total = 0 }: Order,
  amount: number,
): ApiProblem {
  const unpaid = toCents(total) - toCents(paid_total) + toCents(surplus_refunded_total);
  // A change may have lowered the total below what was paid.
  const remaining = unpaid < 0n ? 0 : centsNumber(unpaid);
  const isRefunded = refunded_total > surplus_refunded_total;
  const isPaid =
    total === 0
      ? 'the order costs nothing'
      : isRefunded
        ? 'the order was paid, and refunds make no room; if the customer paid again, send allow_overpayment'
        : 'the order is paid';
  return problemAt(
    'payment_exceeds_total',
    '/amount',
    remaining === 0 ? isPaid : `must be at most ${amountText(remaining)}`,
    remaining === 0
      ? `Nothing is left to be paid: ${isPaid}.`
      : `Only ${amountText(remaining)} is still to be paid, not ${amountText(amount)}.`,
    { total, paid_total, remaining },
  );
}

export const voidOrderPayment: Handler<'voidOrderPayment'> = async (call, reply, tx) => {
  const { caller, path, body } = call;
  const { tenantId } = caller;
  const { reason, ...unread } = body;
  unread satisfies NoFields;
  const { row, order } = await requestedOrder(tx, call);
  const payment = order.payments.find(({ id }) => id === path.payment_id);
  if (!payment) throw notFound('payment', 'payment_id');
  if (payment.voided_at !== null) return reply(200, row.document, orderHeaders(row));
  requireNoRefundOf(order, payment);
  const voided = await writeVoid(tx, { tenantId, id: order.id, paymentId: payment.id, reason });
  return reply(200, voided.document, orderHeaders(voided));
};

/** Refunds may exceed neither what is paid without the payment nor, if they name it, the payment itself. */
function requireNoRefundOf({ refunds, paid_total, refunded_total }: Order, payment: Payment): void {
  const rest = toCents(paid_total) - toCents(payment.amount);
  const isNamed = refunds.some(({ payment_id }) => payment_id === payment.id);
  if (!isNamed && toCents(refunded_total) <= rest) return;
  const detail = isNamed
    ? 'The payment has been refunded, all or in part.'
    : `${amountText(refunded_total)} has been refunded; without the payment ${rest === 0n ? 'nothing' : `only ${centsText(rest)}`} would be paid.`;
  const issue = isNamed ? 'has refunds' : 'refunds would exceed the payments';
  throw new ApiProblem('payment_refunded', detail, {
    errors: [{ parameter: 'payment_id', code: 'payment_refunded', detail: issue }],
    members: { paid_total, refunded_total },
  });
}
