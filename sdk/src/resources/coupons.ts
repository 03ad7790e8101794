// Generated from the contract by `npm run generate`. Do not edit.
import type {
  Coupon,
  CouponCreate,
  CouponExportQuery,
  CouponQuery,
  CouponRedemption,
  CouponRedemptionExportQuery,
  CouponRedemptionQuery,
  CouponUpdate,
  CouponValidate,
  CouponValidation,
  ExportFormat,
} from '../../../generated/sdk-types.ts';
import type { Export } from '../lists/export.ts';
import type { List } from '../lists/pagination.ts';
import type { Reply } from '../transport/api-promise.ts';
import type {
  ChangeOptions,
  CreateOptions,
  ListOptions,
  RequestOptions,
  UpsertOptions,
} from '../transport/request-options.ts';
import type { BatchAllResult, BatchItem, BatchItems, BatchResult } from './batch.ts';
import { Resource } from './resource.ts';

/** Codes that buyers redeem for a discount. */
export class Coupons extends Resource {
  /** Returns coupons in the order of `sort`, one page at a time. */
  list(query?: CouponQuery, options?: ListOptions): List<Coupon> {
    return this.listOf('/coupons', options, query);
  }

  /** Exports the coupons that `list` lists. */
  export<Format extends ExportFormat>(
    query: CouponExportQuery<Format>,
    options?: RequestOptions,
  ): Export<Coupon, Format> {
    return this.exportOf('/exports/coupons', options, query);
  }

  /** Returns one coupon. */
  get(id: number, options?: RequestOptions): Reply<Coupon> {
    return this.request('get', '/coupons/{coupon_id}', options, [id]);
  }

  /**
   * Creates a coupon. It either has its own discount on the whole order, or names a promotion and applies
   * that promotion's discount, target and conditions. A coupon applies after all automatic promotions.
   */
  create(body: CouponCreate, options?: CreateOptions): Reply<Coupon> {
    return this.request('post', '/coupons', options, [], body);
  }

  /** Updates the fields you send. Existing orders keep their discounts. */
  update(id: number, body: CouponUpdate, options?: ChangeOptions): Reply<Coupon> {
    return this.request('patch', '/coupons/{coupon_id}', options, [id], body);
  }

  /**
   * Updates the coupon with this `external_id`, as `update` does. If there is none, creates it, as `create`
   * does, and the body must have every field that `create` requires. Sending the same request again changes
   * nothing.
   */
  upsert(externalId: string, body: CouponUpdate, options?: UpsertOptions): Reply<Coupon> {
    return this.request('put', '/coupons/external/{external_id}', options, [externalId], body);
  }

  /**
   * Deletes a coupon. It can no longer be used, and a new coupon can take its code. Existing orders keep
   * their discounts.
   */
  delete(id: number, options?: ChangeOptions): Reply<void> {
    return this.request('delete', '/coupons/{coupon_id}', options, [id]);
  }

  /** Returns the coupon with this `external_id`. */
  getByExternalId(externalId: string, options?: RequestOptions): Reply<Coupon> {
    return this.request('get', '/coupons/external/{external_id}', options, [externalId]);
  }

  /**
   * Does what `update` does, for the coupon with this `external_id`. If there is none, the response is 404:
   * `upsert` would create it.
   */
  updateByExternalId(externalId: string, body: CouponUpdate, options?: ChangeOptions): Reply<Coupon> {
    return this.request('patch', '/coupons/external/{external_id}', options, [externalId], body);
  }

  /** Does what `delete` does, for the coupon with this `external_id`. */
  deleteByExternalId(externalId: string, options?: ChangeOptions): Reply<void> {
    return this.request('delete', '/coupons/external/{external_id}', options, [externalId]);
  }

  /**
   * A row whose `external_id` belongs to an existing coupon updates it, as `update` does. Every other row
   * creates a coupon, as `create` does. Each row succeeds or fails on its own. Results come in the order of
   * the rows: `status` is what the single request would have returned, with `data` or `problem`. A batch
   * counts as one request against the rate limit.
   */
  batch(
    items: BatchItem<CouponCreate, CouponUpdate>[],
    options?: CreateOptions,
  ): Reply<BatchResult<Coupon>[]> {
    return this.batchOf('/coupons/batch', items, options);
  }

  /**
   * Sends any number of items, 100 at a time, while you iterate the results. Each has its item. If a whole
   * batch fails, it throws; those before it are done.
   */
  batchAll(
    items: BatchItems<BatchItem<CouponCreate, CouponUpdate>>,
    options?: RequestOptions,
  ): AsyncGenerator<BatchAllResult<BatchItem<CouponCreate, CouponUpdate>, Coupon>, void, undefined> {
    return this.batchesOf('/coupons/batch', items, 100, options);
  }

  /**
   * Checks whether the coupon can be used for this order and how much it would take off. Nothing is written
   * or reserved, so another order may use up the coupon before yours does. A coupon that would take off 0 is
   * valid: `discount` is 0, `detail` says so, and an order with it succeeds without redeeming it.
   */
  validate(body: CouponValidate, options?: RequestOptions): Reply<CouponValidation> {
    return this.request('post', '/coupons/validate', options, [], body);
  }

  /**
   * Returns the orders that used the coupon, one page at a time. If an order is canceled while Pending, or
   * changed so that it no longer uses the coupon, its redemption no longer counts and has `released_at`.
   * Redemptions of a deleted coupon remain readable; `list` shows its id.
   */
  redemptions(id: number, query?: CouponRedemptionQuery, options?: ListOptions): List<CouponRedemption> {
    return this.listOf('/coupon-redemptions/{coupon_id}', options, query, [id]);
  }

  /** Exports the redemptions that `redemptions` lists. */
  exportRedemptions<Format extends ExportFormat>(
    id: number,
    query: CouponRedemptionExportQuery<Format>,
    options?: RequestOptions,
  ): Export<CouponRedemption, Format> {
    return this.exportOf('/exports/coupon-redemptions/{coupon_id}', options, query, [id]);
  }
}
