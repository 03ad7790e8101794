import { type Schemas, writableFields } from '../../../base/contract.ts';
import type { Transaction } from '../../../db/querier.ts';
import { byText, byTime, equals, since } from '../../../db/sql/list-spec.ts';
import { resourceTable, type StoredRow } from '../../../db/sql/resource-table.ts';
import { rowStore } from '../../../db/sql/row-store.ts';
import { statement } from '../../../db/sql/statement.ts';
import type { ListOf } from '../../resources/list-handler.ts';
import { referenceTo } from '../../resources/reference-to.ts';

export type StoredPriceTable = StoredRow<Schemas['PriceTable']>;

export const priceTables = resourceTable('price_tables', [...writableFields('PriceTable'), 'currency']);

export const priceTableList: ListOf<'listPriceTables'> = {
  operation: 'listPriceTables',
  name: 'price-tables',
  from: 'price_tables t',
  tenant: 't.tenant_id',
  id: 't.id',
  document: 't.document',
  large: 't.document',
  updated: 't.updated_at',
  sorts: { id: 'id', updated_at: byTime('t.updated_at'), name: byText('t.name') },
  filters: {
    updated_since: since('t.updated_at', ['updated_at']),
    external_id: equals('t.external_id'),
    code: equals('t.code'),
    status: equals('t.status', []),
  },
  notDeleted: 't.deleted_at IS NULL',
};

export const {
  find: findPriceTable,
  findEvenDeleted: findEvenDeletedPriceTable,
  remove: removePriceTable,
  ...priceTableRows
} = rowStore<Schemas['PriceTable']>(priceTables);

export const priceTableIn = referenceTo(priceTables, 'price table', priceTableRows.findRows);

const findCustomer = statement(
  'find customer of a price table',
  `SELECT 1 FROM customers
   WHERE tenant_id = :tenant_id AND price_table_id = :price_table_id AND deleted_at IS NULL LIMIT 1`,
);

export async function isPriceTableInUse(tx: Transaction, tenantId: number, id: number): Promise<boolean> {
  return (await findCustomer(tx, { tenant_id: tenantId, price_table_id: id })).length > 0;
}

/** Advisory lock, together with the tenant's id: two default tables that overlap must not be written at the same time. */
const DEFAULTS_LOCK = 7_403_203;
const lockDefaults = statement(
  'lock default price tables',
  'SELECT pg_advisory_xact_lock(:lock, :tenant_id)',
);

const overlapping = statement(
  'find overlapping price table',
  `SELECT a.id AS one, b.id AS other FROM price_tables a JOIN price_tables b
     ON b.tenant_id = a.tenant_id AND b.id <> a.id AND b.priority = a.priority
     AND tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)
   WHERE a.tenant_id = :tenant_id AND a.id = :id AND a.is_default AND a.status = 'active' AND a.deleted_at IS NULL
     AND b.is_default AND b.status = 'active' AND b.deleted_at IS NULL LIMIT 1`,
);

/** Another active default table with the priority of this one, as just written, and in effect at the same time. */
export async function findOverlap(
  tx: Transaction,
  tenantId: number,
  id: number,
): Promise<number | undefined> {
  await lockDefaults(tx, { lock: DEFAULTS_LOCK, tenant_id: tenantId });
  return (await overlapping<{ other: number }>(tx, { tenant_id: tenantId, id }))[0]?.other;
}
