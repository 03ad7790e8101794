import type { Schemas, WritableFields } from '../contract.ts';
import { byText, byTime, equals, since } from '../db/listing.ts';
import { statement, type Transaction } from '../db/querier.ts';
import { firstRow, resourceTable, type StoredRow } from '../db/resource-table.ts';
import { rowStore } from '../db/row-store.ts';
import { problemAt } from '../errors.ts';
import type { ListOf } from '../resources/list-handler.ts';

export type StoredCategory = StoredRow<Schemas['Category']>;

export const categories = resourceTable<WritableFields<'Category'>>('categories', {
  external_id: 'scalar',
  name: 'scalar',
  slug: 'scalar',
  parent_id: 'scalar',
  position: 'scalar',
  metadata: 'json',
});

export const categoryList: ListOf<'listCategories'> = {
  operation: 'listCategories',
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

export const {
  find: findCategory,
  insert: insertCategory,
  update: updateCategory,
  remove: removeCategory,
} = rowStore<Schemas['Category']>(categories);

// FOR SHARE makes a deletion of the category wait until what refers to it is committed, and then find it in use.
const findForShare = statement(
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
  if (id == null || (await firstRow(tx, findForShare, [tenantId, id]))) return;
  throw problemAt('invalid_reference', pointer, 'no category has this id', `There is no category ${id}.`);
}
