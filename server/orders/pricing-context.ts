import type { Schemas } from '../contract.ts';
import { type Querier, statement } from '../db/querier.ts';
import { firstRow } from '../db/resource-table.ts';
import { isInEffect } from '../validity.ts';

/** Who buys, as the order has to know it. */
export interface PricingCustomer {
  readonly status: string;
  readonly tags: readonly string[];
  readonly price_table_id: number | null;
  readonly has_ordered: boolean;
}

export interface PricingPriceTable {
  readonly id: number;
  readonly kind: Schemas['PriceTableKind'];
  /** A JSON number of PostgreSQL's, with at most 2 decimals. */
  readonly percentage: number | null;
  readonly is_default: boolean;
}

export interface Usage {
  readonly usage_limit: number | null;
  readonly usage_limit_per_customer: number | null;
  readonly times_used: number;
  readonly used_by_customer: number;
}

export interface PricingPromotion extends Usage {
  readonly id: number;
  readonly name: string;
  readonly priority: number;
  readonly stackable: boolean;
  readonly discount: Schemas['Discount'];
  readonly target: Schemas['PromotionTarget'];
  readonly conditions: Schemas['PromotionConditions'];
  readonly requires_coupon: boolean;
}

export interface PricingCoupon extends Usage {
  readonly id: number;
  readonly code: string;
  readonly status: string;
  readonly in_effect: boolean;
  readonly discount: Schemas['Discount'] | null;
  readonly promotion_id: number | null;
}

/** All that decides the amounts of an order beside its products. */
export interface PricingContext {
  readonly customer: PricingCustomer | null;
  /** Those that hold: the order's, the customer's, and the default ones by falling priority. */
  readonly priceTables: readonly PricingPriceTable[];
  readonly promotions: readonly PricingPromotion[];
  readonly coupon: PricingCoupon | null;
}

/**
 * The contract says so. Each takes up to 1 ms for an order of 500 lines, and nobody else is served meanwhile: 3000 of them
 * took 2 s.
 */
const MAX_PROMOTIONS = 100;
const APPLICABLE = `p.tenant_id = $1 AND p.deleted_at IS NULL AND p.status = 'active' AND ${isInEffect('p')}`;

// $1 tenant, $2 customer, $3 the order's price table, $4 the coupon's code
const load = statement(
  'orders terms',
  `WITH customer AS (
     SELECT status, tags, price_table_id, EXISTS (
       SELECT 1 FROM orders o WHERE o.tenant_id = $1 AND o.customer_id = $2 AND o.status <> 'Canceled') AS has_ordered
     FROM customers WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL
   ), tables AS (
     SELECT t.id, t.kind, t.percentage, t.is_default FROM price_tables t
     WHERE t.tenant_id = $1 AND t.deleted_at IS NULL AND t.status = 'active' AND ${isInEffect('t')}
       AND (t.is_default OR t.id = $3 OR t.id = (SELECT price_table_id FROM customer))
     ORDER BY t.priority DESC, t.id
   ), coupon AS (
     SELECT k.id, k.code, k.status, (${isInEffect('k')}) AS in_effect, k.discount, k.promotion_id, k.usage_limit,
       k.usage_limit_per_customer, k.times_used, (
         SELECT count(*) FROM coupon_redemptions r WHERE r.tenant_id = $1 AND r.customer_id = $2 AND r.coupon_id = k.id
           AND r.released_at IS NULL AND k.usage_limit_per_customer IS NOT NULL) AS used_by_customer
     FROM coupons k WHERE k.tenant_id = $1 AND lower(k.code) = lower($4::text) AND k.deleted_at IS NULL
   ), tried AS (
     (SELECT p.* FROM promotions p WHERE ${APPLICABLE} AND NOT p.requires_coupon
      ORDER BY p.priority DESC, p.id LIMIT ${MAX_PROMOTIONS})
     UNION ALL
     SELECT p.* FROM promotions p WHERE ${APPLICABLE} AND p.requires_coupon AND p.id = (SELECT promotion_id FROM coupon)
   ), promotions AS (
     SELECT p.id, p.name, p.priority, p.stackable, p.discount, p.target, p.conditions, p.usage_limit,
       p.usage_limit_per_customer, p.times_used, p.requires_coupon, (
         SELECT count(*) FROM promotion_uses u WHERE u.tenant_id = $1 AND u.customer_id = $2 AND u.promotion_id = p.id
           AND u.released_at IS NULL AND p.usage_limit_per_customer IS NOT NULL) AS used_by_customer
     FROM tried p
   )
   SELECT (SELECT row_to_json(c) FROM customer c) AS customer, (SELECT json_agg(t) FROM tables t) AS tables,
     (SELECT json_agg(p) FROM promotions p) AS promotions, (SELECT row_to_json(k) FROM coupon k) AS coupon`,
);

export interface PricingContextQuery {
  readonly tenantId: number;
  readonly customerId: number;
  readonly priceTableId: number | null;
  readonly couponCode: string | null;
}

interface Row {
  readonly customer: string | null;
  readonly tables: string | null;
  readonly promotions: string | null;
  readonly coupon: string | null;
}

export async function loadPricingContext(db: Querier, of: PricingContextQuery): Promise<PricingContext> {
  const row = (await firstRow<Row>(db, load, [of.tenantId, of.customerId, of.priceTableId, of.couponCode]))!;
  const parse = (text: string | null, empty: unknown): unknown => (text === null ? empty : JSON.parse(text));
  return {
    customer: parse(row.customer, null),
    priceTables: parse(row.tables, []),
    promotions: parse(row.promotions, []),
    coupon: parse(row.coupon, null),
  } as PricingContext;
}
