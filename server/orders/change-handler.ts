import { notFound } from '../errors.ts';
import type { Handler } from '../handler.ts';
import { requireVersion } from '../preconditions.ts';
import { versionHeaders } from '../resources/resource.ts';
import { changeOrder } from './change-order.ts';
import { lockOrder } from './lifecycle-store.ts';
import { orderResource } from './store.ts';

export const updateOrder: Handler<'updateOrder'> = async (
  { caller, path, body, ...preconditions },
  reply,
  tx,
) => {
  const row = await lockOrder(tx, caller.tenantId, path.order_id);
  if (!row) throw notFound('order', 'order_id');
  requireVersion(preconditions, row.version);
  const changed = await changeOrder(tx, caller, row, body);
  return reply(200, changed.document, versionHeaders(orderResource, changed));
};
