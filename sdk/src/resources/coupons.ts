import type { ExportQuery, Input, Output, Query } from '../contract.ts';
import { type List, PagedList } from '../pagination.ts';
import type { Reply } from '../reply.ts';
import type { RequestOptions } from '../request-options.ts';
import { Resource } from '../resource.ts';
import type { Export, Transport } from '../transport.ts';

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
   * Whether an order could use the coupon, and its discount. A coupon that can't be used is a result, not an error.
   * Nothing is reserved: another order may use up the coupon first.
   */
  validate(body: CouponValidate, options?: RequestOptions): Reply<CouponValidation> {
    return this.#transport.send('post', '/coupons/validate', { body, readOnly: true }, options);
  }

  /** The orders that used the coupon, including those that gave it back. */
  redemptions(id: number, query?: CouponRedemptionQuery, options?: RequestOptions): List<CouponRedemption> {
    return new PagedList((cursor = query?.cursor) =>
      this.#transport.send(
        'get',
        '/coupon-redemptions/{coupon_id}',
        { path: { coupon_id: id }, query: { ...query, cursor } },
        options,
      ),
    );
  }

  /** All redemptions in one response, as CSV or NDJSON. */
  exportRedemptions(
    id: number,
    query: ExportQuery<CouponRedemptionQuery>,
    options?: RequestOptions,
  ): Reply<Export> {
    return this.#transport.export(
      '/exports/coupon-redemptions/{coupon_id}',
      { path: { coupon_id: id }, query },
      options,
    );
  }
}
