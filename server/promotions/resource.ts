import type { Schemas } from '../contract.ts';
import type { Transaction } from '../db/querier.ts';
import { changesTo } from '../db/resource-table.ts';
import { ApiProblem, problemAt } from '../errors.ts';
import type { Resource } from '../resources/resource.ts';
import {
  findPromotion,
  insertPromotion,
  isNamedByCoupon,
  promotions,
  removePromotion,
  updatePromotion,
} from './store.ts';
import { validatePromotion } from './validate.ts';

type Promotion = Schemas['Promotion'];

export const promotionResource: Resource<'Promotion'> = {
  name: 'Promotion',
  noun: 'promotion',
  table: promotions,
  find: findPromotion,
  create: async (tx, { tenantId }, body) => {
    await validatePromotion(tx, tenantId, body);
    return insertPromotion(tx, tenantId, body);
  },
  change: async (tx, { tenantId }, row, body) => {
    const { starts_at, ends_at } = JSON.parse(row.document) as Promotion;
    await validatePromotion(tx, tenantId, { starts_at, ends_at, ...body });
    const changes = changesTo<Partial<Promotion>>(row.document, body);
    if (changes.requires_coupon === false) await refuseIfNamedByCoupon(tx, tenantId, row.id);
    return Object.keys(changes).length > 0 ? updatePromotion(tx, tenantId, row.id, changes) : row;
  },
  remove: async (tx, { tenantId }, { id }) => {
    if (await isNamedByCoupon(tx, tenantId, id))
      throw new ApiProblem('in_use', 'Coupons use this promotion. Delete them first.', {
        members: { in_use_by: ['coupons'] },
      });
    await removePromotion(tx, tenantId, id);
  },
};

/**
 * The promotion's row is locked. So a coupon that uses it has committed and is found here, or it waits and then finds
 * requires_coupon false.
 */
async function refuseIfNamedByCoupon(tx: Transaction, tenantId: number, id: number): Promise<void> {
  if (!(await isNamedByCoupon(tx, tenantId, id))) return;
  const detail = 'Coupons use this promotion. Delete them first, or change them to use another one.';
  throw problemAt('in_use', '/requires_coupon', 'is needed by the coupons that use the promotion', detail);
}
