import type { Schemas } from '../contract.ts';
import { byTime, equals, filter, type ListSpec, since } from '../db/listing.ts';
import { type Querier, statement, type Transaction } from '../db/querier.ts';
import {
  firstRow,
  insertSql,
  insertValues,
  removeSql,
  resourceTable,
  type StoredRow,
  updateSql,
} from '../db/resource-table.ts';

export type StoredCoupon = StoredRow<Schemas['Coupon']>;

export const coupons = resourceTable(
  'coupons',
  [
    'external_id',
    'code',
    'status',
    'discount',
    'promotion_id',
    'starts_at',
    'ends_at',
    'usage_limit',
    'usage_limit_per_customer',
    'metadata',
  ],
  ['discount', 'metadata'],
);

export const couponList: ListSpec = {
  name: 'coupons',
  from: 'coupons c',
  tenant: 'c.tenant_id',
  id: 'c.id',
  document: 'c.document',
  updated: 'c.updated_at',
  sorts: { id: 'id', updated_at: byTime('c.updated_at') },
  filters: {
    updated_since: since('c.updated_at', ['updated_at']),
    external_id: equals('c.external_id'),
    code: filter((placeholder) => `lower(c.code) = lower(${placeholder})`),
    status: equals('c.status', []),
  },
  notDeleted: 'c.deleted_at IS NULL',
};

export const redemptionList: ListSpec = {
  name: 'coupon-redemptions',
  from: 'coupon_redemptions r',
  tenant: 'r.tenant_id',
  id: 'r.order_id',
  document: `'{"coupon_id":' || r.coupon_id || ',"order_id":' || r.order_id || ',"customer_id":' || r.customer_id
    || ',"discount":' || r.discount || ',"created_at":"' || iso(r.created_at)
    || '","released_at":' || coalesce('"' || iso(r.released_at) || '"', 'null') || '}'`,
  sorts: { order_id: 'id' },
  filters: {
    customer_id: equals('r.customer_id', []),
    coupon_id: equals('r.coupon_id', ['order_id']),
  },
};

const get = statement(
  'coupons get',
  'SELECT id, version, document FROM coupons WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL',
);

export const findCoupon = (db: Querier, tenantId: number, id: number): Promise<StoredCoupon | undefined> =>
  firstRow<StoredCoupon>(db, get, [tenantId, id]);

const idOfCode = statement(
  'coupons id of code',
  'SELECT id FROM coupons WHERE tenant_id = $1 AND lower(code) = lower($2) AND deleted_at IS NULL',
);

/** The coupon that a customer means, whether or not it can be used. */
export async function findCouponId(db: Querier, tenantId: number, code: string): Promise<number | null> {
  return (await firstRow<{ id: number }>(db, idOfCode, [tenantId, code]))?.id ?? null;
}

// FOR SHARE makes a deletion of the promotion wait until the coupon is committed, and then find it named.
const sharePromotion = statement(
  'coupons promotion',
  'SELECT id FROM promotions WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL FOR SHARE',
);

export async function promotionExists(tx: Transaction, tenantId: number, id: number): Promise<boolean> {
  return (await firstRow(tx, sharePromotion, [tenantId, id])) !== undefined;
}

const insert = statement(
  'coupons insert',
  `WITH row AS (${insertSql(coupons)}) SELECT id, version, document FROM row`,
);

export async function insertCoupon(tx: Transaction, tenantId: number, body: object): Promise<StoredCoupon> {
  return (await firstRow<StoredCoupon>(tx, insert, insertValues(coupons, tenantId, body)))!;
}

export async function updateCoupon(
  tx: Transaction,
  tenantId: number,
  id: number,
  changes: object,
): Promise<StoredCoupon> {
  const { sql, bindings } = updateSql(coupons, tenantId, id, changes);
  const text = `WITH row AS (${sql}) SELECT id, version, document FROM row`;
  return (await firstRow<StoredCoupon>(tx, text, bindings))!;
}

const remove = statement('coupons remove', removeSql(coupons));

export async function removeCoupon(tx: Transaction, tenantId: number, id: number): Promise<void> {
  await tx.query(remove, [tenantId, id]);
}
