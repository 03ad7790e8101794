import type { Schemas } from '../../../base/contract.ts';
import { ApiProblem, invalidRequest } from '../../../base/problems/api-problem.ts';
import { changesTo } from '../../../db/sql/resource-table.ts';
import { findersByExternalId } from '../../../db/sql/row-set.ts';
import type { Resource } from '../../resources/resource.ts';
import { lockCategoriesForShare, noCategory, requireCategory } from '../categories/store.ts';
import { actorOf } from '../rules/actor.ts';
import { lockReserved } from '../stock/store.ts';
import {
  findProduct,
  insertProduct,
  products,
  removeProduct,
  type StoredProduct,
  updateProduct,
} from './store.ts';
import { findDocuments, writeProducts } from './write-set.ts';

type Fields = Schemas['ProductUpdate'];

export const productResource: Resource<'Product'> = {
  name: 'Product',
  noun: 'product',
  table: products,
  find: findProduct,
  create: async (tx, caller, product) => {
    const { tenantId } = caller;
    await requireCategory(tx, tenantId, product.category_id, '/category_id');
    return insertProduct(tx, { tenantId, actor: actorOf(caller) }, product);
  },
  change: async (tx, { tenantId }, row, body) => {
    const changes = changesOf(row, body);
    await requireCategory(tx, tenantId, changes.category_id, '/category_id');
    const changed = Object.keys(changes).length > 0;
    return changed
      ? updateProduct(tx, tenantId, row.id, changes)
      : (await findProduct(tx, tenantId, row.id))!;
  },
  remove: async (tx, { tenantId }, { id }) => {
    // Orders lock the balance too, so none can reserve stock between the check and the deletion.
    const reserved = await lockReserved(tx, tenantId, id);
    if (reserved > 0) throw stillReserved(reserved);
    await removeProduct(tx, tenantId, id);
  },
  set: {
    ...findersByExternalId(products),
    uniqueFields: ['sku'],
    reference: {
      field: 'category_id',
      lock: async (tx, tenantId, ids) => {
        const found = await lockCategoriesForShare(tx, tenantId, ids);
        return (id) => (found.has(id) ? undefined : noCategory(id, '/category_id'));
      },
    },
    columnsOf: (body) => body,
    changesOf,
    write: writeProducts,
    documentsOf: findDocuments,
  },
};

function changesOf(
  { document }: StoredProduct,
  { stock, ...body }: Schemas['ProductUpsert'],
): Partial<Fields> {
  if (stock !== undefined) throw alreadyCounted();
  return changesTo<Fields>(document, body);
}

/**
 * Counts of existing products have an operation of their own, which locks balances in one order. And a program that
 * upserts every night would set stock that orders have changed since, without noticing.
 */
const alreadyCounted = (): ApiProblem =>
  invalidRequest([
    {
      pointer: '#/stock',
      code: 'initial_only',
      detail:
        'is only for a new product, and this one exists: leave it out, and send the count to POST /stock-adjustments/batch',
    },
  ]);

function stillReserved(reserved: number): ApiProblem {
  const detail = `Orders have ${reserved} of this product reserved. Ship or cancel them first.`;
  return new ApiProblem('in_use', detail, { members: { in_use_by: ['orders'], reserved } });
}
