import type { Querier } from '../db/querier.ts';
import { statement } from '../db/statement.ts';
import type { Handler } from '../handler.ts';
import type { Cursors } from '../pagination.ts';
import { listHandler } from '../resources/list-handler.ts';
import { orderList } from './store.ts';

/** The index has the customer that isn't deleted first. */
const findCustomerId = statement(
  'find customer id by external id',
  `SELECT id FROM customers WHERE tenant_id = :tenant_id AND external_id = :external_id
   ORDER BY CASE WHEN deleted_at IS NULL THEN 0 ELSE id END LIMIT 1`,
);
/** No row has it: ids begin at 1. */
const NOBODY = 0;

/**
 * Lists orders. `customer_external_id` is replaced by the customer's id first, because PostgreSQL plans well only for a
 * value that it knows, not for a subquery's.
 */
export const listOrders = (cursors: Cursors): Handler<'listOrders'> => {
  const list = listHandler(orderList, cursors);
  return async (request, reply, db) => {
    const { caller, query } = request;
    if (query.customer_external_id === undefined) return list(request, reply, db);
    const id = await customerId(db, caller.tenantId, query.customer_external_id);
    return list({ caller, query: { ...query, customer_external_id: id } as typeof query }, reply, db);
  };
};

/** As text: that is the parameter's type. */
async function customerId(db: Querier, tenantId: number, externalId: string): Promise<string> {
  const key = { tenant_id: tenantId, external_id: externalId };
  const [customer] = await findCustomerId<{ id: number }>(db, key);
  return String(customer?.id ?? NOBODY);
}
