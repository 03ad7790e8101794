import type { Schemas, WritableFields } from '../../base/contract.ts';
import type { Transaction } from '../../db/querier.ts';
import { findById } from '../../db/sql/find-by-id.ts';
import { byText, byTime, equals, filter, since } from '../../db/sql/list-spec.ts';
import {
  insertParameters,
  insertSql,
  removeSql,
  resourceTable,
  type StoredRow,
  updateSql,
} from '../../db/sql/resource-table.ts';
import { statement } from '../../db/sql/statement.ts';
import { emit } from '../../events/outbox.ts';
import type { ListOf } from '../resources/list-handler.ts';

export type StoredCustomer = StoredRow<Schemas['Customer']>;

export const customers = resourceTable<WritableFields<'Customer'>>('customers', {
  external_id: 'scalar',
  type: 'scalar',
  name: 'scalar',
  trade_name: 'scalar',
  tax_id: 'scalar',
  tax_id_type: 'scalar',
  state_registration: 'json',
  icms_taxpayer: 'scalar',
  municipal_registration: 'scalar',
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
  large: 'c.document',
  updated: 'c.updated_at',
  sorts: { id: 'id', updated_at: byTime('c.updated_at'), name: byText('c.name') },
  filters: {
    updated_since: since('c.updated_at', ['updated_at']),
    external_id: equals('c.external_id'),
    // Without its mask; or exactly as sent, for a foreign id.
    tax_id: filter(
      (parameter) => `c.tax_id IN (${parameter}, upper(regexp_replace(${parameter}, '[\\s./-]', '', 'g')))`,
    ),
    email: filter((parameter) => `lower(c.email) = lower(${parameter})`),
    status: equals('c.status', []),
  },
  notDeleted: 'c.deleted_at IS NULL',
};

export const findCustomer = findById<StoredCustomer>(
  'get customer',
  'SELECT id, version, document FROM customers WHERE tenant_id = :tenant_id AND deleted_at IS NULL',
);

/** SQL for the data of a customer's events. */
export const customerEvent = (row: string) => ({ customer_id: `${row}.id`, customer: `${row}.document` });

const insert = statement(
  'insert customer',
  `WITH row AS (${insertSql(customers)})
   SELECT id, version, document, ${emit('customer.created', customerEvent('row'), 'row.tenant_id')} AS event_id FROM row`,
);

export async function insertCustomer(
  tx: Transaction,
  tenantId: number,
  body: object,
): Promise<StoredCustomer> {
  return (await insert<StoredCustomer>(tx, insertParameters(customers, tenantId, body)))[0]!;
}

/** `changes` must not be empty: the event tells which fields changed. */
export async function updateCustomer(
  tx: Transaction,
  tenantId: number,
  id: number,
  changes: Partial<Schemas['CustomerUpdate']>,
): Promise<StoredCustomer> {
  const update = updateSql(customers, tenantId, id, changes);
  const fields = `$${update.bindings.length + 1}`;
  const data = { ...customerEvent('row'), changed_fields: `to_json(${fields}::text[])` };
  const text = `WITH row AS (${update.sql})
    SELECT id, version, document, ${emit('customer.updated', data, 'row.tenant_id')} AS event_id FROM row`;
  return (await tx.query<StoredCustomer>(text, [...update.bindings, Object.keys(changes)]))[0]!;
}

const remove = statement('delete customer', removeSql(customers));

export async function removeCustomer(tx: Transaction, tenantId: number, id: number): Promise<void> {
  await remove(tx, { tenant_id: tenantId, id });
}
