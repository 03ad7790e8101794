import type { Context } from '../context.ts';
import { basePath, type Schemas } from '../contract.ts';
import { listPage } from '../db/listing.ts';
import { changesTo, lockRow } from '../db/resource-table.ts';
import { notFound } from '../errors.ts';
import type { Handler } from '../handler.ts';
import { etagOf, requireVersion } from '../versions.ts';
import {
  customerList,
  customers,
  findCustomer,
  insertCustomer,
  removeCustomer,
  type StoredCustomer,
  updateCustomer as update,
} from './store.ts';
import { taxIdentity } from './tax-id.ts';

const headers = ({ version }: StoredCustomer): Record<string, string> => ({ ETag: etagOf(version) });
const missing = () => notFound('customer', 'customer_id');

export const listCustomers =
  ({ cursors }: Context): Handler<'listCustomers'> =>
  async ({ caller, query }, reply, db) =>
    reply(200, await listPage(db, { spec: customerList, cursors, tenantId: caller.tenantId, query }));

export const getCustomer: Handler<'getCustomer'> = async ({ caller, path }, reply, db) => {
  const customer = await findCustomer(db, caller.tenantId, path.customer_id);
  if (!customer) throw missing();
  return reply(200, customer.document, headers(customer));
};

export const createCustomer: Handler<'createCustomer'> = async ({ caller, body }, reply, tx) => {
  const customer = await insertCustomer(tx, caller.tenantId, { ...body, ...taxIdentity(body) });
  return reply(201, customer.document, {
    ...headers(customer),
    Location: `${basePath}/customers/${customer.id}`,
  });
};

/** A new type or a new tax id decides anew what the tax id is, unless the body says it; a foreign one that stays is foreign. */
function withTaxIdentity(document: string, body: Schemas['CustomerUpdate']): Schemas['CustomerUpdate'] {
  if (!('tax_id' in body || 'tax_id_type' in body || 'type' in body)) return body;
  const { type, tax_id, tax_id_type } = JSON.parse(document) as Schemas['Customer'];
  const stays = !('tax_id' in body) && tax_id_type === 'foreign';
  return { ...body, ...taxIdentity({ type, tax_id, ...(stays && { tax_id_type }), ...body }) };
}

export const updateCustomer: Handler<'updateCustomer'> = async (
  { caller, path, body, ifMatch },
  reply,
  tx,
) => {
  const { tenantId } = caller;
  const row = await lockRow<Schemas['Customer']>(tx, customers, tenantId, path.customer_id);
  if (!row) throw missing();
  requireVersion(ifMatch, row.version);
  const changes = changesTo(row.document, withTaxIdentity(row.document, body));
  const customer = Object.keys(changes).length > 0 ? await update(tx, tenantId, row.id, changes) : row;
  return reply(200, customer.document, headers(customer));
};

export const deleteCustomer: Handler<'deleteCustomer'> = async ({ caller, path, ifMatch }, reply, tx) => {
  const row = await lockRow(tx, customers, caller.tenantId, path.customer_id);
  if (!row) throw missing();
  requireVersion(ifMatch, row.version);
  await removeCustomer(tx, caller.tenantId, row.id);
  return reply(204, undefined);
};
