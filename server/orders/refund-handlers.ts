import type { Context } from '../context.ts';
import type { Handler } from '../handler.ts';
import { actorOf } from '../stock/actor.ts';
import { lockedOrder, orderHeaders } from './locked-order.ts';
import { refundOrder } from './refunds.ts';

export const addOrderRefund =
  ({ nowMs }: Context): Handler<'addOrderRefund'> =>
  async ({ caller, path, body }, reply, tx) => {
    const { tenantId } = caller;
    const { order } = await lockedOrder(tx, tenantId, path.order_id);
    const refunded = await refundOrder(tx, {
      ...{ tenantId, order, body, pointer: '', actor: actorOf(caller), nowMs: nowMs() },
    });
    return reply(201, refunded.document, orderHeaders(refunded));
  };
