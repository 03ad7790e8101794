import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ApiProblem } from '../../server/errors.ts';
import { toCents } from '../../server/money.ts';
import { discountsOf } from '../../server/orders/discounts.ts';
import { priceLines, tablesInOrder } from '../../server/orders/price-lines.ts';
import type { Terms } from '../../server/orders/terms.ts';
import { totalsOf } from '../../server/orders/totals.ts';
import { share } from '../../server/promotions/share.ts';
import { type Cart, type Costs, costsOf, shareOracle } from '../support/cart-oracle.ts';
import { cart } from '../support/carts.ts';

const CARTS = 10_000;
/** What the server computes, put together from its pure parts as a quote does it. */
function computed({
  lines,
  tables,
  orderTable,
  customer,
  promotions,
  coupon: used,
  shipping,
}: Cart): Costs | string {
  const { tags, table: price_table_id, hasOrdered } = customer;
  const buyer = { status: 'active', tags, price_table_id, has_ordered: hasOrdered };
  const terms: Terms = { customer: buyer, priceTables: tables, promotions, coupon: used };
  const sellable = new Map(
    lines.map(({ product: { id, price, tiers } }) => {
      const text = JSON.stringify(tiers);
      const fields = {
        sku: `S${id}`,
        external_id: null,
        name: `N${id}`,
        status: 'active',
        category_id: null,
      };
      return [id, { ...fields, id, price, tiers: text, track_stock: false, allow_backorder: false }];
    }),
  );
  const named = lines.map(({ product: { id }, quantity: units }) => ({
    product: sellable.get(id)!,
    quantity: units,
  }));
  const priced = priceLines(named, tablesInOrder(terms, orderTable));
  const seen = priced.map(({ product: { id }, price, milli, subtotalCents }, i) => ({
    ...{ productId: id, unitCents: price.unitCents, milli, subtotalCents },
    categoryIds: lines[i]!.product.categories,
  }));
  try {
    const discounts = discountsOf(terms, seen, { tags, hasOrdered }, used && 'oi');
    const subtotals = priced.map(({ subtotalCents }) => subtotalCents);
    const totals = totalsOf(
      subtotals,
      discounts.map(({ byLine }) => byLine),
      toCents(shipping),
    );
    expectSound(totals, discounts);
    return {
      lines: totals.lines.map(({ subtotal, discount: off }, i) => ({
        unit: priced[i]!.price.unitCents,
        subtotal,
        discount: off,
      })),
      discounts: discounts.map(({ cents }) => cents),
      total: totals.total,
    };
  } catch (error) {
    if (error instanceof ApiProblem) return error.code;
    throw error;
  }
}

const sum = (numbers: readonly bigint[]): bigint => numbers.reduce((a, b) => a + b, 0n);

/** What holds of every order, whatever it costs. */
function expectSound(totals: ReturnType<typeof totalsOf>, discounts: ReturnType<typeof discountsOf>): void {
  expect(sum(totals.lines.map(({ total }) => total)) + totals.shipping).toBe(totals.total);
  expect(totals.subtotal - totals.discount + totals.shipping).toBe(totals.total);
  expect(totals.lines.every(({ total, discount: off }) => total >= 0n && off >= 0n)).toBe(true);
  expect(totals.discount <= totals.subtotal).toBe(true);
  expect(sum(discounts.map(({ cents }) => cents))).toBe(totals.discount);
  for (const { cents, byLine } of discounts) expect([sum(byLine), cents > 0n]).toEqual([cents, true]);
}

it(`costs what exact arithmetic says, to the cent, in ${CARTS} carts`, { timeout: 120_000 }, () => {
  const seen = new Map<string, number>();
  const count = (what: string): unknown => seen.set(what, (seen.get(what) ?? 0) + 1);
  fc.assert(
    fc.property(cart, (one) => {
      const want = costsOf(one);
      expect(computed(one)).toEqual(want);
      count(typeof want === 'string' ? want : `${want.discounts.length} discounts`);
    }),
    { numRuns: CARTS },
  );
  // The carts are of every kind, so that what agrees has been tried.
  for (const kind of [
    '0 discounts',
    '1 discounts',
    '2 discounts',
    '3 discounts',
    'coupon_invalid',
    'coupon_exhausted',
  ])
    expect(seen.get(kind) ?? 0, kind).toBeGreaterThan(CARTS / 200);
});

it('shares an amount that sums exactly, no part more than its weight', () => {
  const weights = fc.array(fc.bigInt({ min: 0n, max: 999_999_999_999n }), { maxLength: 40 });
  const cases = weights.chain((all) => fc.tuple(fc.constant(all), fc.bigInt({ min: 0n, max: sum(all) })));
  fc.assert(
    fc.property(cases, ([all, amount]) => {
      const parts = share(amount, all);
      expect(parts).toEqual(shareOracle(amount, all));
      expect(sum(parts)).toBe(amount);
      expect(parts.every((part, i) => part >= 0n && part <= all[i]!)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
