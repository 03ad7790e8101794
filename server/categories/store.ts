import type { Schemas } from '../contract.ts';
import { byText, byTime, equals, type ListSpec, since } from '../db/listing.ts';
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
import { problemAt } from '../errors.ts';

export type StoredCategory = StoredRow<Schemas['Category']>;

export const categories = resourceTable(
  'categories',
  ['external_id', 'name', 'slug', 'parent_id', 'position', 'metadata'],
  ['metadata'],
);

export const categoryList: ListSpec = {
  name: 'categories',
  from: 'categories c',
  tenant: 'c.tenant_id',
  id: 'c.id',
  document: 'c.document',
  updated: 'c.updated_at',
  sorts: { id: 'id', updated_at: byTime('c.updated_at'), name: byText('c.name') },
  filters: {
    updated_since: since('c.updated_at', ['updated_at']),
    external_id: equals('c.external_id'),
    parent_id: equals('c.parent_id'),
    slug: equals('c.slug'),
  },
  notDeleted: 'c.deleted_at IS NULL',
};

const get = statement(
  'categories get',
  'SELECT id, version, document FROM categories WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL',
);

export const findCategory = (
  db: Querier,
  tenantId: number,
  id: number,
): Promise<StoredCategory | undefined> => firstRow<StoredCategory>(db, get, [tenantId, id]);

// FOR SHARE makes a deletion of the category wait until what refers to it is committed, and then find it in use.
const share = statement(
  'categories share',
  'SELECT id FROM categories WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL FOR SHARE',
);

/** Refuses a body that names a category which does not exist; null and undefined name none. */
export async function requireCategory(
  tx: Transaction,
  tenantId: number,
  id: number | null | undefined,
  pointer: string,
): Promise<void> {
  if (id == null || (await firstRow(tx, share, [tenantId, id]))) return;
  throw problemAt('invalid_reference', pointer, 'no category has this id', `There is no category ${id}.`);
}

const insert = statement(
  'categories insert',
  `WITH row AS (${insertSql(categories)}) SELECT id, version, document FROM row`,
);

export async function insertCategory(
  tx: Transaction,
  tenantId: number,
  body: object,
): Promise<StoredCategory> {
  return (await firstRow<StoredCategory>(tx, insert, insertValues(categories, tenantId, body)))!;
}

export async function updateCategory(
  tx: Transaction,
  tenantId: number,
  id: number,
  changes: Partial<Schemas['CategoryUpdate']>,
): Promise<StoredCategory> {
  const { sql, bindings } = updateSql(categories, tenantId, id, changes);
  const text = `WITH row AS (${sql}) SELECT id, version, document FROM row`;
  return (await firstRow<StoredCategory>(tx, text, bindings))!;
}

const remove = statement('categories remove', removeSql(categories));

export async function removeCategory(tx: Transaction, tenantId: number, id: number): Promise<void> {
  await tx.query(remove, [tenantId, id]);
}
