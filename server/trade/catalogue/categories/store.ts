import { type Schemas, writableFields } from '../../../base/contract.ts';
import { byText, byTime, equals, named, since } from '../../../db/sql/list-spec.ts';
import { idsIn } from '../../../db/sql/named-filter.ts';
import { resourceTable } from '../../../db/sql/resource-table.ts';
import { rowStore } from '../../../db/sql/row-store.ts';
import type { ListOf } from '../../resources/list-handler.ts';
import { referenceTo } from '../../resources/reference-to.ts';

export const categories = resourceTable('categories', writableFields('Category'));

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
    parent_external_id: named(idsIn.categories, 'c.parent_id'),
    slug: equals('c.slug'),
  },
  notDeleted: 'c.deleted_at IS NULL',
};

export const {
  find: findCategory,
  remove: removeCategory,
  ...categoryRows
} = rowStore<Schemas['Category']>(categories);

export const categoryIn = referenceTo(categories, 'category', categoryRows.findRows);
