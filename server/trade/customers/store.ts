import { type Schemas, writableFields } from '../../base/contract.ts';
import type { Transaction } from '../../db/querier.ts';
import { byText, byTime, equals, filter, named, since } from '../../db/sql/list-spec.ts';
import { idsIn } from '../../db/sql/named-filter.ts';
import { removeSql, resourceTable, type StoredRow } from '../../db/sql/resource-table.ts';
import { findById, statement } from '../../db/sql/statement.ts';
import { writeRowsStatement } from '../../db/sql/write-rows.ts';
import { emitAll, eventData } from '../../events/outbox.ts';
import type { ListOf } from '../resources/list-handler.ts';
import type { Written } from '../resources/row-writer.ts';
import { findIdsByTaxId } from './find-referenced.ts';

export type StoredCustomer = StoredRow<Schemas['Customer']>;

export const customers = resourceTable('customers', writableFields('Customer'));

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
    tax_id: named(findIdsByTaxId, 'c.id'),
    email: filter((parameter) => `lower(c.email) = lower(${parameter})`),
    status: equals('c.status', []),
    price_table_id: equals('c.price_table_id'),
    price_table_external_id: named(idsIn.price_tables, 'c.price_table_id'),
  },
  notDeleted: 'c.deleted_at IS NULL',
};

export const findCustomer = findById<StoredCustomer>(
  'get customer',
  'SELECT id, version, document FROM customers WHERE tenant_id = :tenant_id AND deleted_at IS NULL',
);

const customerEvent = { customer_id: 'c.id', customer: 'c.document' };

export const writeCustomers = writeRowsStatement<Written<StoredCustomer>>(
  { table: customers, referred: { table: 'price_tables' } },
  `, written AS MATERIALIZED (
     SELECT c.row_index AS position, c.id, c.version, c.document, 'customer.created' AS kind,
       ${eventData('customer.created', customerEvent)} AS data
     FROM created c
     UNION ALL
     SELECT c.row_index, c.id, c.version, c.document, CASE WHEN c.changed_fields::text <> '[]' THEN 'customer.updated' END,
       ${eventData('customer.updated', { ...customerEvent, changed_fields: 'c.changed_fields::text' })}
     FROM changed c
   ), emitted AS MATERIALIZED (SELECT ${emitAll(':tenant_id')} AS deliveries FROM written WHERE kind IS NOT NULL)
   SELECT position, id, version, document, deliveries FROM written CROSS JOIN emitted`,
);

const remove = statement('delete customer', removeSql(customers));

export async function removeCustomer(tx: Transaction, tenantId: number, id: number): Promise<void> {
  await remove(tx, { tenant_id: tenantId, id });
}
