import fc from 'fast-check';
import type { Cart, CartChange, CartItem, Shop, ShopCoupon, ShopPriceTable, ShopPromotion } from './shop.ts';

// Random shops. They have few products, tables and tags, so that prices, promotions and coupons often meet, and rows that
// don't apply among those that do.

export const [PAST, NOW, FUTURE] = [
  '2020-01-01T00:00:00.000Z',
  '2026-01-01T00:00:00.000Z',
  '2999-01-01T00:00:00.000Z',
];
const PRODUCTS = [1, 2, 3, 4];
const CATEGORIES = [1, 2, 3, 4];
const TABLES = [1, 2, 3, 4];
const PROMOTIONS = [1, 2, 3, 4, 5];
const COUPONS = [1, 2, 3];
const TAGS = ['vip', 'novo'];
export const CARTS_PER_SHOP = 25;

/** A number with up to `decimals` decimals. Often a small number, where rounding makes a difference. */
const decimal = (most: number, decimals: number, least = 0) =>
  fc.oneof(
    fc.integer({ min: least * 10 ** decimals, max: 300 }).map((n) => n / 10 ** decimals),
    fc.integer({ min: least * 10 ** decimals, max: most * 10 ** decimals }).map((n) => n / 10 ** decimals),
  );
const money = decimal(100_000, 2);
/** Near the limit of 9 999 999 999.99. */
const dear = fc.integer({ min: 90_000_000_000, max: 999_999_999_999 }).map((cents) => cents / 100);
/** Of an invoice: up to 15 digits, 10 of them decimals. */
const fine = fc.oneof(
  decimal(1_000, 4),
  fc.integer({ min: 1, max: 1_000_000 }).map((units) => Number(`${units}e-10`)),
  fc.integer({ min: 1, max: 999_999_999_999_999 }).map((units) => Number(`${units}e-10`)),
  fc.integer({ min: 1, max: 999_999_999_999_999 }).map((units) => Number(`${units}e-6`)),
);
const price = fc.oneof(
  { weight: 25, arbitrary: money },
  { weight: 15, arbitrary: fine },
  { weight: 1, arbitrary: dear },
);
const quantity = fc
  .oneof(
    { weight: 30, arbitrary: decimal(1_000, 4) },
    { weight: 30, arbitrary: fc.integer({ min: 1, max: 30 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 999_999_999_999 }).map((n) => n / 1_000) },
  )
  .map((n) => n || 1);
const some = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 });
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 2 });
const mostly = <T>(often: T, seldom: T) =>
  fc.constantFrom(often, often, often, often, often, often, often, seldom);
const each = <T>(ids: readonly number[], one: (id: number) => fc.Arbitrary<T>) => fc.tuple(...ids.map(one));

const times = fc.constantFrom(
  ...[
    [null, null],
    [null, null],
    [null, null],
    [PAST, null],
    [null, FUTURE],
    [PAST, FUTURE],
    [FUTURE, null],
    [null, PAST],
  ].map(([starts_at, ends_at]) => ({ starts_at: starts_at!, ends_at: ends_at! })),
);
const validity = fc
  .tuple(times, mostly('active' as const, 'inactive' as const), mostly(null, PAST))
  .map(([period, status, deleted_at]) => ({ ...period, status, deleted_at }));

/** A child of an earlier category, or a root. */

const category = (id: number) =>
  fc.record({
    id: fc.constant(id),
    parent_id: id === 1 ? fc.constant(null) : orNull(fc.integer({ min: 1, max: id - 1 })),
  });

const product = (id: number) =>
  fc.record({ id: fc.constant(id), price, category_id: orNull(fc.constantFrom(...CATEGORIES)) });

const entries = fc.uniqueArray(
  fc.record({
    product_id: fc.constantFrom(...PRODUCTS),
    min_quantity: fc.oneof(
      fc.integer({ min: 0, max: 20 }).map((n) => n / 2),
      decimal(3, 4),
    ),
    price,
  }),
  { maxLength: 8, selector: ({ product_id, min_quantity }) => `${product_id} ${min_quantity}` },
);

/** Each has its own priority: two default tables with the same one can't be in effect at the same time. */
const priceTables: fc.Arbitrary<ShopPriceTable[]> = fc
  .shuffledSubarray(TABLES, { minLength: 4 })
  .chain((priorities) =>
    each(TABLES, (id) =>
      fc
        .record({
          validity,
          kind: fc.constantFrom('fixed' as const, 'percentage' as const),
          part: fc.integer({ min: -10_000, max: 100_000 }),
          small: fc.boolean(),
          is_default: fc.boolean(),
          entries,
        })
        .map(({ validity: valid, kind, part, small, entries: all, is_default }) => ({
          ...{ id, kind, is_default, priority: priorities[id - 1]!, ...valid },
          percentage: kind === 'fixed' ? null : (small ? part % 10_000 : part) / 100,
          entries: kind === 'fixed' ? all : [],
        })),
    ),
  );

const percentage = fc.oneof(
  fc.integer({ min: 1, max: 10_000 }).map((points) => points / 100),
  fc.constantFrom(10, 50, 100),
);
const discount: fc.Arbitrary<ShopPromotion['discount']> = fc.oneof(
  percentage.map((part) => ({ type: 'percentage' as const, percentage: part })),
  decimal(5_000, 2, 0.01).map((amount) => ({ type: 'fixed_amount' as const, amount })),
  fc
    .record({
      buy_quantity: fc.integer({ min: 1, max: 4 }),
      get_quantity: fc.integer({ min: 1, max: 3 }),
      percentage: fc.option(percentage, { nil: undefined }),
    })
    .map(({ percentage: part, ...units }) => ({
      ...{ type: 'buy_x_get_y' as const, ...units },
      ...(part !== undefined && { percentage: part }),
    })),
);

const usage = {
  usage_limit: orNull(fc.integer({ min: 1, max: 6 })),
  usage_limit_per_customer: orNull(fc.integer({ min: 1, max: 6 })),
  times_used: fc.integer({ min: 0, max: 3 }),
  used_by_customer: fc.integer({ min: 0, max: 2 }),
};

const promotion = (id: number): fc.Arbitrary<ShopPromotion> =>
  fc
    .record({
      ...usage,
      validity,
      priority: fc.integer({ min: 0, max: 2 }),
      stackable: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.boolean()),
      requires_coupon: fc.oneof({ weight: 2, arbitrary: fc.constant(false) }, fc.boolean()),
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
          first_order: mostly(false, true),
        },
        { requiredKeys: [] },
      ),
    })
    .map(({ validity: valid, ...rest }) => ({ id, ...rest, ...valid }));

/** A coupon has its own discount, or uses one of the promotions that require a coupon. */
const coupons = (openable: readonly number[]): fc.Arbitrary<ShopCoupon[]> =>
  each(COUPONS, (id) =>
    fc
      .record({
        ...usage,
        validity,
        discount,
        promotion_id: openable.length > 0 ? orNull(fc.constantFrom(...openable)) : fc.constant(null),
      })
      .map(({ validity: valid, ...rest }) => ({
        ...{ id, code: `Cupom-${id}`, ...rest, ...valid },
        discount: rest.promotion_id === null ? rest.discount : null,
      })),
  );

const customer = (tables: readonly ShopPriceTable[]) =>
  fc.record({
    tags: fc.subarray(TAGS),
    // A customer's price table can't be deleted.
    price_table_id: fc.constantFrom(
      null,
      ...tables.flatMap(({ id, deleted_at }) => (deleted_at === null ? [id] : [])),
    ),
    orders: fc.integer({ min: 0, max: 1 }),
  });

export const shop: fc.Arbitrary<Shop> = fc
  .tuple(priceTables, each(PROMOTIONS, promotion))
  .chain(([price_tables, promotions]) =>
    fc
      .record({
        now: fc.constant(NOW),
        categories: each(CATEGORIES, category),
        products: each(PRODUCTS, product),
        price_tables: fc.constant(price_tables),
        promotions: fc.constant(promotions),
        coupons: coupons(promotions.flatMap(({ id, requires_coupon }) => (requires_coupon ? [id] : []))),
        customer: customer(price_tables),
      })
      .map((made) => ({ ...made, promotions: made.promotions.map((one) => keptIfNamed(one, made.coupons)) })),
  );

/** A promotion that a coupon uses can't be deleted. */
const keptIfNamed = (one: ShopPromotion, all: readonly ShopCoupon[]): ShopPromotion =>
  all.some(({ promotion_id }) => promotion_id === one.id) ? { ...one, deleted_at: null } : one;

const codes = COUPONS.flatMap((id) => [`Cupom-${id}`, `CUPOM-${id}`, `cupom-${id}`]);

/** What was agreed to take off a line: a part of its subtotal, or now and then any amount, which may be too much. */
const agreedDiscount = (unitPrice: number, units: number): fc.Arbitrary<number> =>
  fc.oneof(
    {
      weight: 9,
      arbitrary: fc
        .integer({ min: 0, max: 100 })
        .map((part) => Math.floor(Math.min(unitPrice * units, 9e9) * part) / 100),
    },
    { weight: 1, arbitrary: decimal(100, 2) },
  );

const agreed = ({ quantity: units }: Pick<CartItem, 'quantity'>) =>
  price.chain((unit_price) =>
    fc.record(
      { unit_price: fc.constant(unit_price), discount: agreedDiscount(unit_price, units) },
      { requiredKeys: ['unit_price'] },
    ),
  );

const item: fc.Arbitrary<CartItem> = fc
  .record({ product_id: fc.constantFrom(...PRODUCTS), quantity })
  .chain((line) =>
    fc
      .oneof(
        { weight: 30, arbitrary: fc.constant({}) },
        { weight: 9, arbitrary: agreed(line) },
        { weight: 1, arbitrary: fc.constant({ discount: 1 }) },
      )
      .map((price) => ({ ...line, ...price })),
  );

const CHARGES = ['ipi', 'icms_st', 'fcp_st', 'insurance', 'handling', 'service', 'other'] as const;

/** For the whole order or a line, seldom for one that isn't there. */
const charge = (lines: number): fc.Arbitrary<Cart['charges'][number]> =>
  fc.record(
    {
      type: fc.constantFrom(...CHARGES),
      amount: fc.oneof({ weight: 60, arbitrary: money }, { weight: 1, arbitrary: dear }),
      description: fc.constantFrom(null, 'IPI 5 %'),
      item: fc.oneof(
        { weight: 20, arbitrary: fc.constant(null) },
        { weight: 60, arbitrary: fc.integer({ min: 0, max: lines - 1 }) },
        { weight: 1, arbitrary: fc.integer({ min: lines, max: lines + 1 }) },
      ),
    },
    { requiredKeys: ['type', 'amount'] },
  );

const charges = ({ items }: Pick<Cart, 'items'>) =>
  fc.oneof(fc.constant([]), fc.array(charge(items.length), { minLength: 1, maxLength: 5 }));

/** None, a few cents or more; seldom more than most carts cost. */
const orderDiscount: fc.Arbitrary<number> = fc.oneof(
  { weight: 8, arbitrary: fc.constant(0) },
  { weight: 10, arbitrary: fc.integer({ min: 1, max: 300 }).map((cents) => cents / 100) },
  { weight: 1, arbitrary: money },
);

const lines = fc.array(item, { minLength: 1, maxLength: 6 });

const priceTable = fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, fc.constantFrom(...TABLES));
const couponCode = fc.oneof(
  { weight: 8, arbitrary: fc.constant(null) },
  { weight: 4, arbitrary: fc.constantFrom(...codes) },
  { weight: 1, arbitrary: fc.constant('NENHUM') },
);

const cartWith = (items: Cart['items']): fc.Arbitrary<Cart> =>
  fc.record({
    items: fc.constant(items),
    price_table_id: priceTable,
    coupon_code: couponCode,
    agreed_discount: orderDiscount,
    shipping_amount: money,
    charges: charges({ items }),
  });
export const cart: fc.Arbitrary<Cart> = lines.chain(cartWith);

/** What is asked to change of an order after it was placed: one field or several, seldom those that say which prices there are. */
const cartChange = ({ items }: Cart): fc.Arbitrary<CartChange> =>
  fc
    .oneof(fc.constant(items), lines)
    .chain(cartWith)
    .chain((changed) => {
      const { price_table_id: _, coupon_code: __, ...amounts } = changed;
      const fields = mostly(amounts, changed);
      return fields.chain((some) =>
        fc
          .subarray(Object.keys(some), { minLength: 1 })
          .map((names) => Object.fromEntries(Object.entries(some).filter(([name]) => names.includes(name)))),
      );
    });

/** A cart, what is asked to change once it's placed, and another price of the first product by then. */
const changedCart = cart.chain((ordered) =>
  fc.record({
    ordered: fc.constant(ordered),
    changes: fc.array(cartChange(ordered), { minLength: 1, maxLength: 3 }),
    price,
  }),
);

export const shopWithCarts = fc.tuple(
  shop,
  fc.array(changedCart, { minLength: CARTS_PER_SHOP, maxLength: CARTS_PER_SHOP }),
);
