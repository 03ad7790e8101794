import type { Schemas, WritableFields } from '../contract.ts';
import { byText, byTime, equals, since } from '../db/listing.ts';
import { statement, type Transaction } from '../db/querier.ts';
import { firstRow, resourceTable, type StoredRow } from '../db/resource-table.ts';
import { rowStore } from '../db/row-store.ts';
import { problemAt } from '../errors.ts';
import type { ListOf } from '../resources/list-handler.ts';

export type StoredPriceTable = StoredRow<Schemas['PriceTable']>;

export const priceTables = resourceTable<WritableFields<'PriceTable'> & { readonly currency: string }>(
  'price_tables',
  {
    external_id: 'scalar',
    name: 'scalar',
    code: 'scalar',
    kind: 'scalar',
    percentage: 'scalar',
    status: 'scalar',
    priority: 'scalar',
    starts_at: 'scalar',
    ends_at: 'scalar',
    is_default: 'scalar',
    currency: 'scalar',
    metadata: 'json',
  },
);

export const priceTableList: ListOf<'listPriceTables'> = {
  operation: 'listPriceTables',
  name: 'price-tables',
  from: 'price_tables t',
  tenant: 't.tenant_id',
  id: 't.id',
  document: 't.document',
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
  everExisted: priceTableEverExisted,
  insert: insertPriceTable,
  update: updatePriceTable,
  remove: removePriceTable,
} = rowStore<Schemas['PriceTable']>(priceTables);

const findForShare = statement(
  'price tables share',
  'SELECT id FROM price_tables WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL FOR SHARE',
);

/** Refuses a body that names a price table which does not exist; null and undefined name none. */
export async function requirePriceTable(
  tx: Transaction,
  tenantId: number,
  id: number | null | undefined,
  pointer: string,
): Promise<void> {
  if (id == null || (await firstRow(tx, findForShare, [tenantId, id]))) return;
  throw problemAt(
    'invalid_reference',
    pointer,
    'no price table has this id',
    `There is no price table ${id}.`,
  );
}

const findCustomer = statement(
  'price tables customers',
  'SELECT 1 FROM customers WHERE tenant_id = $1 AND price_table_id = $2 AND deleted_at IS NULL LIMIT 1',
);

export async function isPriceTableInUse(tx: Transaction, tenantId: number, id: number): Promise<boolean> {
  return (await firstRow(tx, findCustomer, [tenantId, id])) !== undefined;
}

/** One lock for the default tables of a tenant: two that overlap must not be made side by side. */
const DEFAULTS_LOCK = 7_403_203;
const lockDefaults = statement('price tables lock defaults', 'SELECT pg_advisory_xact_lock($1, $2)');

const overlapping = statement(
  'price tables overlapping',
  `SELECT a.id AS one, b.id AS other FROM price_tables a JOIN price_tables b
     ON b.tenant_id = a.tenant_id AND b.id <> a.id AND b.priority = a.priority
     AND tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)
   WHERE a.tenant_id = $1 AND a.id = $2 AND a.is_default AND a.status = 'active' AND a.deleted_at IS NULL
     AND b.is_default AND b.status = 'active' AND b.deleted_at IS NULL LIMIT 1`,
);

/** Another active default table of the same priority that holds at the same time as this one, as it is now written. */
export async function findOverlap(
  tx: Transaction,
  tenantId: number,
  id: number,
): Promise<number | undefined> {
  await tx.query(lockDefaults, [DEFAULTS_LOCK, tenantId]);
  return (await firstRow<{ other: number }>(tx, overlapping, [tenantId, id]))?.other;
}
