import { type Schemas, writableFields } from '../../../base/contract.ts';
import type { Querier, Transaction } from '../../../db/querier.ts';
import {
  type JsonMembers,
  jsonObject,
  jsonOfReferred,
  jsonTime,
  jsonTimeOrNull,
} from '../../../db/sql/json-object.ts';
import { before, byTime, equals, filter, named, since } from '../../../db/sql/list-spec.ts';
import { idsIn } from '../../../db/sql/named-filter.ts';
import { resourceTable, type StoredRow } from '../../../db/sql/resource-table.ts';
import { rowStore } from '../../../db/sql/row-store.ts';
import { statement } from '../../../db/sql/statement.ts';
import type { ListOf } from '../../resources/list-handler.ts';

export type StoredCoupon = StoredRow<Schemas['Coupon']>;

export const coupons = resourceTable('coupons', writableFields('Coupon'));

export const couponList: ListOf<'listCoupons'> = {
  operation: 'listCoupons',
  name: 'coupons',
  from: 'coupons c',
  tenant: 'c.tenant_id',
  id: 'c.id',
  document: 'c.document',
  large: 'c.document',
  updated: 'c.updated_at',
  sorts: { id: 'id', updated_at: byTime('c.updated_at') },
  filters: {
    updated_since: since('c.updated_at', ['updated_at']),
    external_id: equals('c.external_id'),
    code: filter((parameter) => `lower(c.code) = lower(${parameter})`),
    status: equals('c.status', []),
    promotion_id: equals('c.promotion_id'),
    promotion_external_id: named(idsIn.promotions, 'c.promotion_id'),
  },
  notDeleted: 'c.deleted_at IS NULL',
};

const externalIdOf = (table: string, id: string): string =>
  jsonOfReferred(table, 'external_id', ':tenant_id', id);

export const redemptionList: ListOf<'listCouponRedemptions'> = {
  operation: 'listCouponRedemptions',
  name: 'coupon-redemptions',
  from: 'coupon_redemptions r',
  tenant: 'r.tenant_id',
  id: 'r.order_id',
  document: jsonObject({
    coupon_id: 'r.coupon_id',
    order_id: 'r.order_id',
    customer_id: 'r.customer_id',
    discount: 'r.discount',
    created_at: jsonTime('r.created_at'),
    released_at: jsonTimeOrNull('r.released_at'),
    coupon_external_id: externalIdOf('coupons', 'r.coupon_id'),
    order_external_id: externalIdOf('orders', 'r.order_id'),
    customer_external_id: externalIdOf('customers', 'r.customer_id'),
  } satisfies JsonMembers<Schemas['CouponRedemption']>),
  large: null,
  sorts: { order_id: 'id' },
  filters: {
    customer_id: equals('r.customer_id', []),
    customer_external_id: named(idsIn.customers, 'r.customer_id', []),
    coupon_id: equals('r.coupon_id', ['order_id']),
    order_id: equals('r.order_id', []),
    order_external_id: named(idsIn.orders, 'r.order_id', []),
    created_since: since('r.created_at', []),
    created_before: before('r.created_at', []),
  },
};

export const {
  find: findCoupon,
  findEvenDeleted: findEvenDeletedCoupon,
  remove: removeCoupon,
  ...couponRows
} = rowStore<Schemas['Coupon']>(coupons, { table: 'promotions', and: 'requires_coupon' });

const findByCode = statement(
  'find coupon by code',
  'SELECT id FROM coupons WHERE tenant_id = :tenant_id AND lower(code) = lower(:code) AND deleted_at IS NULL',
);

/** The coupon with this code, whether or not it can be used. */
export async function findCouponId(db: Querier, tenantId: number, code: string): Promise<number | null> {
  return (await findByCode<{ id: number }>(db, { tenant_id: tenantId, code }))[0]?.id ?? null;
}

// FOR SHARE makes a change or deletion of a promotion wait until the coupon commits, and then find it in use.
const promotionsForShare = statement(
  'lock promotions for share',
  `SELECT id, requires_coupon FROM promotions
   WHERE tenant_id = :tenant_id AND id = ANY ((SELECT :ids::int[])::int[]) AND deleted_at IS NULL ORDER BY id FOR SHARE`,
);

const promotionIds = statement(
  'find promotion ids by external id',
  `SELECT id, external_id FROM promotions
   WHERE tenant_id = :tenant_id AND external_id = ANY ((SELECT :external_ids::text[])::text[]) AND deleted_at IS NULL`,
);

export async function findPromotionIds(
  db: Querier,
  tenantId: number,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const values = { tenant_id: tenantId, external_ids: externalIds };
  const found = await promotionIds<{ id: number; external_id: string }>(db, values);
  return new Map(found.map(({ id, external_id }) => [external_id, id]));
}

type NamedPromotion = Pick<Schemas['Promotion'], 'id' | 'requires_coupon'>;

/** The promotions that coupons use, locked against changes. Those that don't exist are missing. */
export async function findPromotionsForShare(
  tx: Transaction,
  tenantId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, NamedPromotion>> {
  const found = await promotionsForShare<NamedPromotion>(tx, { tenant_id: tenantId, ids });
  return new Map(found.map((promotion) => [promotion.id, promotion]));
}
