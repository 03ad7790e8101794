import type { Schemas } from '../contract.ts';
import type { Transaction } from '../db/querier.ts';
import { changesTo } from '../db/resource-table.ts';
import { invalidRequest, problemAt } from '../errors.ts';
import type { Resource } from '../resources/resource.ts';
import { requireValidPeriod } from '../validity.ts';
import {
  coupons,
  findCoupon,
  findPromotionForShare,
  insertCoupon,
  removeCoupon,
  updateCoupon,
} from './store.ts';

type Coupon = Schemas['Coupon'];

export const couponResource: Resource<'Coupon'> = {
  name: 'Coupon',
  noun: 'coupon',
  table: coupons,
  find: findCoupon,
  create: async (tx, { tenantId }, body) => {
    await validateCoupon(tx, tenantId, body);
    return insertCoupon(tx, tenantId, body);
  },
  change: async (tx, { tenantId }, row, body) => {
    await validateCoupon(tx, tenantId, { ...(JSON.parse(row.document) as Coupon), ...body });
    const changes = changesTo(row.document, body);
    return Object.keys(changes).length > 0 ? updateCoupon(tx, tenantId, row.id, changes) : row;
  },
  remove: (tx, { tenantId }, { id }) => removeCoupon(tx, tenantId, id),
};

/** Rules over several members: exactly one of discount and promotion_id, and an end after the start. */
async function validateCoupon(
  tx: Transaction,
  tenantId: number,
  coupon: Partial<Pick<Coupon, 'discount' | 'promotion_id' | 'starts_at' | 'ends_at'>>,
): Promise<void> {
  requireValidPeriod(coupon);
  const detail = 'exactly one of discount and promotion_id must be given';
  if ((coupon.discount == null) === (coupon.promotion_id == null))
    throw invalidRequest([{ pointer: '#/discount', code: 'discount', detail }]);
  if (coupon.promotion_id != null) await requirePromotion(tx, tenantId, coupon.promotion_id);
}

/** Refuses a promotion that applies without a coupon: then the coupon would make no difference. */
async function requirePromotion(tx: Transaction, tenantId: number, id: number): Promise<void> {
  const promotion = await findPromotionForShare(tx, tenantId, id);
  if (promotion?.requires_coupon) return;
  const [issue, detail] = promotion
    ? ['the promotion does not have requires_coupon', `Promotion ${id} applies without a coupon.`]
    : ['no promotion has this id', `There is no promotion ${id}.`];
  throw problemAt('invalid_reference', '/promotion_id', issue, detail);
}
