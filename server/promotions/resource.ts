import type { NoFields, Schemas } from '../contract.ts';
import type { Transaction } from '../db/querier.ts';
import { changesTo } from '../db/resource-table.ts';
import { ApiProblem, problemAt } from '../errors.ts';
import type { Resource } from '../resources/resource.ts';
import { requireValidPeriod } from '../validity.ts';
import {
  findPromotion,
  insertPromotion,
  isNamedByCoupon,
  promotions,
  removePromotion,
  updatePromotion,
} from './store.ts';
import { resolveTarget } from './target.ts';

type Promotion = Schemas['Promotion'];
type Conditions = Schemas['PromotionConditions'];

export const promotionResource: Resource<'Promotion'> = {
  name: 'Promotion',
  noun: 'promotion',
  table: promotions,
  find: findPromotion,
  create: async (tx, { tenantId }, body) => {
    return insertPromotion(tx, tenantId, await validated(tx, tenantId, body));
  },
  change: async (tx, { tenantId }, row, body) => {
    const { starts_at, ends_at } = JSON.parse(row.document) as Promotion;
    requireValidPeriod({ starts_at, ends_at, ...body });
    const changes = changesTo<Partial<Promotion>>(row.document, await validated(tx, tenantId, body));
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

/** The body in the form in which it's stored: the products of its target by their ids. */
async function validated<Body extends Schemas['PromotionUpdate']>(
  tx: Transaction,
  tenantId: number,
  body: Body,
): Promise<Omit<Body, 'target' | 'conditions'> & Partial<Pick<Promotion, 'target' | 'conditions'>>> {
  requireValidPeriod(body);
  const { target, conditions, ...rest } = body;
  return {
    ...rest,
    ...(conditions && { conditions: complete(conditions) }),
    ...(target && { target: await resolveTarget(tx, tenantId, target) }),
  };
}

/** With every key of conditions, in the contract's order. */
function complete(conditions: Conditions): Conditions {
  const {
    min_amount = null,
    min_quantity = null,
    customer_tags = [],
    first_order = false,
    ...unread
  } = conditions;
  unread satisfies NoFields;
  return { min_amount, min_quantity, customer_tags, first_order };
}

/**
 * The promotion's row is locked. So a coupon that uses it has committed and is found here, or it waits and then finds
 * requires_coupon false.
 */
async function refuseIfNamedByCoupon(tx: Transaction, tenantId: number, id: number): Promise<void> {
  if (!(await isNamedByCoupon(tx, tenantId, id))) return;
  const detail = 'Coupons use this promotion. Delete them first, or change them to use another one.';
  throw problemAt('in_use', '/requires_coupon', 'is needed by the coupons that use the promotion', detail);
}
