import type { Context } from '../context.ts';
import { listPage } from '../db/listing.ts';
import { ApiProblem, notFound } from '../errors.ts';
import type { Handler } from '../handler.ts';
import { centsNumber } from '../money.ts';
import { computeQuote } from '../orders/quote.ts';
import { createHandler, deleteHandler, getHandler, updateHandler } from '../resources/handler-factories.ts';
import { couponResource } from './resource.ts';
import { couponEverExisted, couponList, findCouponId, redemptionList } from './store.ts';

export const listCoupons =
  ({ cursors }: Context): Handler<'listCoupons'> =>
  async ({ caller, query }, reply, db) =>
    reply(200, await listPage(db, { spec: couponList, cursors, tenantId: caller.tenantId, query }));

export const getCoupon: Handler<'getCoupon'> = getHandler(couponResource);
export const createCoupon: Handler<'createCoupon'> = createHandler(couponResource);
export const updateCoupon: Handler<'updateCoupon'> = updateHandler(couponResource);
export const deleteCoupon: Handler<'deleteCoupon'> = deleteHandler(couponResource);

export const listCouponRedemptions =
  ({ cursors }: Context): Handler<'listCouponRedemptions'> =>
  async ({ caller, path, query }, reply, db) => {
    const { tenantId } = caller;
    if (!(await couponEverExisted(db, tenantId, path.coupon_id))) throw notFound('coupon', 'coupon_id');
    const ofCoupon = { ...query, coupon_id: path.coupon_id };
    return reply(200, await listPage(db, { spec: redemptionList, cursors, tenantId, query: ofCoupon }));
  };

/** The refusals of an order that are about its coupon. */
const COUPON_CODES: readonly string[] = ['coupon_invalid', 'coupon_exhausted'];

export const validateCoupon: Handler<'validateCoupon'> = async ({ caller, body }, reply, tx) => {
  const { code, ...order } = body;
  try {
    const { discounts, couponId } = await computeQuote(tx, caller, { ...order, coupon_code: code });
    const cents = discounts.find(({ type }) => type === 'coupon')?.cents ?? 0n;
    return reply(200, {
      valid: true,
      code: null,
      detail: cents === 0n ? 'It takes nothing off this order and would not be redeemed.' : null,
      coupon_id: couponId,
      discount: centsNumber(cents),
    });
  } catch (error) {
    if (!(error instanceof ApiProblem) || !COUPON_CODES.includes(error.code)) throw error;
    return reply(200, {
      valid: false,
      code: error.code,
      detail: error.message,
      coupon_id: await findCouponId(tx, caller.tenantId, code),
      discount: 0,
    });
  }
};
