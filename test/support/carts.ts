import fc from 'fast-check';
import type { CouponTerms, PriceTableTerms, PromotionTerms } from '../../server/orders/terms.ts';
import type { Cart, CartProduct } from './cart-oracle.ts';

// Carts of every kind: few products, tables and tags, so that prices, promotions and coupons often meet.

const PRODUCTS = [1, 2, 3, 4];
const TABLES = [1, 2, 3];
const CATEGORIES = [1, 2, 3];
const TAGS = ['vip', 'novo'];

/** A decimal number of up to `decimals` places, often a small one: there the rounding shows. */
const decimal = (most: number, decimals: number, least = 0) =>
  fc.oneof(
    fc.integer({ min: least * 10 ** decimals, max: 300 }).map((n) => n / 10 ** decimals),
    fc.integer({ min: least * 10 ** decimals, max: most * 10 ** decimals }).map((n) => n / 10 ** decimals),
  );
const money = decimal(100_000, 2);
const quantity = fc.oneof(decimal(1_000, 3), fc.integer({ min: 1, max: 30 })).map((n) => n || 1);
const some = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 });
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 2 });

const product = (id: number): fc.Arbitrary<CartProduct> =>
  fc.record({
    id: fc.constant(id),
    price: money.map((price) => price.toFixed(2)),
    categories: fc.subarray(CATEGORIES),
    tiers: fc.uniqueArray(
      fc.tuple(
        fc.constantFrom(...TABLES),
        fc.integer({ min: 0, max: 20 }).map((n) => n / 2),
        money,
      ),
      {
        maxLength: 5,
        selector: ([table, from]) => `${table} ${from}`,
      },
    ),
  });

const table = (id: number): fc.Arbitrary<PriceTableTerms> =>
  fc
    .record({
      kind: fc.constantFrom('fixed', 'percentage'),
      part: fc.integer({ min: -10_000, max: 20_000 }),
      is_default: fc.boolean(),
    })
    .map(({ kind, part, is_default }) => ({
      id,
      kind,
      percentage: kind === 'fixed' ? null : part / 100,
      is_default,
    }));

const percentage = fc.integer({ min: 1, max: 10_000 }).map((points) => points / 100);
const discount: fc.Arbitrary<PromotionTerms['discount']> = fc.oneof(
  percentage.map((part) => ({ type: 'percentage' as const, percentage: part })),
  decimal(5_000, 2, 0.01).map((amount) => ({ type: 'fixed_amount' as const, amount })),
  fc
    .record({
      buy_quantity: fc.integer({ min: 1, max: 4 }),
      get_quantity: fc.integer({ min: 1, max: 3 }),
      percentage: fc.option(percentage, { nil: undefined }),
    })
    .map(({ percentage: part, ...units }) => ({
      type: 'buy_x_get_y' as const,
      ...units,
      ...(part !== undefined && { percentage: part }),
    })),
);

const usage = {
  usage_limit: orNull(fc.integer({ min: 1, max: 9 })),
  usage_limit_per_customer: orNull(fc.integer({ min: 1, max: 9 })),
  times_used: fc.integer({ min: 0, max: 4 }),
  used_by_customer: fc.integer({ min: 0, max: 2 }),
};

const promotion = (id: number): fc.Arbitrary<PromotionTerms> =>
  fc.record({
    ...usage,
    id: fc.constant(id),
    name: fc.constant(`P${id}`),
    priority: fc.integer({ min: 0, max: 2 }),
    stackable: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.boolean()),
    discount,
    target: fc.oneof(
      fc.constant({ type: 'order' as const }),
      some(PRODUCTS).map((product_ids) => ({ type: 'products' as const, product_ids })),
      some(CATEGORIES).map((category_ids) => ({ type: 'categories' as const, category_ids })),
    ),
    conditions: fc.record(
      {
        min_amount: orNull(money),
        min_quantity: orNull(quantity),
        customer_tags: fc.subarray(TAGS),
        first_order: fc.boolean(),
      },
      { requiredKeys: ['customer_tags', 'first_order'] },
    ),
    by_coupon: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.boolean()),
  });

const coupon: fc.Arbitrary<CouponTerms> = fc
  .record({
    ...usage,
    status: fc.constantFrom('active', 'active', 'active', 'inactive'),
    holds: fc.constantFrom(true, true, true, false),
    own: fc.boolean(),
    discount,
    promotion_id: fc.integer({ min: 1, max: 4 }),
  })
  .map(({ own, discount: one, promotion_id, ...rest }) => ({
    ...{ ...rest, id: 1, code: 'OI', discount: own ? one : null, promotion_id: own ? null : promotion_id },
  }));

export const cart: fc.Arbitrary<Cart> = fc.tuple(...PRODUCTS.map(product)).chain((products) =>
  fc.record({
    lines: fc.array(fc.record({ product: fc.constantFrom(...products), quantity }), {
      minLength: 1,
      maxLength: 6,
    }),
    tables: fc.tuple(...TABLES.map(table)).chain((all) => fc.subarray(all)),
    orderTable: orNull(fc.constantFrom(...TABLES)),
    customer: fc.record({
      tags: fc.subarray(TAGS),
      table: orNull(fc.constantFrom(...TABLES)),
      hasOrdered: fc.boolean(),
    }),
    promotions: fc.tuple(...[1, 2, 3, 4].map(promotion)).chain((all) => fc.shuffledSubarray(all)),
    coupon: orNull(coupon),
    shipping: money,
  }),
);
