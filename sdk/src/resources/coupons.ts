import type { Input, Output, Query } from '../contract.ts';
import { type List, PagedList } from '../pagination.ts';
import type { Reply } from '../reply.ts';
import type { RequestOptions } from '../request-options.ts';
import { Resource } from '../resource.ts';
import type { Transport } from '../transport.ts';

export type Coupon = Output<'Coupon'>;
export type CouponCreate = Input<'CouponCreate'>;
export type CouponUpdate = Input<'CouponUpdate'>;
export type CouponQuery = Query<'listCoupons'>;
export type CouponValidate = Input<'CouponValidate'>;
export type CouponValidation = Output<'CouponValidation'>;
export type CouponRedemption = Output<'CouponRedemption'>;
export type CouponRedemptionQuery = Query<'listCouponRedemptions'>;

export class Coupons extends Resource<Coupon, CouponCreate, CouponUpdate, CouponQuery> {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    super(transport, '/coupons');
    this.#transport = transport;
  }

  /**
   * Whether an order could use it and what it would take off; a coupon that could not be used is an answer and no
   * error. Nothing is held back for the order: another one may use the coupon up before.
   */
  validate(body: CouponValidate, options?: RequestOptions): Reply<CouponValidation> {
    return this.#transport.send('post', '/coupons/validate', { body, readOnly: true }, options);
  }

  /** The orders that used it, those included that gave it back. */
  redemptions(id: number, query?: CouponRedemptionQuery, options?: RequestOptions): List<CouponRedemption> {
    return new PagedList((cursor = query?.cursor) =>
      this.#transport.send(
        'get',
        '/coupons/{coupon_id}/redemptions',
        { path: { coupon_id: id }, query: { ...query, cursor } },
        options,
      ),
    );
  }
}
