import type { Context } from '../context.ts';
import type { NoFields, Schemas } from '../contract.ts';
import type { Transaction } from '../db/querier.ts';
import { type ApiProblem, invalidRequest, notFound, problemAt } from '../errors.ts';
import type { Handler } from '../handler.ts';
import { centsNumber, toCents } from '../money.ts';
import { versionHeaders } from '../resources/resource.ts';
import { actorOf } from '../stock/actor.ts';
import { lockOrder, writeAttempt, writePayment } from './lifecycle-store.ts';
import { pastTime } from './past-time.ts';
import { orderResource, type StoredOrder } from './store.ts';
import { invalidTransition, requireCancellationFields, transitionOrder } from './transition-order.ts';

type Order = Schemas['Order'];

const headers = (order: StoredOrder): Record<string, string> => versionHeaders(orderResource, order);

/** The locked order: its row, and its document parsed. */
async function lockedOrder(
  tx: Transaction,
  tenantId: number,
  id: number,
): Promise<{ row: StoredOrder; order: Order }> {
  const row = await lockOrder(tx, tenantId, id);
  if (!row) throw notFound('order', 'order_id');
  return { row, order: JSON.parse(row.document) as Order };
}

export const setOrderStatus: Handler<'setOrderStatus'> = async ({ caller, path, body }, reply, tx) => {
  const { tenantId } = caller;
  const { status, reason = null, restock = false, ...unread } = body;
  unread satisfies NoFields;
  const { row, order } = await lockedOrder(tx, tenantId, path.order_id);
  if (order.status === status) return reply(200, row.document, headers(row));
  requireCancellationFields(order, body);
  const moved = await transitionOrder(tx, {
    tenantId,
    order,
    to: status,
    reason,
    restock,
    actor: actorOf(caller),
    deliveredAt: null,
  });
  return reply(200, moved.document, headers(moved));
};

export const addOrderPayment =
  ({ nowMs }: Context): Handler<'addOrderPayment'> =>
  async ({ caller, path, body }, reply, tx) => {
    const { tenantId } = caller;
    const { amount, method, reference = null, paid_at, ...unread } = body;
    unread satisfies NoFields;
    const paidAt = pastTime(paid_at, '#/paid_at', nowMs());
    const { order } = await lockedOrder(tx, tenantId, path.order_id);
    requireNewReference(order, reference);
    const paid = await writePayment(tx, { tenantId, id: order.id, amount, method, reference, paidAt });
    if (!paid) throw paymentExceedsTotal(order, amount);
    return reply(201, paid.document, headers(paid));
  };

function paymentExceedsTotal({ status, total, paid_total }: Order, amount: number): ApiProblem {
  const canceled = status === 'Canceled';
  const remaining = canceled ? 0 : centsNumber(toCents(total) - toCents(paid_total));
  return problemAt(
    'payment_exceeds_total',
    '/amount',
    canceled ? 'the order is canceled' : `must be at most ${remaining}`,
    canceled ? 'The order is canceled.' : `Only ${remaining} is still to be paid, not ${amount}.`,
    { total, paid_total, remaining },
  );
}

/** Refuses a reference that is already recorded: probably a retry without its Idempotency-Key. */
function requireNewReference({ payments }: Order, reference: string | null): void {
  // Clients that have no reference send null or an empty string.
  if (!reference || !payments.some((payment) => payment.reference === reference)) return;
  throw problemAt(
    'already_exists',
    '/reference',
    'is the reference of another payment of the order',
    'The order already has a payment with this reference.',
  );
}

export const addDeliveryAttempt =
  ({ nowMs }: Context): Handler<'addDeliveryAttempt'> =>
  async ({ caller, path, body }, reply, tx) => {
    const { tenantId } = caller;
    const { outcome, reason = null, at: sentAt, ...unread } = body;
    unread satisfies NoFields;
    if (outcome === 'failed' && reason === null)
      throw invalidRequest([{ pointer: '#/reason', code: 'required', detail: 'is required with failed' }]);
    const at = pastTime(sentAt, '#/at', nowMs());
    const { order } = await lockedOrder(tx, tenantId, path.order_id);
    if (order.status !== 'In_Transit') throw invalidTransition(order.status, 'Delivered', '#/outcome');
    const attempted = await writeAttempt(tx, { tenantId, id: order.id, outcome, reason, at });
    if (outcome === 'failed') return reply(201, attempted.document, headers(attempted));
    const { delivery_attempts } = JSON.parse(attempted.document) as Order;
    const deliveredAt = delivery_attempts.at(-1)!.at;
    const delivery = { reason, restock: false, actor: actorOf(caller), deliveredAt };
    const delivered = await transitionOrder(tx, { tenantId, order, to: 'Delivered', ...delivery });
    return reply(201, delivered.document, headers(delivered));
  };
