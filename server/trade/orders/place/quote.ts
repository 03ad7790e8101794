import type { Caller } from '../../../accounts/api-keys/caller.ts';
import type { NoFields, Schemas } from '../../../base/contract.ts';
import type { Compute } from '../../../base/counters/event-loop-yield.ts';
import { toCents } from '../../../base/money.ts';
import type { ValidationIssue } from '../../../base/problems/api-problem.ts';
import type { Querier } from '../../../db/querier.ts';
import { productReferences } from '../../catalogue/rules/reference.ts';
import { type CartLine, remainingAfter } from '../../pricing/rules/apply.ts';
import { shareAgreedDiscount } from '../rules/agreed-amounts.ts';
import { chargesCents, toCharge } from '../rules/charges.ts';
import { discountsOf, type OrderDiscount } from '../rules/discounts.ts';
import { type PricedLine, priceLines, tablesToTry } from '../rules/price-lines.ts';
import { resolveLines } from '../rules/resolve-lines.ts';
import {
  requireExpectedTotal,
  requireSubtotalsInRange,
  requireTermsAddUp,
  requireTotalInRange,
  type Totals,
  totalsOf,
} from '../rules/totals.ts';
import type { OrderRequest } from './order-references.ts';
import {
  loadOrderContext,
  type OrderContext,
  type OrderContextQuery,
  type PricingContext,
  type PricingCustomer,
} from './pricing-context.ts';
import { findCategoryPaths } from './sellable-products.ts';
import { type LockedLimits, requireLocked } from './usage-limits.ts';

/** The members of an order's body that decide its amounts, or must agree with them. */
export type QuoteRequest = Pick<
  OrderRequest,
  | 'customer_id'
  | 'price_table_id'
  | 'coupon_code'
  | 'items'
  | 'agreed_discount'
  | 'shipping'
  | 'charges'
  | 'payment_terms'
  | 'expected_total'
>;

/** A computed order. Nothing is written yet. */
export interface Quote {
  readonly lines: readonly PricedLine[];
  readonly discounts: readonly OrderDiscount[];
  /** What was agreed to take off the whole order, by line, in cents. */
  readonly agreedByLine: readonly bigint[];
  readonly charges: Schemas['OrderQuote']['charges'];
  readonly totals: Totals;
  readonly couponId: number | null;
  readonly couponCode: string | null;
}

/** Reads what a quote is computed from. */
export function readContext(
  db: Querier,
  { tenantId }: Pick<Caller, 'tenantId'>,
  { customer_id, price_table_id, coupon_code, items }: QuoteRequest,
  { changing, withStock = false }: Partial<Pick<OrderContextQuery, 'changing' | 'withStock'>> = {},
): Promise<OrderContext> {
  return loadOrderContext(db, {
    tenantId,
    customerId: customer_id,
    priceTableId: price_table_id ?? null,
    couponCode: coupon_code ?? null,
    references: productReferences(items),
    changing,
    withStock,
  });
}

/** Who asks for the amounts, and how they are computed meanwhile. */
export interface PricingCall {
  readonly caller: Caller;
  readonly compute: Compute;
}

/**
 * Reads what decides the amounts of an order, and computes them. Throws the problem that refuses the order. `locked` is
 * given for an order that will be written: the coupon and promotions that it may use up.
 */
export async function computeQuote(
  db: Querier,
  call: PricingCall,
  request: QuoteRequest,
  locked?: LockedLimits,
): Promise<Quote> {
  const context = await readContext(db, call.caller, request, { changing: locked?.changing });
  return quoteOf(db, call, request, context, locked);
}

/** Computes an order from what was read for it. Throws the problem that refuses the order. */
export async function quoteOf(
  db: Querier,
  { caller: { tenantId }, compute }: PricingCall,
  request: QuoteRequest,
  pricing: OrderContext,
  locked?: LockedLimits,
): Promise<Quote> {
  const {
    customer_id: _customer,
    price_table_id: priceTableId = null,
    coupon_code: couponCode = null,
    items,
    agreed_discount: agreedDiscount = 0,
    shipping,
    charges = [],
    payment_terms: paymentTerms = [],
    expected_total: expectedTotal,
    ...unread
  } = request;
  unread satisfies NoFields;
  if (locked) requireLocked(pricing, locked);
  const keepsCustomer = typeof locked?.changing?.customerId === 'number';
  const others = [
    ...(keepsCustomer ? [] : customerIssues(pricing)),
    ...priceTableIssues(pricing, priceTableId),
  ];
  const resolved = resolveLines(items, pricing.products, others, locked?.changing?.quantities);
  const customer = pricing.customer!;
  const lines = priceLines(resolved, tablesToTry(pricing, priceTableId));
  requireSubtotalsInRange(lines);
  const cart = await toCart(db, tenantId, pricing, lines);
  const buyer = { tags: customer.tags, hasOrdered: hasOrdered(customer, pricing, locked) };
  const discounts = await compute(discountsOf(pricing, cart, buyer, couponCode));
  const subtotals = lines.map(({ subtotalCents }) => subtotalCents);
  const first = [{ byLine: lines.map(({ agreed }) => agreed?.discountCents ?? 0n) }, ...discounts];
  const agreedByLine = shareAgreedDiscount(
    toCents(agreedDiscount),
    cart,
    first.reduce<readonly bigint[]>(remainingAfter, subtotals),
  );
  const totals = totalsOf(subtotals, [...first.map(({ byLine }) => byLine), agreedByLine], {
    shipping: toCents(shipping?.amount ?? 0),
    charges: chargesCents(charges),
  });
  requireTotalInRange(totals);
  requireExpectedTotal(totals, expectedTotal);
  requireTermsAddUp(totals, paymentTerms);
  return {
    lines,
    discounts,
    agreedByLine,
    charges: charges.map(toCharge),
    totals,
    couponId: couponCode === null ? null : pricing.coupon!.id,
    couponCode: couponCode === null ? null : pricing.coupon!.code,
  };
}

/**
 * Whether the order isn't the customer's first. A changed order that has a promotion for first orders stays the first, and no
 * other becomes it: an order that was created earlier may have been moved to the customer.
 */
function hasOrdered(
  customer: PricingCustomer,
  { promotions }: PricingContext,
  locked: LockedLimits | undefined,
): boolean {
  const held = new Set(locked?.changing?.promotionIds);
  const ofFirst = promotions.filter(({ conditions }) => conditions.first_order === true);
  if (ofFirst.some(({ id }) => held.has(id))) return false;
  return customer.has_ordered || ofFirst.some((promotion) => promotion.is_anothers === true);
}

function customerIssues({ customer }: PricingContext): ValidationIssue[] {
  if (customer?.status === 'active') return [];
  const detail = customer === null ? 'no customer has this id' : 'the customer is not active';
  return [{ pointer: '#/customer_id', code: 'invalid_reference', detail }];
}

function priceTableIssues({ priceTables }: PricingContext, id: number | null): ValidationIssue[] {
  if (id === null || priceTables.some((table) => table.id === id)) return [];
  const detail = 'no price table with this id is in effect';
  return [{ pointer: '#/price_table_id', code: 'invalid_reference', detail }];
}

/** The lines in the form that discounts need. The category tree is only read if a promotion targets categories. */
async function toCart(
  db: Querier,
  tenantId: number,
  pricing: PricingContext,
  lines: readonly PricedLine[],
): Promise<CartLine[]> {
  const needed = pricing.promotions.some(({ target }) => target.type === 'categories');
  const leaves = needed ? lines.flatMap(({ product }) => product.category_id ?? []) : [];
  const paths =
    leaves.length > 0 ? await findCategoryPaths(db, tenantId, leaves) : new Map<number, number[]>();
  return lines.map(({ product, price, micro, subtotalCents, agreed }) => ({
    productId: product.id,
    isAgreed: agreed !== null,
    categoryIds: paths.get(product.category_id ?? 0) ?? [],
    unitPrice: price.unitPrice,
    micro,
    subtotalCents,
  }));
}
