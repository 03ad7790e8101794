import type { Schemas } from '../../../base/contract.ts';
import { ApiProblem } from '../../../base/problems/api-problem.ts';
import type { Transaction } from '../../../db/querier.ts';
import { changesTo } from '../../../db/sql/resource-table.ts';
import type { PlannedRow, Resource } from '../../resources/resource.ts';
import { availableSlug } from './slug.ts';
import { categories, categoryIn, categoryRows, findCategory, removeCategory } from './store.ts';
import { findContents, lockTree, validateParent } from './tree.ts';

export const categoryResource: Resource<'Category'> = {
  name: 'Category',
  noun: 'category',
  table: categories,
  lockFirst: lockTree,
  find: findCategory,
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
  writer: {
    ...categoryRows,
    uniqueFields: ['slug'],
    reference: { ...categoryIn('parent_id'), isOwn: true },
    // On their place in the tree, which rows before them may have changed, and for a slug that no row before them has.
    dependent: {
      includes: (planned) =>
        'create' in planned
          ? planned.create.parent_id != null || planned.create.slug === undefined
          : 'parent_id' in planned.changes,
      prepare,
    },
    columnsOf: (body) => body,
    changesOf: ({ document }, body) => changesTo<Schemas['CategoryUpdate']>(document, body),
  },
};

async function prepare(
  tx: Transaction,
  tenantId: number,
  planned: PlannedRow<'Category'>,
): Promise<object | undefined> {
  if (!('create' in planned)) {
    const { parent_id } = planned.changes as Schemas['CategoryUpdate'];
    await validateParent(tx, tenantId, parent_id, planned.row.id);
    return undefined;
  }
  const { parent_id, slug, name } = planned.create;
  await validateParent(tx, tenantId, parent_id, null);
  return slug === undefined ? { slug: await availableSlug(tx, tenantId, name) } : undefined;
}
