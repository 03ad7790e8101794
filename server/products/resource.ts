import { requireCategory } from '../categories/store.ts';
import type { Schemas } from '../contract.ts';
import { changesTo } from '../db/resource-table.ts';
import { ApiProblem } from '../errors.ts';
import type { Resource } from '../resources/resource.ts';
import { lockReserved } from '../stock/store.ts';
import { findProduct, insertProduct, products, removeProduct, updateProduct } from './store.ts';

type Fields = Schemas['ProductUpdate'];

export const productResource: Resource<'Product'> = {
  name: 'Product',
  noun: 'product',
  table: products,
  find: findProduct,
  create: async (tx, { tenantId }, product) => {
    await requireCategory(tx, tenantId, product.category_id, '/category_id');
    return insertProduct(tx, tenantId, product);
  },
  change: async (tx, { tenantId }, row, body) => {
    const changes = changesTo<Fields>(row.document, body);
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
};

function stillReserved(reserved: number): ApiProblem {
  const detail = `Orders have ${reserved} of this product reserved. Ship or cancel them first.`;
  return new ApiProblem('in_use', detail, { members: { in_use_by: ['orders'], reserved } });
}
