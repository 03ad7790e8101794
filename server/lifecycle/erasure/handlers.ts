import { textOfBytes } from '../../base/byte-string.ts';
import type { Schemas } from '../../base/contract.ts';
import type { Cursors } from '../../base/cursors.ts';
import type { JsonText } from '../../base/json.ts';
import { notFound } from '../../base/problems/api-problem.ts';
import { orderList } from '../../trade/orders/store.ts';
import { type Handler, locationOf } from '../../trade/resources/handler.ts';
import { listPage } from '../../trade/resources/listing.ts';
import { beginErasure } from './begin-erasure.ts';
import { findErasure, toErasure } from './erasure.ts';
import { findCustomerId, findEvenDeletedCustomer, noCustomer } from './find-customer.ts';

export const createCustomerErasure: Handler<'createCustomerErasure'> = async (
  { caller, body },
  reply,
  tx,
) => {
  const { tenantId } = caller;
  const customerId = await findCustomerId(tx, tenantId, body);
  const row =
    customerId === undefined
      ? undefined
      : await beginErasure(tx, { tenantId, customerId, reason: body.reason, actor: caller.actor });
  if (!row) throw noCustomer(body);
  return reply(202, toErasure(row), locationOf('getCustomerErasure', { customer_erasure_id: row.id }));
};

export const getCustomerErasure: Handler<'getCustomerErasure'> = async ({ caller, path }, reply, db) => {
  const row = await findErasure(db, caller.tenantId, path.customer_erasure_id);
  if (!row) throw notFound('customer erasure', 'customer_erasure_id');
  return reply(200, toErasure(row));
};

/** As the contract says. A page of a list, so its bytes are bounded. */
const SHOWN_ORDERS = 100;
const READ_ORDERS = 'orders.read';

export const getCustomerPersonalData =
  (cursors: Cursors): Handler<'getCustomerPersonalData'> =>
  async ({ caller: { tenantId, scopes }, path: { customer_id } }, reply, db) => {
    const customer = await findEvenDeletedCustomer(db, tenantId, customer_id);
    if (!customer) throw notFound('customer', 'customer_id');
    const body = (orders: string, omissions: Schemas['CustomerPersonalData']['omissions']) =>
      `{"customer":${customer.document},"orders":${orders},"omissions":${JSON.stringify(omissions)}}` as JsonText<
        Schemas['CustomerPersonalData']
      >;
    if (!scopes.includes(READ_ORDERS))
      return reply(200, body('null', [{ data: 'orders', required_scope: READ_ORDERS }]));
    const query = { customer_id, sort: 'id', limit: SHOWN_ORDERS };
    const page = await listPage(db, { spec: orderList, cursors, tenantId, query });
    return reply(200, body(textOfBytes(page.bytes), []));
  };
