import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate } from '../../../server/trade/pricing/rules/allocate.ts';
import { allocateOracle } from '../../programs/oracle/exact-oracle.ts';
import { ORACLES } from '../../programs/oracle/oracles.ts';
import { quoteInProcess } from '../../programs/oracle/quote-in-process.ts';
import type { Cart, CartItem, Expected, Shop } from '../../programs/oracle/shop.ts';
import { cart, shop } from '../../programs/oracle/shop-arbitraries.ts';

/** Carts priced by the pure functions alone, at 0.5 ms each; `npm run program oracle` sets 10 000. */
const PURE_CARTS = Math.max(Number(process.env.TRADEPOST_ORACLE_CARTS ?? 0), 2_500);
/** Random in each run; a failure prints it. */
const SEED = Number(process.env.TRADEPOST_ORACLE_SEED ?? Math.trunc(Math.random() * 2 ** 31));

const kindOf = (response: Expected): string =>
  'refused' in response ? response.refused : `${Math.min(response.discounts.length, 3)} discounts`;

const agreedBesideComputed = ({ items }: Cart): boolean =>
  items.some(
    (one) =>
      one.unit_price !== undefined &&
      items.some(({ product_id, unit_price }) => product_id === one.product_id && unit_price === undefined),
  );

describe.each(ORACLES)('compared with the oracle "%s"', (_, oracle) => {
  it(`prices ${PURE_CARTS} carts to the cent`, { timeout: 600_000 }, () => {
    const seen = new Map<string, number>();
    const count = (what: string): unknown => seen.set(what, (seen.get(what) ?? 0) + 1);
    fc.assert(
      fc.property(shop, cart, (one, ordered) => {
        const want = oracle(one, ordered);
        expect(quoteInProcess(one, ordered)).toEqual(want);
        count(kindOf(want));
        if ('refused' in want) return;
        if (new Set(ordered.items.map(({ product_id }) => product_id)).size < ordered.items.length)
          count('split product');
        if (agreedBesideComputed(ordered)) count('agreed and computed lines of a product');
        if (ordered.items.some(({ discount }) => discount)) count('agreed discount');
        if (ordered.agreed_discount > 0) count('order discount');
        if (ordered.charges.some(({ item }) => typeof item === 'number')) count('charge of a line');
        if (want.discounts.some(({ amount }) => amount === 0)) count('coupon with nothing left');
        for (const { price_source } of want.items) count(price_source.type);
      }),
      { numRuns: PURE_CARTS, seed: SEED },
    );
    // Agreement proves something only if every kind of cart occurred.
    const kinds = [
      ...['0 discounts', '1 discounts', '2 discounts', '3 discounts', 'split product'],
      ...[
        'coupon_invalid',
        'coupon_exhausted',
        'invalid_reference',
        'amount_out_of_range',
        'invalid_request',
      ],
      ...['order_price_table', 'customer_price_table', 'default_price_table', 'product', 'agreed'],
      ...[
        'order discount',
        'charge of a line',
        'coupon with nothing left',
        'agreed and computed lines of a product',
        'agreed discount',
      ],
    ];
    for (const kind of kinds) expect(seen.get(kind) ?? 0, kind).toBeGreaterThan(PURE_CARTS / 1_000);
  });
});

/** The same cart with one computed line per product, the last product first, behind the lines at agreed prices. */
const joined = (items: readonly CartItem[]): CartItem[] => {
  const isComputed = ({ unit_price, discount }: CartItem) => (unit_price ?? discount) === undefined;
  const quantities = new Map<number, number>();
  for (const { product_id, quantity } of items.filter(isComputed))
    quantities.set(product_id, (quantities.get(product_id) ?? 0) + quantity);
  const computed = [...quantities].map(([product_id, quantity]) => ({ product_id, quantity }));
  return [...items.filter((item) => !isComputed(item)), ...computed.reverse()];
};

/** The same shop without prices finer than a cent, at which a whole unit has a fraction to round. */
const inCents = (one: Shop): Shop => {
  const rounded = <T extends { readonly price: number }>(row: T): T => ({
    ...row,
    price: Math.round(row.price * 100) / 100,
  });
  const price_tables = one.price_tables.map((table) => ({ ...table, entries: table.entries.map(rounded) }));
  return { ...one, products: one.products.map(rounded), price_tables };
};

it('charges the same for whole units at prices in cents, whatever the split and the sequence of the lines', () => {
  const whole = cart.map((one) => ({
    ...one,
    items: one.items.map((item) => ({ ...item, quantity: Math.ceil(item.quantity) })),
    charges: [],
  }));
  const cost = (response: Expected): unknown =>
    'refused' in response ? response : [response.subtotal, response.discounts, response.total];
  fc.assert(
    fc.property(shop.map(inCents), whole, (one, split) => {
      const inOne = { ...split, items: joined(split.items) };
      expect(cost(quoteInProcess(one, split))).toEqual(cost(quoteInProcess(one, inOne)));
    }),
    { numRuns: 1_000, seed: SEED },
  );
});

it('allocates parts that sum to the amount exactly, none greater than its weight', () => {
  const sum = (numbers: readonly bigint[]): bigint => numbers.reduce((a, b) => a + b, 0n);
  const weights = fc.array(fc.bigInt({ min: 0n, max: 999_999_999_999n }), { maxLength: 40 });
  const cases = weights.chain((all) => fc.tuple(fc.constant(all), fc.bigInt({ min: 0n, max: sum(all) })));
  fc.assert(
    fc.property(cases, ([all, amount]) => {
      const parts = allocate(amount, all);
      expect(parts).toEqual(allocateOracle(amount, all));
      expect(sum(parts)).toBe(amount);
      expect(parts.every((part, i) => part >= 0n && part <= all[i]!)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
