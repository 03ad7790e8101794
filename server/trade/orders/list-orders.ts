import type { Cursors } from '../../base/cursors.ts';
import { findIdByExternalId } from '../customers/find-referenced.ts';
import type { Handler } from '../resources/handler.ts';
import { listHandler } from '../resources/list-handler.ts';
import { orderList } from './store.ts';

/** No row has it: ids begin at 1. */
const NOBODY = 0;

/**
 * Lists orders. `customer_external_id` is replaced by the customer's id first, because PostgreSQL plans well only for a
 * value that it knows, not for a subquery's.
 */
export const listOrders = (cursors: Cursors, of = orderList): Handler<'listOrders'> => {
  const list = listHandler(of, cursors);
  return async (request, reply, db) => {
    const { caller, query } = request;
    if (query.customer_external_id === undefined) return list(request, reply, db);
    const id = (await findIdByExternalId(db, caller.tenantId, query.customer_external_id)) ?? NOBODY;
    const byId: typeof query = { ...query, customer_external_id: String(id) };
    return list({ ...request, query: byId }, reply, db);
  };
};
