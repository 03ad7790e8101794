import type { Schemas } from '../contract.ts';
import type { Transaction } from '../db/querier.ts';
import { invalidRequest, notFound, problemAt } from '../errors.ts';
import type { Handler } from '../handler.ts';
import { toCents } from '../money.ts';
import { actorOf } from '../stock/actor.ts';
import { etagOf } from '../versions.ts';
import { lockOrder, writeAttempt, writePayment } from './life-store.ts';
import { moveOrder, notAllowed, requireCancelWords } from './move-order.ts';
import type { StoredOrder } from './store.ts';

type Order = Schemas['Order'];

const headers = ({ version }: StoredOrder): Record<string, string> => ({ ETag: etagOf(version) });

/** The order, locked, as it is stored and as its members. */
async function take(
  tx: Transaction,
  tenantId: number,
  id: number,
): Promise<{ row: StoredOrder; order: Order }> {
  const row = await lockOrder(tx, tenantId, id);
  if (!row) throw notFound('order', 'order_id');
  return { row, order: JSON.parse(row.document) as Order };
}

/** A time of the body as the API shows times. */
const inUtc = (time: string | undefined): string | null =>
  time === undefined ? null : new Date(time).toISOString();

export const setOrderStatus: Handler<'setOrderStatus'> = async ({ caller, path, body }, reply, tx) => {
  const { tenantId } = caller;
  const { row, order } = await take(tx, tenantId, path.order_id);
  if (order.status === body.status) return reply(200, row.document, headers(row));
  requireCancelWords(order, body);
  const moved = await moveOrder(tx, {
    tenantId,
    order,
    to: body.status,
    reason: body.reason ?? null,
    restock: body.restock ?? false,
    actor: actorOf(caller),
    deliveredAt: null,
  });
  return reply(200, moved.document, headers(moved));
};

export const addOrderPayment: Handler<'addOrderPayment'> = async ({ caller, path, body }, reply, tx) => {
  const { tenantId } = caller;
  const { order } = await take(tx, tenantId, path.order_id);
  const { amount, method, reference = null } = body;
  const paid = await writePayment(tx, {
    tenantId,
    id: order.id,
    amount,
    method,
    reference,
    paidAt: inUtc(body.paid_at),
  });
  if (!paid) throw exceeding(order, amount);
  return reply(201, paid.document, headers(paid));
};

function exceeding({ status, total, paid_total }: Order, amount: number) {
  const open = Number(toCents(total) - toCents(paid_total)) / 100;
  const why =
    status === 'Canceled' ? 'The order is canceled.' : `${open} is still to be paid, not ${amount}.`;
  return problemAt(
    'payment_exceeds_total',
    '/amount',
    status === 'Canceled' ? 'the order is canceled' : `must be <= ${open}`,
    why,
  );
}

export const addDeliveryAttempt: Handler<'addDeliveryAttempt'> = async (
  { caller, path, body },
  reply,
  tx,
) => {
  const { tenantId } = caller;
  if (body.outcome === 'failed' && body.reason == null)
    throw invalidRequest([{ pointer: '#/reason', code: 'required', detail: 'is required with failed' }]);
  const { order } = await take(tx, tenantId, path.order_id);
  if (order.status !== 'In_Transit') throw notAllowed(order.status, 'Delivered', '#/outcome');
  const at = inUtc(body.at);
  const attempted = await writeAttempt(tx, { tenantId, id: order.id }, body, at);
  if (body.outcome === 'failed') return reply(201, attempted.document, headers(attempted));
  const { delivery_attempts } = JSON.parse(attempted.document) as Order;
  const deliveredAt = delivery_attempts.at(-1)!.at;
  const delivery = { reason: body.reason ?? null, restock: false, actor: actorOf(caller), deliveredAt };
  const delivered = await moveOrder(tx, { tenantId, order, to: 'Delivered', ...delivery });
  return reply(201, delivered.document, headers(delivered));
};
