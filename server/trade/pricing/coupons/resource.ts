import type { Schemas } from '../../../base/contract.ts';
import { problemAt, requireNoIssues, type ValidationIssue } from '../../../base/problems/api-problem.ts';
import type { Transaction } from '../../../db/querier.ts';
import { changesTo } from '../../../db/sql/resource-table.ts';
import type { Resource } from '../../resources/resource.ts';
import type { Refusal } from '../../resources/row-writer.ts';
import { isSameText } from '../../resources/same-value.ts';
import { periodIssues } from '../rules/validity.ts';
import {
  couponRows,
  coupons,
  findCoupon,
  findPromotionIds,
  findPromotionsForShare,
  removeCoupon,
  type StoredCoupon,
} from './store.ts';

type Coupon = Schemas['Coupon'];

export const couponResource: Resource<'Coupon'> = {
  name: 'Coupon',
  noun: 'coupon',
  table: coupons,
  find: findCoupon,
  remove: (tx, { tenantId }, { id }) => removeCoupon(tx, tenantId, id),
  writer: {
    ...couponRows,
    uniqueFields: ['code'],
    reference: {
      field: 'promotion_id',
      isAlwaysNeeded: true,
      lock: lockPromotions,
      findIds: findPromotionIds,
    },
    columnsOf: (body) => body,
    changesOf,
  },
};

function changesOf({ document }: StoredCoupon, body: Schemas['CouponUpdate']): Partial<Coupon> {
  const stored = JSON.parse(document) as Coupon;
  requireNoIssues(issuesOf({ ...stored, ...body }));
  const code = isSameText(body.code, stored.code) ? { code: stored.code } : {};
  return changesTo<Partial<Coupon>>(document, { ...body, ...code });
}

/** What the schema can't know of a change: exactly one of discount and promotion_id, and an end after the start, with what the row has. */
function issuesOf(
  coupon: Pick<Coupon, 'discount' | 'promotion_id' | 'starts_at' | 'ends_at'>,
): ValidationIssue[] {
  const isWrong = (coupon.discount === null) === (coupon.promotion_id === null);
  const detail = 'exactly one of discount and promotion_id must be given';
  const issue = { pointer: '#/discount', code: 'discount', detail } as const;
  return [...periodIssues(coupon), ...(isWrong ? [issue] : [])];
}

/** Refuses promotions that apply without a coupon: then the coupon would make no difference. */
async function lockPromotions(tx: Transaction, tenantId: number, ids: readonly number[]): Promise<Refusal> {
  const promotions = await findPromotionsForShare(tx, tenantId, ids);
  return (id) => {
    const promotion = promotions.get(id);
    if (promotion?.requires_coupon) return undefined;
    const [issue, detail] = promotion
      ? ['the promotion does not have requires_coupon', `Promotion ${id} applies without a coupon.`]
      : ['no promotion has this id', `There is no promotion ${id}.`];
    return problemAt('invalid_reference', '/promotion_id', issue, detail);
  };
}
