import type { Schemas } from '../../../base/contract.ts';
import type { Querier } from '../../../db/querier.ts';
import { statement } from '../../../db/sql/statement.ts';
import type { ProductReferences } from '../../catalogue/rules/reference.ts';
import type { Target } from '../../pricing/promotions/target.ts';
import { isInEffect } from '../../pricing/rules/validity.ts';
import {
  KEPT_PRODUCTS,
  SELLABLE_BY_ID,
  SELLABLE_PRODUCTS,
  type SellableProduct,
} from './sellable-products.ts';

/** The customer, as far as pricing needs to know. */
export interface PricingCustomer {
  readonly status: string;
  readonly tags: readonly string[];
  readonly price_table_id: number | null;
  readonly has_ordered: boolean;
}

export interface PricingPriceTable {
  readonly id: number;
  readonly kind: Schemas['PriceTableKind'];
  /** A JSON number with at most 2 decimals, written by PostgreSQL. */
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
  readonly discount: Schemas['DiscountInput'];
  readonly target: Target;
  readonly conditions: Schemas['PromotionConditions'];
  readonly requires_coupon: boolean;
  /** Whether an order may be the last to get it: see CAN_RUN_OUT. */
  readonly can_run_out: boolean;
  /** Whether another order of the customer has it, if it's for first orders. Only read for an order that is changed. */
  readonly is_anothers?: boolean;
}

export interface PricingCoupon extends Usage {
  readonly id: number;
  readonly code: string;
  readonly status: string;
  readonly in_effect: boolean;
  readonly discount: Schemas['DiscountInput'] | null;
  readonly promotion_id: number | null;
}

/** Everything that decides the amounts of an order, except its products. */
export interface PricingContext {
  readonly customer: PricingCustomer | null;
  /** Those in effect: the order's, the customer's, and the default ones, highest priority first. */
  readonly priceTables: readonly PricingPriceTable[];
  readonly promotions: readonly PricingPromotion[];
  readonly coupon: PricingCoupon | null;
}

/** What an order is computed from, read in one statement. */
export interface OrderContext extends PricingContext {
  /** Those that the order names, with their entries in the price tables. One named in two ways is there twice. */
  readonly products: readonly SellableProduct[];
}

/**
 * The contract promises this number. A promotion takes up to 1 ms on an order of 500 lines, during which the process
 * serves nobody else: 3000 promotions took 2 s.
 */
export const MAX_PROMOTIONS = 100;
const APPLICABLE = `p.tenant_id = :tenant_id AND p.deleted_at IS NULL AND p.status = 'active' AND ${isInEffect('p')}`;

const OPEN_PROMOTIONS = `SELECT p.* FROM promotions p WHERE ${APPLICABLE} AND NOT p.requires_coupon
      ORDER BY p.priority DESC, p.id LIMIT ${MAX_PROMOTIONS}`;

/** SQL for the promotions that an order tries: the first 100, and the one that its coupon (a CTE `coupon`) opens. */
export const CANDIDATE_PROMOTIONS = `(${OPEN_PROMOTIONS})
     UNION ALL
     SELECT p.* FROM promotions p
     WHERE ${APPLICABLE} AND p.requires_coupon AND p.id = (SELECT promotion_id FROM coupon)`;

/** SQL for whether one order can take a promotion away from another. */
export const CAN_RUN_OUT = `(p.usage_limit IS NOT NULL OR p.usage_limit_per_customer IS NOT NULL
  OR coalesce(p.conditions::jsonb -> 'first_order' = 'true', false))`;

/** What a new order counts: all orders and uses. */
const OF_NEW = {
  keptCustomer: '',
  keptTable: '',
  order: '',
  redemption: '',
  use: '',
  couponUses: 'k.times_used',
  promotionUses: 'p.times_used',
  isAnothers: '',
} as const;
/**
 * An order that is changed doesn't count itself: it may keep what it has. Nor do later orders make it any later. The customer and the price
 * table that it keeps may be deleted or inactive by now.
 */
const OF_CHANGED = {
  keptCustomer: 'OR id = :kept_customer_id',
  keptTable: 'OR t.id = :kept_price_table_id',
  order: 'AND o.id < :order_id',
  redemption: 'AND r.order_id <> :order_id',
  use: 'AND u.order_id <> :order_id',
  couponUses: `k.times_used - (SELECT count(*) FROM coupon_redemptions r WHERE r.tenant_id = :tenant_id
    AND r.coupon_id = k.id AND r.order_id = :order_id AND r.released_at IS NULL)`,
  promotionUses: `p.times_used - (SELECT count(*) FROM promotion_uses u WHERE u.tenant_id = :tenant_id
    AND u.promotion_id = p.id AND u.order_id = :order_id AND u.released_at IS NULL)`,
  isAnothers: `, p.conditions::jsonb -> 'first_order' = 'true' AND EXISTS (
         SELECT 1 FROM promotion_uses u JOIN orders o ON o.tenant_id = u.tenant_id AND o.id = u.order_id
         WHERE u.tenant_id = :tenant_id AND u.customer_id = :customer_id AND u.promotion_id = p.id
           AND u.order_id <> :order_id AND u.released_at IS NULL AND o.status <> 'Canceled') AS is_anothers`,
} as const;

type Counted = Readonly<Record<keyof typeof OF_NEW, string>>;

/** SQL for the CTE of the order's coupon. */
const couponSql = <const C extends Counted>(counted: C) =>
  `coupon AS (
     -- Whether or not it can be used, so that a refusal can tell why. Uses are only counted if they are limited.
     SELECT k.id, k.code, k.status, (${isInEffect('k')}) AS in_effect, k.discount, k.promotion_id, k.usage_limit,
       k.usage_limit_per_customer, ${counted.couponUses} AS times_used, (
         SELECT count(*) FROM coupon_redemptions r
         WHERE r.tenant_id = :tenant_id AND r.customer_id = :customer_id AND r.coupon_id = k.id ${counted.redemption}
           AND r.released_at IS NULL AND k.usage_limit_per_customer IS NOT NULL) AS used_by_customer
     FROM coupons k
     WHERE k.tenant_id = :tenant_id AND lower(k.code) = lower(:coupon_code::text) AND k.deleted_at IS NULL
   ),`;

/** What differs between an order that names products in any way, and may have a coupon, and one of ids only. */
interface Parts {
  /** A CTE `coupon`, or nothing. */
  readonly coupon: string;
  readonly candidates: string;
  readonly products: string;
  /** The row of the coupon as JSON. */
  readonly couponRow: string;
}

const contextSql = <const C extends Counted, const P extends Parts>(
  counted: C,
  { coupon, candidates, products, couponRow }: P,
) =>
  `WITH customer AS (
     SELECT status, tags, price_table_id, EXISTS (
       SELECT 1 FROM orders o WHERE o.tenant_id = :tenant_id AND o.customer_id = :customer_id AND o.status <> 'Canceled'
         ${counted.order}) AS has_ordered
     FROM customers WHERE tenant_id = :tenant_id AND id = :customer_id AND (deleted_at IS NULL ${counted.keptCustomer})
   ), tables AS (
     -- The order's table, the customer's and the default ones. price-lines.ts puts them in order.
     SELECT t.id, t.kind, t.percentage, t.is_default FROM price_tables t
     WHERE t.tenant_id = :tenant_id AND (t.deleted_at IS NULL AND t.status = 'active' AND ${isInEffect('t')}
       AND (t.is_default OR t.id = :price_table_id OR t.id = (SELECT price_table_id FROM customer)) ${counted.keptTable})
     ORDER BY t.priority DESC, t.id
   ), ${coupon} candidates AS (
     ${candidates}
   ), promotions AS (
     SELECT p.id, p.name, p.priority, p.stackable, p.discount, p.target, p.conditions, p.usage_limit,
       p.usage_limit_per_customer, ${counted.promotionUses} AS times_used, p.requires_coupon, ${CAN_RUN_OUT} AS can_run_out, (
         SELECT count(*) FROM promotion_uses u
         WHERE u.tenant_id = :tenant_id AND u.customer_id = :customer_id AND u.promotion_id = p.id ${counted.use}
           AND u.released_at IS NULL AND p.usage_limit_per_customer IS NOT NULL) AS used_by_customer${counted.isAnothers}
     FROM candidates p
   ), products AS (
     ${products}
   )
   SELECT (SELECT row_to_json(c) FROM customer c) AS customer, (SELECT json_agg(t) FROM tables t) AS tables,
     (SELECT json_agg(p) FROM promotions p) AS promotions, ${couponRow} AS coupon,
     (SELECT json_agg(s) FROM products s) AS products`;

const OF_ANY = {
  candidates: CANDIDATE_PROMOTIONS,
  products: SELLABLE_PRODUCTS,
  couponRow: '(SELECT row_to_json(k) FROM coupon k)',
} as const;

const load = statement('load order context', contextSql(OF_NEW, { ...OF_ANY, coupon: couponSql(OF_NEW) }));
const loadOfChanged = statement(
  'load order context of a changed order',
  contextSql(OF_CHANGED, { ...OF_ANY, products: KEPT_PRODUCTS, coupon: couponSql(OF_CHANGED) }),
);
/** Most orders have no coupon, and name their products by id. What a statement could do costs time even if it has nothing to do. */
const loadPlain = statement(
  'load order context by ids',
  contextSql(OF_NEW, {
    coupon: '',
    candidates: OPEN_PROMOTIONS,
    products: SELLABLE_BY_ID,
    couponRow: 'NULL::json',
  }),
);

export interface OrderContextQuery {
  readonly tenantId: number;
  readonly customerId: number;
  readonly priceTableId: number | null;
  readonly couponCode: string | null;
  readonly references: ProductReferences;
  /** Whether to read what is available of each product. */
  readonly withStock: boolean;
  /** The order that is changed; undefined for a new one. */
  readonly changing?: ChangedOrder | undefined;
}

/** What an order that is changed keeps, whatever became of it since. */
export interface ChangedOrder {
  readonly orderId: number;
  /** Null if the change names another. */
  readonly customerId: number | null;
  readonly priceTableId: number | null;
  /** The quantities of its lines by product, in millionths. */
  readonly quantities: ReadonlyMap<number, bigint>;
}

/** JSON text, which pg leaves unparsed. */
interface Row {
  readonly customer: string | null;
  readonly tables: string | null;
  readonly promotions: string | null;
  readonly coupon: string | null;
  readonly products: string | null;
}

export async function loadOrderContext(db: Querier, query: OrderContextQuery): Promise<OrderContext> {
  const [row] = await loadRow(db, query);
  const parse = (text: string | null, empty: unknown): unknown => (text === null ? empty : JSON.parse(text));
  return {
    customer: parse(row!.customer, null),
    priceTables: parse(row!.tables, []),
    promotions: parse(row!.promotions, []),
    coupon: parse(row!.coupon, null),
    products: parse(row!.products, []),
  } as OrderContext;
}

function loadRow(
  db: Querier,
  { references, couponCode, changing, ...query }: OrderContextQuery,
): Promise<Row[]> {
  const { ids, skus, external_ids } = references;
  const values = {
    tenant_id: query.tenantId,
    customer_id: query.customerId,
    price_table_id: query.priceTableId,
    with_stock: query.withStock,
    ids,
  };
  if (!changing && couponCode === null && skus.length + external_ids.length === 0)
    return loadPlain<Row>(db, values);
  const all = { skus, external_ids, coupon_code: couponCode, ...values };
  if (!changing) return load<Row>(db, all);
  const { orderId: order_id, customerId: kept_customer_id, priceTableId: kept_price_table_id } = changing;
  return loadOfChanged<Row>(db, { order_id, kept_customer_id, kept_price_table_id, ...all });
}
