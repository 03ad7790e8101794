import type { NoFields, Schemas } from '../../../base/contract.ts';
import { ApiProblem, problemAt, requireNoIssues } from '../../../base/problems/api-problem.ts';
import type { Transaction } from '../../../db/querier.ts';
import { changesTo } from '../../../db/sql/resource-table.ts';
import type { PlannedRow, Resource, RowWriterOf } from '../../resources/resource.ts';
import { inStoredOrder } from '../../resources/same-value.ts';
import { periodIssues } from '../rules/validity.ts';
import {
  findPromotion,
  isNamedByCoupon,
  promotionRows,
  promotions,
  removePromotion,
  type StoredPromotion,
} from './store.ts';
import { type ResolveTarget, readTargets, type Target, targetInStoredOrder } from './target.ts';

type Promotion = Schemas['Promotion'];
type Conditions = Schemas['PromotionConditions'];

export const promotionResource: Resource<'Promotion'> = {
  name: 'Promotion',
  noun: 'promotion',
  table: promotions,
  find: findPromotion,
  remove: async (tx, { tenantId }, { id }) => {
    if (await isNamedByCoupon(tx, tenantId, id))
      throw new ApiProblem('in_use', 'Coupons use this promotion. Delete them first.', {
        members: { in_use_by: ['coupons'] },
      });
    await removePromotion(tx, tenantId, id);
  },
  writer: async (tx, tenantId, bodies) => rowWriter(await targetsOf(tx, tenantId, bodies)),
};

const rowWriter = (resolve: ResolveTarget): RowWriterOf<'Promotion'> => ({
  ...promotionRows,
  uniqueFields: [],
  dependent: {
    includes: (planned) =>
      'row' in planned && (planned.changes as Partial<Promotion>).requires_coupon === false,
    prepare: refuseIfNamedByCoupon,
  },
  columnsOf: (body) => normalized(body, resolve),
  changesOf: (row, body) => changesOf(row, body, resolve),
});

function targetsOf(
  tx: Transaction,
  tenantId: number,
  bodies: readonly Schemas['PromotionUpdate'][],
): Promise<ResolveTarget> {
  return readTargets(
    tx,
    tenantId,
    bodies.flatMap(({ target }) => target ?? []),
  );
}

function changesOf(
  { document }: StoredPromotion,
  body: Schemas['PromotionUpdate'],
  resolve: ResolveTarget,
): Partial<Promotion> {
  const stored = JSON.parse(document) as Promotion;
  requireNoIssues(periodIssues({ starts_at: stored.starts_at, ends_at: stored.ends_at, ...body }));
  return changesTo<Partial<Promotion>>(document, withSetsOf(stored, normalized(body, resolve)));
}

/** Sets in the order that they have so far. */
function withSetsOf<Fields extends Partial<Pick<Promotion, 'target' | 'conditions'>>>(
  stored: Promotion,
  fields: Fields,
): Fields {
  const { target, conditions } = fields;
  const customer_tags = inStoredOrder(conditions?.customer_tags ?? [], stored.conditions.customer_tags);
  return {
    ...fields,
    ...(target && { target: targetInStoredOrder(target as Target, stored.target as Target) }),
    ...(conditions && { conditions: { ...conditions, customer_tags } }),
  };
}

/** The body in the form in which it's stored: the products of its target by their ids. */
function normalized<Body extends Schemas['PromotionUpdate']>(
  body: Body,
  resolve: ResolveTarget,
): Omit<Body, 'target' | 'conditions'> & Partial<Pick<Promotion, 'target' | 'conditions'>> {
  const { target, conditions, ...rest } = body;
  return {
    ...rest,
    ...(conditions && { conditions: complete(conditions) }),
    ...(target && { target: resolve(target) }),
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
async function refuseIfNamedByCoupon(
  tx: Transaction,
  tenantId: number,
  planned: PlannedRow<'Promotion'>,
): Promise<undefined> {
  if (!('row' in planned && (await isNamedByCoupon(tx, tenantId, planned.row.id)))) return undefined;
  const detail = 'Coupons use this promotion. Delete them first, or change them to use another one.';
  throw problemAt('in_use', '/requires_coupon', 'is needed by the coupons that use the promotion', detail);
}
