import type { Schemas } from '../../../base/contract.ts';
import { withPlainBlanks } from '../../../base/formats/visible-text.ts';
import { ApiProblem, invalidRequest } from '../../../base/problems/api-problem.ts';
import { changesTo } from '../../../db/sql/resource-table.ts';
import { findersBy } from '../../../db/sql/write-rows.ts';
import type { Resource } from '../../resources/resource.ts';
import { categoryIn } from '../categories/store.ts';
import { lockReserved } from '../stock/store.ts';
import { findProduct, products, removeProduct, type StoredProduct } from './store.ts';
import { findShown, writeProducts } from './write.ts';

type Fields = Schemas['ProductUpdate'];

export const productResource: Resource<'Product'> = {
  name: 'Product',
  noun: 'product',
  table: products,
  match: { field: 'sku', stored: withPlainBlanks, ...findersBy('sku', products) },
  find: findProduct,
  remove: async (tx, { tenantId }, { id }) => {
    // Orders lock the balance too, so none can reserve stock between the check and the deletion.
    const reserved = await lockReserved(tx, tenantId, id);
    if (reserved > 0) throw stillReserved(reserved);
    await removeProduct(tx, tenantId, id);
  },
  writer: {
    ...findersBy('external_id', products),
    uniqueFields: ['sku'],
    reference: categoryIn('category_id'),
    columnsOf: (body) => body,
    changesOf,
    write: writeProducts,
    findShown,
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
