import type { Handler } from '../../resources/handler.ts';
import { requestedOrder } from '../change/locked-order.ts';
import { recordedHeaders } from '../entries.ts';
import { refundOrder } from './refunds.ts';
import { returnOrder } from './returns.ts';

export const addOrderRefund: Handler<'addOrderRefund'> = async (call, reply, tx) => {
  const { caller, body } = call;
  const { tenantId } = caller;
  const { order } = await requestedOrder(tx, call);
  const refunded = await refundOrder(tx, { tenantId, order, body, pointer: '', actor: caller.actor });
  return reply(201, refunded.document, recordedHeaders(refunded, 'refund', order.refunds.length + 1));
};

export const addOrderReturn: Handler<'addOrderReturn'> = async (call, reply, tx) => {
  const { caller, body } = call;
  const { tenantId } = caller;
  const { order } = await requestedOrder(tx, call);
  const returned = await returnOrder(tx, { tenantId, order, body, actor: caller.actor });
  return reply(201, returned.document, recordedHeaders(returned, 'return', order.returns.length + 1));
};
