import type { Schemas, WritableFields } from '../../../base/contract.ts';
import { type ApiProblem, problemAt } from '../../../base/problems/api-problem.ts';
import type { Transaction } from '../../../db/querier.ts';
import { byText, byTime, equals, since } from '../../../db/sql/list-spec.ts';
import { resourceTable, type StoredRow } from '../../../db/sql/resource-table.ts';
import { lockerForShare, rowStore } from '../../../db/sql/row-store.ts';
import { statement } from '../../../db/sql/statement.ts';
import type { ListOf } from '../../resources/list-handler.ts';

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
  everExisted: priceTableEverExisted,
  insert: insertPriceTable,
  update: updatePriceTable,
  remove: removePriceTable,
} = rowStore<Schemas['PriceTable']>(priceTables);

// FOR SHARE makes a deletion of the table wait until the row that refers to it commits, and then find it in use.
const findForShare = statement(
  'lock price table for share',
  'SELECT id FROM price_tables WHERE tenant_id = :tenant_id AND id = :id AND deleted_at IS NULL FOR SHARE',
);

/** Refuses a body whose price table doesn't exist. Null and undefined mean no price table. */
export async function requirePriceTable(
  tx: Transaction,
  tenantId: number,
  id: number | null | undefined,
  pointer: string,
): Promise<void> {
  if (id == null || (await findForShare(tx, { tenant_id: tenantId, id })).length > 0) return;
  throw noPriceTable(id, pointer);
}

export const noPriceTable = (id: number, pointer: string): ApiProblem =>
  problemAt('invalid_reference', pointer, 'no price table has this id', `There is no price table ${id}.`);

/** The ids of those that exist. */
export const lockPriceTablesForShare = lockerForShare(priceTables);

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
