import type { Schemas } from '../contract.ts';
import type { Querier } from '../db/querier.ts';
import { problemAt } from '../errors.ts';
import type { Caller } from '../handler.ts';
import { centsText, toCents } from '../money.ts';
import type { CartLine } from '../promotions/apply.ts';
import { requireSubtotalsInRange, requireTotalInRange } from './amount-range.ts';
import { discountsOf, type OrderDiscount } from './discounts.ts';
import { inSlices } from './in-slices.ts';
import { namesIn, resolveLines, unusable } from './lines.ts';
import { type PricedLine, priceLines, tablesInOrder } from './price-lines.ts';
import { findCategoryPaths, findSellableProducts } from './products.ts';
import { type CustomerTerms, loadTerms, type Terms } from './terms.ts';
import { type Totals, totalsOf } from './totals.ts';

/** The parts of an order's body that decide its amounts. */
export type Asked = Pick<
  Schemas['OrderCreate'],
  'customer_id' | 'items' | 'price_table_id' | 'coupon_code' | 'shipping' | 'expected_total'
>;

/** An order with everything computed and nothing written. */
export interface Quote {
  readonly lines: readonly PricedLine[];
  readonly discounts: readonly OrderDiscount[];
  readonly totals: Totals;
  readonly couponId: number | null;
  readonly couponCode: string | null;
}

/** Reads what decides the amounts of an order and computes them. Throws the problem that forbids the order. */
export async function computeQuote(
  db: Querier,
  { tenantId }: Pick<Caller, 'tenantId'>,
  asked: Asked,
): Promise<Quote> {
  const {
    customer_id: customerId,
    price_table_id: priceTableId = null,
    coupon_code: couponCode = null,
  } = asked;
  const terms = await loadTerms(db, { tenantId, customerId, priceTableId, couponCode });
  const customer = requireCustomer(terms.customer);
  requirePriceTable(terms, priceTableId);
  const choices = tablesInOrder(terms, priceTableId);
  const tableIds = choices.map((choice) => choice.terms.id);
  const products = await findSellableProducts(db, tenantId, namesIn(asked.items), tableIds);
  const lines = priceLines(resolveLines(asked.items, products), choices);
  requireSubtotalsInRange(lines);
  const cart = await toCart(db, tenantId, terms, lines);
  const buyer = { tags: customer.tags, hasOrdered: customer.has_ordered };
  const discounts = await inSlices(discountsOf(terms, cart, buyer, couponCode));
  const totals = totalsOf(
    lines.map(({ subtotalCents }) => subtotalCents),
    discounts.map(({ byLine }) => byLine),
    toCents(asked.shipping?.amount ?? 0),
  );
  requireTotalInRange(totals);
  requireExpectedTotal(totals, asked.expected_total);
  return {
    lines,
    discounts,
    totals,
    couponId: couponCode === null ? null : terms.coupon!.id,
    couponCode: couponCode === null ? null : terms.coupon!.code,
  };
}

function requireCustomer(customer: CustomerTerms | null): CustomerTerms {
  if (customer?.status === 'active') return customer;
  const detail = customer === null ? 'no customer has this id' : 'the customer is not active';
  throw unusable([{ pointer: '#/customer_id', code: 'invalid_reference', detail }]);
}

function requirePriceTable({ priceTables }: Terms, id: number | null): void {
  if (id === null || priceTables.some((table) => table.id === id)) return;
  const detail = 'no price table with this id holds at the moment';
  throw unusable([{ pointer: '#/price_table_id', code: 'invalid_reference', detail }]);
}

/** The lines as discounts see them. The tree of categories is only read when something aims at it. */
async function toCart(
  db: Querier,
  tenantId: number,
  terms: Terms,
  lines: readonly PricedLine[],
): Promise<CartLine[]> {
  const needed = terms.promotions.some(({ target }) => target.type === 'categories');
  const leaves = needed ? lines.flatMap(({ product }) => product.category_id ?? []) : [];
  const paths =
    leaves.length > 0 ? await findCategoryPaths(db, tenantId, leaves) : new Map<number, number[]>();
  return lines.map(({ product, price, milli, subtotalCents }) => ({
    productId: product.id,
    categoryIds: paths.get(product.category_id ?? 0) ?? [],
    unitCents: price.unitCents,
    milli,
    subtotalCents,
  }));
}

function requireExpectedTotal(totals: Totals, expected: number | undefined): void {
  const total = centsText(totals.total);
  if (expected === undefined || toCents(expected) === totals.total) return;
  throw problemAt(
    'total_mismatch',
    '/expected_total',
    `the total is ${total}`,
    `The total is ${total}, not ${expected}.`,
    { total: Number(total), expected_total: expected },
  );
}
