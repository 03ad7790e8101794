import type { Schemas } from '../../../base/contract.ts';
import { ApiProblem } from '../../../base/problems/api-problem.ts';
import { changesTo } from '../../../db/sql/resource-table.ts';
import { setStore } from '../../../db/sql/row-set.ts';
import type { Resource } from '../../resources/resource.ts';
import { availableSlug } from './slug.ts';
import {
  categories,
  findCategory,
  insertCategory,
  removeCategory,
  requireCategory,
  updateCategory,
} from './store.ts';
import { findContents, lockTree, validateParent } from './tree.ts';

export const categoryResource: Resource<'Category'> = {
  name: 'Category',
  noun: 'category',
  table: categories,
  lockFirst: lockTree,
  find: findCategory,
  create: async (tx, { tenantId }, category) => {
    await requireCategory(tx, tenantId, category.parent_id, '/parent_id');
    await validateParent(tx, tenantId, category.parent_id, null);
    const slug = category.slug ?? (await availableSlug(tx, tenantId, category.name));
    return insertCategory(tx, tenantId, { ...category, slug });
  },
  change: async (tx, { tenantId }, row, body) => {
    const changes = changesTo<Schemas['CategoryUpdate']>(row.document, body);
    await requireCategory(tx, tenantId, changes.parent_id, '/parent_id');
    await validateParent(tx, tenantId, changes.parent_id, row.id);
    return Object.keys(changes).length > 0 ? updateCategory(tx, tenantId, row.id, changes) : row;
  },
  remove: async (tx, { tenantId }, { id }) => {
    const contents = await findContents(tx, tenantId, id);
    if (contents.length > 0)
      throw new ApiProblem(
        'in_use',
        `There are ${contents.join(' and ')} in this category. Move them first.`,
        {
          members: { in_use_by: contents },
        },
      );
    await removeCategory(tx, tenantId, id);
  },
  set: {
    ...setStore(categories),
    uniqueFields: ['slug'],
    // Their place in the tree, which rows before them may have changed, and a slug that no row before them has.
    dependsOnOthers: (planned) =>
      'create' in planned
        ? planned.create.parent_id != null || planned.create.slug === undefined
        : 'parent_id' in planned.changes,
    columnsOf: (body) => body,
    changesOf: ({ document }, body) => changesTo<Schemas['CategoryUpdate']>(document, body),
  },
};
