import type { NoFields, Schemas } from '../../../base/contract.ts';
import { amountText, centsNumber, toCents } from '../../../base/money.ts';
import { type ApiProblem, invalidReferences, problemAt } from '../../../base/problems/api-problem.ts';
import type { Transaction } from '../../../db/querier.ts';
import { requireNewReference, requireRoom } from '../rules/order-entries.ts';
import { pastTime } from '../rules/past-time.ts';
import type { StoredOrder } from '../store.ts';
import { writeRefund } from './refund-store.ts';

type Order = Schemas['Order'];

export interface RefundRequest {
  readonly tenantId: number;
  /** It is locked. */
  readonly order: Order;
  readonly body: Schemas['RefundCreate'];
  /** Where `body` is in the request's body. */
  readonly pointer: '' | '/refund';
  readonly actor: string;
}

/** Records a refund of a locked order. Throws the problem that refuses it. */
export async function refundOrder(tx: Transaction, request: RefundRequest): Promise<StoredOrder> {
  const { tenantId, order, body, pointer, actor } = request;
  const { amount, reason, reference = null, payment_id: paymentId = null, refunded_at, ...unread } = body;
  unread satisfies NoFields;
  requireNewReference('refund', order.refunds, reference, `${pointer}/reference`);
  requireRoom('refund', order.refunds);
  requireRefundable(order, amount, paymentId, pointer);
  const refund = { amount, reason, reference, paymentId, refundedAt: pastTime(refunded_at), actor };
  return writeRefund(tx, { tenantId, id: order.id, ...refund });
}

function requireRefundable(order: Order, amount: number, paymentId: number | null, pointer: string): void {
  const payment = order.payments.find(({ id }) => id === paymentId);
  if (paymentId !== null && !payment)
    throw invalidReferences([
      {
        pointer: `#${pointer}/payment_id`,
        code: 'invalid_reference',
        detail: 'no payment of the order has this id',
      },
    ]);
  if (payment && payment.voided_at !== null) throw paymentVoided(pointer);
  const { paid_total, refunded_total } = order;
  const left = toCents(paid_total) - toCents(refunded_total);
  const refundable = payment ? smaller(left, leftOf(order, payment)) : left;
  if (toCents(amount) <= refundable) return;
  const most = centsNumber(refundable);
  const allOf = left === 0n ? 'all that was paid' : 'all of the payment';
  const nothing = paid_total === 0 ? 'nothing has been paid' : `${allOf} has been refunded`;
  throw problemAt(
    'refund_exceeds_paid',
    `${pointer}/amount`,
    most === 0 ? nothing : `must be at most ${amountText(most)}`,
    most === 0
      ? `Nothing can be refunded: ${nothing}.`
      : `Only ${amountText(most)} can still be refunded, not ${amountText(amount)}.`,
    { paid_total, refunded_total, refundable: most },
  );
}

function paymentVoided(pointer: string): ApiProblem {
  const detail = 'The payment is voided: it was recorded by mistake, so there is nothing to refund.';
  return problemAt('payment_voided', `${pointer}/payment_id`, 'the payment is voided', detail);
}

/** What a payment has left, in cents: what the refunds that name it haven't paid back. */
function leftOf({ refunds }: Order, payment: Schemas['Payment']): bigint {
  return refunds
    .filter(({ payment_id }) => payment_id === payment.id)
    .reduce((left, { amount }) => left - toCents(amount), toCents(payment.amount));
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
