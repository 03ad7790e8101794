import type { NoFields, Schemas } from '../../base/contract.ts';
import { centsNumber } from '../../base/money.ts';
import { ApiProblem } from '../../base/problems/api-problem.ts';
import { findCouponId } from '../pricing/coupons/store.ts';
import type { Handler } from '../resources/handler.ts';
import { pointAsSent } from '../resources/named-references.ts';
import { withCustomer, withPriceTable } from './place/order-references.ts';
import { computeQuote } from './place/quote.ts';

/** The refusals of an order that are about its coupon: validation reports them, and throws all others. */
const isCouponCode = (code: string): code is NonNullable<Schemas['CouponValidation']['problem_code']> =>
  code === 'coupon_invalid' || code === 'coupon_exhausted';

export const validateCoupon: Handler<'validateCoupon'> = async (call, reply, tx) => {
  const { caller, body } = call;
  const db = tx.reads ?? tx;
  const { coupon_code, customer_id, price_table_id, items, ...unread } = await withCustomer(
    db,
    caller.tenantId,
    await withPriceTable(db, caller.tenantId, body),
  );
  unread satisfies NoFields;
  const order = { customer_id, price_table_id, items, coupon_code };
  try {
    const { discounts, couponId } = await computeQuote(db, call, order);
    const cents = discounts.find(({ type }) => type === 'coupon')?.cents ?? 0n;
    return reply(200, {
      valid: true,
      problem_code: null,
      detail: cents === 0n ? 'The coupon takes nothing off this order and would not be redeemed.' : null,
      coupon_id: couponId,
      discount: centsNumber(cents),
    });
  } catch (error) {
    if (!(error instanceof ApiProblem) || !isCouponCode(error.code))
      throw pointAsSent('price_table_id', body, error);
    return reply(200, {
      valid: false,
      problem_code: error.code,
      detail: error.message,
      coupon_id: await findCouponId(db, caller.tenantId, coupon_code),
      discount: 0,
    });
  }
};
