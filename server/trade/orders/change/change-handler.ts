import type { Handler } from '../../resources/handler.ts';
import { ofPriceTable } from '../place/order-references.ts';
import { changeOrder } from './change-order.ts';
import { orderHeaders, requestedOrder } from './locked-order.ts';

export const updateOrder: Handler<'updateOrder'> = async (call, reply, tx) => {
  const locked = await requestedOrder(tx, call);
  const changed = await changeOrder(tx, call, locked, call.body).catch(ofPriceTable(call.body));
  return reply(200, changed.document, orderHeaders(changed));
};
