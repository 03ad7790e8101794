import type { Context } from '../context.ts';
import type { Handler } from '../handler.ts';
import { requireVersion } from '../preconditions.ts';
import { changeOrder } from './change-order.ts';
import { lockedOrder, orderHeaders } from './locked-order.ts';

export const updateOrder =
  ({ nowMs }: Context): Handler<'updateOrder'> =>
  async ({ caller, path, body, ...preconditions }, reply, tx) => {
    const { row, order } = await lockedOrder(tx, caller.tenantId, path.order_id);
    requireVersion(preconditions, row.version);
    const changed = await changeOrder(tx, caller, { row, order }, body, nowMs());
    return reply(200, changed.document, orderHeaders(changed));
  };
