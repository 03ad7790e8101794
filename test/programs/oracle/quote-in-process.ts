import { expect } from 'vitest';
import { centsNumber, toCents, unitPriceNumber } from '../../../server/base/money.ts';
import { ApiProblem, requireNoIssues } from '../../../server/base/problems/api-problem.ts';
import type { PricingContext } from '../../../server/trade/orders/place/pricing-context.ts';
import type { SellableProduct } from '../../../server/trade/orders/place/sellable-products.ts';
import {
  agreedPriceIssues,
  agreedPriceOf,
  shareAgreedDiscount,
} from '../../../server/trade/orders/rules/agreed-amounts.ts';
import { discountsOf, type OrderDiscount } from '../../../server/trade/orders/rules/discounts.ts';
import { type PricedLine, priceLines, tablesToTry } from '../../../server/trade/orders/rules/price-lines.ts';
import {
  requireSubtotalsInRange,
  requireTotalInRange,
  type Totals,
  totalsOf,
} from '../../../server/trade/orders/rules/totals.ts';
import type { Target } from '../../../server/trade/pricing/promotions/target.ts';
import type { Cart, Expected, Shop } from './shop.ts';

interface Row {
  readonly status: string;
  readonly starts_at: string | null;
  readonly ends_at: string | null;
  readonly deleted_at: string | null;
}

/** A quote by the service's pure functions, called in the same order as in the service's computeQuote, without SQL. */
export function quoteInProcess(shop: Shop, cart: Cart): Expected {
  try {
    return computeQuote(shop, cart);
  } catch (error) {
    if (error instanceof ApiProblem) return { refused: error.code };
    throw error;
  }
}

function computeQuote(shop: Shop, cart: Cart): Expected {
  // The schema refuses a discount without a price: dependentRequired.
  if (cart.charges.some(({ item }) => (item ?? 0) >= cart.items.length))
    return { refused: 'invalid_request' };
  if (cart.items.some(({ discount, unit_price }) => discount !== undefined && unit_price === undefined))
    return { refused: 'invalid_request' };
  requireNoIssues(agreedPriceIssues(cart.items));
  const pricing = pricingContextOf(shop, cart);
  const { price_table_id: named } = cart;
  if (named !== null && !pricing.priceTables.some(({ id }) => id === named))
    return { refused: 'invalid_reference' };
  const sellable = new Map(shop.products.map((product) => [product.id, toSellable(shop, product)]));
  const lines = priceLines(
    cart.items.map(({ product_id, quantity, ...agreed }) => ({
      ...{ product: sellable.get(product_id)!, quantity },
      agreed: agreedPriceOf(agreed),
    })),
    tablesToTry(pricing, named),
  );
  requireSubtotalsInRange(lines);
  const seen = lines.map(({ product, price, micro, subtotalCents, agreed }) => ({
    ...{ productId: product.id, unitPrice: price.unitPrice, micro, subtotalCents, isAgreed: agreed !== null },
    categoryIds: categoryPath(shop.categories, product.category_id),
  }));
  const buyer = { tags: shop.customer.tags, hasOrdered: shop.customer.orders > 0 };
  const discounts = runToEnd(discountsOf(pricing, seen, buyer, cart.coupon_code));
  const agreedCents = lines.map(({ agreed }) => agreed?.discountCents ?? 0n);
  const earlier = [agreedCents, ...discounts.map(({ byLine }) => byLine)];
  const remaining = lines.map(({ subtotalCents }, i) => subtotalCents - sum(earlier.map((each) => each[i]!)));
  const orderDiscounts = shareAgreedDiscount(toCents(cart.agreed_discount), seen, remaining);
  const totals = totalsOf(
    lines.map(({ subtotalCents }) => subtotalCents),
    [...earlier, orderDiscounts],
    {
      shipping: toCents(cart.shipping_amount),
      charges: sum(cart.charges.map(({ amount }) => toCents(amount))),
    },
  );
  expectInvariants(totals, discounts, sum(agreedCents) + toCents(cart.agreed_discount));
  requireTotalInRange(totals);
  return toAmounts(lines, discounts, totals, orderDiscounts, cart);
}

/** Runs a generator to its end without pauses. The service runs it in slices. */
function runToEnd<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

function pricingContextOf(
  { now, customer, price_tables, promotions, coupons }: Shop,
  { coupon_code }: Cart,
): PricingContext {
  const holds = ({ starts_at, ends_at }: Row): boolean =>
    (starts_at === null || starts_at <= now) && (ends_at === null || now < ends_at);
  const applies = (row: Row): boolean => row.deleted_at === null && row.status === 'active' && holds(row);
  const coupon = coupons.find(
    ({ deleted_at, code }) => deleted_at === null && code.toLowerCase() === coupon_code?.toLowerCase(),
  );
  return {
    customer: {
      status: 'active',
      tags: customer.tags,
      price_table_id: customer.price_table_id,
      has_ordered: customer.orders > 0,
    },
    priceTables: price_tables.filter(applies).toSorted((a, b) => b.priority - a.priority || a.id - b.id),
    promotions: promotions
      .filter(applies)
      .map((one) => ({ ...one, target: one.target as Target, name: 'P', can_run_out: false })),
    coupon: coupon ? { ...coupon, in_effect: holds(coupon) } : null,
  };
}

function toSellable(
  { price_tables }: Shop,
  { id, price, category_id }: Shop['products'][number],
): SellableProduct {
  const entries = price_tables.flatMap((table) =>
    table.entries.flatMap((entry) =>
      entry.product_id === id ? [[table.id, entry.min_quantity, entry.price] as const] : [],
    ),
  );
  return {
    ...{
      id,
      price: String(price),
      category_id,
      entries: entries.length > 0 ? entries : null,
    },
    ...{
      sku: `S${id}`,
      external_id: null,
      name: `N${id}`,
      status: 'active',
      track_stock: false,
      allow_backorder: false,
      available: null,
    },
  };
}

function categoryPath(categories: Shop['categories'], id: number | null): number[] {
  const found = categories.find((one) => one.id === id);
  return found ? [found.id, ...categoryPath(categories, found.parent_id)] : [];
}

const toAmounts = (
  lines: readonly PricedLine[],
  discounts: readonly OrderDiscount[],
  totals: Totals,
  orderDiscounts: readonly bigint[],
  { charges, agreed_discount }: Cart,
): Expected => ({
  items: lines.map(({ price }, i) => ({
    ...{ unit_price: unitPriceNumber(price.unitPrice), price_source: price.source },
    subtotal: centsNumber(totals.lines[i]!.subtotal),
    discount: centsNumber(totals.lines[i]!.discount),
    order_discount: centsNumber(orderDiscounts[i]!),
    total: centsNumber(totals.lines[i]!.total),
  })),
  discounts: discounts.map(({ type, promotionId, couponId, cents }) => ({
    ...{ type, promotion_id: promotionId, coupon_id: couponId, amount: centsNumber(cents) },
  })),
  subtotal: centsNumber(totals.subtotal),
  discount_total: centsNumber(totals.discount),
  agreed_discount,
  shipping_amount: centsNumber(totals.shipping),
  charges: charges.map((charge) => ({ description: null, item: null, ...charge })),
  charges_total: centsNumber(totals.charges),
  total: centsNumber(totals.total),
});

const sum = (numbers: readonly bigint[]): bigint => numbers.reduce((a, b) => a + b, 0n);

/** Invariants of every order. */
function expectInvariants(totals: Totals, discounts: readonly OrderDiscount[], agreedCents: bigint): void {
  const added = totals.shipping + totals.charges;
  expect(sum(totals.lines.map(({ total }) => total)) + added).toBe(totals.total);
  expect(totals.subtotal - totals.discount + added).toBe(totals.total);
  expect(totals.lines.every(({ total, discount }) => total >= 0n && discount >= 0n)).toBe(true);
  expect(sum(discounts.map(({ cents }) => cents)) + agreedCents).toBe(totals.discount);
  for (const { type, cents, byLine } of discounts)
    expect([sum(byLine), cents > 0n || type === 'coupon']).toEqual([cents, true]);
}
