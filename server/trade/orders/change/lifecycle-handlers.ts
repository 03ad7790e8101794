import type { NoFields, Schemas } from '../../../base/contract.ts';
import type { ApiProblem } from '../../../base/problems/api-problem.ts';
import type { Handler } from '../../resources/handler.ts';
import { recordedHeaders } from '../entries.ts';
import { requireRoom } from '../rules/order-entries.ts';
import { pastTime } from '../rules/past-time.ts';
import type { OrderStatus } from '../rules/status.ts';
import { writeAttempt } from './lifecycle-store.ts';
import { orderHeaders, requestedOrder } from './locked-order.ts';
import { invalidTransition, requireCancellationFields, transitionOrder } from './transition-order.ts';

type Order = Schemas['Order'];

export const setOrderStatus: Handler<'setOrderStatus'> = async (call, reply, tx) => {
  const { caller, body } = call;
  const { tenantId } = caller;
  const { status, reason = null, restock = false, ...unread } = body;
  unread satisfies NoFields;
  const { row, order } = await requestedOrder(tx, call);
  if (order.status === status) return reply(200, row.document, orderHeaders(row));
  requireCancellationFields(order, body);
  const moved = await transitionOrder(tx, {
    tenantId,
    order,
    to: status,
    reason,
    restock,
    actor: caller.actor,
    deliveredAt: null,
  });
  return reply(200, moved.document, orderHeaders(moved));
};

function notInTransit(status: OrderStatus): ApiProblem {
  const detail = `The order is ${status}; delivery attempts are recorded while it is In_Transit.`;
  return invalidTransition(status, 'Delivered', { pointer: '#/outcome', detail });
}

export const addDeliveryAttempt: Handler<'addDeliveryAttempt'> = async (call, reply, tx) => {
  const { caller, body } = call;
  const { tenantId } = caller;
  const { outcome, reason = null, at, ...unread } = body;
  unread satisfies NoFields;
  const { order } = await requestedOrder(tx, call);
  if (order.status !== 'In_Transit') throw notInTransit(order.status);
  // The one that succeeds is always recorded: it ends the order.
  if (outcome === 'failed') requireRoom('delivery attempt', order.delivery_attempts);
  const attempt = { outcome, reason, at: pastTime(at) };
  const attempted = await writeAttempt(tx, { tenantId, id: order.id, ...attempt });
  const number = order.delivery_attempts.length + 1;
  if (outcome === 'failed')
    return reply(201, attempted.document, recordedHeaders(attempted, 'delivery_attempt', number));
  const { delivery_attempts } = JSON.parse(attempted.document) as Order;
  const deliveredAt = delivery_attempts.at(-1)!.at;
  const delivery = { reason, restock: false, actor: caller.actor, deliveredAt };
  const delivered = await transitionOrder(tx, { tenantId, order, to: 'Delivered', ...delivery });
  return reply(201, delivered.document, recordedHeaders(delivered, 'delivery_attempt', number));
};
