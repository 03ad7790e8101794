import type { Schemas, WritableFields } from '../contract.ts';
import { byText, byTime, equals, filter, since } from '../db/listing.ts';
import { type Querier, statement, type Transaction } from '../db/querier.ts';
import {
  firstRow,
  insertSql,
  insertValues,
  removeSql,
  resourceTable,
  type StoredRow,
  updateSql,
} from '../db/resource-table.ts';
import type { ListOf } from '../resources/list-handler.ts';
import { emit } from '../webhooks/outbox.ts';

export type StoredCustomer = StoredRow<Schemas['Customer']>;

export const customers = resourceTable<WritableFields<'Customer'>>('customers', {
  external_id: 'scalar',
  type: 'scalar',
  name: 'scalar',
  trade_name: 'scalar',
  tax_id: 'scalar',
  tax_id_type: 'scalar',
  email: 'scalar',
  phone: 'scalar',
  addresses: 'json',
  tags: 'json',
  status: 'scalar',
  price_table_id: 'scalar',
  metadata: 'json',
});

export const customerList: ListOf<'listCustomers'> = {
  operation: 'listCustomers',
  name: 'customers',
  from: 'customers c',
  tenant: 'c.tenant_id',
  id: 'c.id',
  document: 'c.document',
  updated: 'c.updated_at',
  sorts: { id: 'id', updated_at: byTime('c.updated_at'), name: byText('c.name') },
  filters: {
    updated_since: since('c.updated_at', ['updated_at']),
    external_id: equals('c.external_id'),
    // As it was sent, for a foreign id, or without its mask.
    tax_id: filter(
      (placeholder) =>
        `c.tax_id IN (${placeholder}, upper(regexp_replace(${placeholder}, '[\\s./-]', '', 'g')))`,
    ),
    email: filter((placeholder) => `lower(c.email) = lower(${placeholder})`),
    status: equals('c.status', []),
  },
  notDeleted: 'c.deleted_at IS NULL',
};

const get = statement(
  'customers get',
  'SELECT id, version, document FROM customers WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL',
);

export const findCustomer = (
  db: Querier,
  tenantId: number,
  id: number,
): Promise<StoredCustomer | undefined> => firstRow<StoredCustomer>(db, get, [tenantId, id]);

const EVENT_DATA = { customer_id: 'row.id', customer: 'row.document' };

const insert = statement(
  'customers insert',
  `WITH row AS (${insertSql(customers)})
   SELECT id, version, document, ${emit('customer.created', EVENT_DATA, 'row.tenant_id')} AS event_id FROM row`,
);

export async function insertCustomer(
  tx: Transaction,
  tenantId: number,
  body: object,
): Promise<StoredCustomer> {
  return (await firstRow<StoredCustomer>(tx, insert, insertValues(customers, tenantId, body)))!;
}

/** Changes must not be empty: the event tells which fields changed. */
export async function updateCustomer(
  tx: Transaction,
  tenantId: number,
  id: number,
  changes: Partial<Schemas['CustomerUpdate']>,
): Promise<StoredCustomer> {
  const update = updateSql(customers, tenantId, id, changes);
  const fields = `$${update.bindings.length + 1}`;
  const data = { ...EVENT_DATA, changed_fields: `to_json(${fields}::text[])` };
  const text = `WITH row AS (${update.sql})
    SELECT id, version, document, ${emit('customer.updated', data, 'row.tenant_id')} AS event_id FROM row`;
  return (await firstRow<StoredCustomer>(tx, text, [...update.bindings, Object.keys(changes)]))!;
}

const remove = statement('customers remove', removeSql(customers));

export async function removeCustomer(tx: Transaction, tenantId: number, id: number): Promise<void> {
  await tx.query(remove, [tenantId, id]);
}
