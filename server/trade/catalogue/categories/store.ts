import type { Schemas, WritableFields } from '../../../base/contract.ts';
import { type ApiProblem, problemAt } from '../../../base/problems/api-problem.ts';
import type { Transaction } from '../../../db/querier.ts';
import { byText, byTime, equals, since } from '../../../db/sql/list-spec.ts';
import { resourceTable, type StoredRow } from '../../../db/sql/resource-table.ts';
import { lockerForShare, rowStore } from '../../../db/sql/row-store.ts';
import { statement } from '../../../db/sql/statement.ts';
import type { ListOf } from '../../resources/list-handler.ts';

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
  large: 'c.document',
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

// FOR SHARE makes a deletion of the category wait until the row that refers to it commits, and then find it in use.
const findForShare = statement(
  'lock category for share',
  'SELECT id FROM categories WHERE tenant_id = :tenant_id AND id = :id AND deleted_at IS NULL FOR SHARE',
);

/** Refuses a body whose category doesn't exist. Null and undefined mean no category. */
export async function requireCategory(
  tx: Transaction,
  tenantId: number,
  id: number | null | undefined,
  pointer: string,
): Promise<void> {
  if (id == null || (await findForShare(tx, { tenant_id: tenantId, id })).length > 0) return;
  throw noCategory(id, pointer);
}

export const noCategory = (id: number, pointer: string): ApiProblem =>
  problemAt('invalid_reference', pointer, 'no category has this id', `There is no category ${id}.`);

/** The ids of those that exist. */
export const lockCategoriesForShare = lockerForShare(categories);
