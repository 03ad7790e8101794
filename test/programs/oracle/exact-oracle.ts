// A second computation of an order's totals, from the contract alone. It uses exact fractions where the server has scaled
// integers, ranks where the server sorts, and none of the server's code.
import type { Amounts, Cart, CartItem, Oracle, Refused, Shop, ShopCoupon, ShopPromotion } from './shop.ts';

interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

function fraction(value: number | string): Fraction {
  const [digits = '', exponent = '0'] = String(value).split('e-');
  const [whole = '', decimals = ''] = digits.split('.');
  return {
    numerator: BigInt(whole + decimals),
    denominator: 10n ** BigInt(decimals.length + Number(exponent)),
  };
}

const times = (...all: Fraction[]): Fraction =>
  all.reduce((a, b) => ({
    numerator: a.numerator * b.numerator,
    denominator: a.denominator * b.denominator,
  }));
const isLessThan = (a: Fraction, b: Fraction): boolean =>
  a.numerator * b.denominator < b.numerator * a.denominator;
const [HUNDREDTH, WHOLE] = [fraction('0.01'), fraction(100)];
const ofCents = (cents: bigint): Fraction => ({ numerator: cents, denominator: 100n });

/** The whole number next to a fraction, half up. */
const nearest = ({ numerator, denominator }: Fraction): bigint =>
  (numerator % denominator) * 2n >= denominator ? numerator / denominator + 1n : numerator / denominator;

/** Rounds half up. */
const toCents = (amount: Fraction): bigint => nearest(times(amount, WHOLE));

const exact = (amount: number | string): bigint => toCents(fraction(amount));
const sum = (numbers: readonly bigint[]): bigint => numbers.reduce((a, b) => a + b, 0n);

/** Largest remainder by rank: a line gets one more cent if fewer lines rank before it than there are cents left. */
export function allocateOracle(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = sum(weights);
  if (whole === 0n) return weights.map(() => 0n);
  const left = amount - sum(weights.map((weight) => (amount * weight) / whole));
  const rest = (i: number): bigint => (amount * weights[i]!) % whole;
  return weights.map((weight, i) => {
    const before = weights.filter((_, j) => rest(j) > rest(i) || (rest(j) === rest(i) && j < i)).length;
    return (amount * weight) / whole + (BigInt(before) < left ? 1n : 0n);
  });
}

const plus = (a: Fraction, b: Fraction): Fraction => ({
  numerator: a.numerator * b.denominator + b.numerator * a.denominator,
  denominator: a.denominator * b.denominator,
});
const MAX_CENTS = exact('9999999999.99');
const toNumber = (cents: bigint): number => Number(cents) / 100;

interface Validity {
  readonly status: string;
  readonly starts_at: string | null;
  readonly ends_at: string | null;
  readonly deleted_at: string | null;
}

const applies = ({ status, starts_at, ends_at, deleted_at }: Validity, now: string): boolean =>
  status === 'active' &&
  deleted_at === null &&
  !(starts_at !== null && now < starts_at) &&
  !(ends_at !== null && ends_at <= now);

type Source = Amounts['items'][number]['price_source'];
type Product = Shop['products'][number];

/** The tables to try, in order, each with its role; null where a role has no table. */
function candidateTables(
  { price_tables, customer }: Shop,
  orderTableId: number | null,
): [Source['type'], number | null][] {
  const defaults = price_tables
    .filter(({ is_default }) => is_default)
    .toSorted((a, b) => b.priority - a.priority || a.id - b.id);
  return [
    ['order_price_table', orderTableId],
    ['customer_price_table', customer.price_table_id],
    ...defaults.map(({ id }): [Source['type'], number] => ['default_price_table', id]),
  ];
}

function unitPrice(
  shop: Shop,
  product: Product,
  quantity: Fraction,
  orderTableId: number | null,
): [Fraction, Source] {
  for (const [type, id] of candidateTables(shop, orderTableId)) {
    const table = shop.price_tables.find((each) => each.id === id);
    if (!table || !applies(table, shop.now)) continue;
    const price =
      table.kind === 'percentage'
        ? percentagePrice(product.price, table.percentage!)
        : entryPrice(table.entries, product.id, quantity);
    if (price !== undefined) return [price, { type, price_table_id: table.id }];
  }
  return [fraction(product.price), { type: 'product', price_table_id: null }];
}

const powerOfTen = (exponent: number): Fraction => ({ numerator: 10n ** BigInt(exponent), denominator: 1n });
const isWhole = ({ numerator, denominator }: Fraction): boolean => numerator % denominator === 0n;

/** How often a number has to be multiplied by ten to be whole, at least twice. */
const decimalsOf = (value: Fraction, decimals = 2): number =>
  isWhole(times(value, powerOfTen(decimals))) ? decimals : decimalsOf(value, decimals + 1);

/** Half up to some decimals, and to fewer if there would be more than 15 digits. */
function roundedTo(value: Fraction, decimals: number): Fraction {
  const units = nearest(times(value, powerOfTen(decimals)));
  const digits = String(units).replace(/0+$/, '').length;
  if (digits > 15 && decimals > 2) return roundedTo(value, decimals - 1);
  return { numerator: units, denominator: 10n ** BigInt(decimals) };
}

function percentagePrice(price: number, percentage: number): Fraction {
  const { numerator, denominator } = fraction(Math.abs(percentage));
  const changed = { numerator: 100n * denominator + BigInt(Math.sign(percentage)) * numerator, denominator };
  return roundedTo(times(fraction(price), changed, HUNDREDTH), decimalsOf(fraction(price)));
}

function entryPrice(
  entries: Shop['price_tables'][number]['entries'],
  productId: number,
  quantity: Fraction,
): Fraction | undefined {
  const reached = entries.filter(
    ({ product_id, min_quantity }) =>
      product_id === productId && !isLessThan(quantity, fraction(min_quantity)),
  );
  const best = reached.find((one) =>
    reached.every((other) => !isLessThan(fraction(one.min_quantity), fraction(other.min_quantity))),
  );
  return best && fraction(best.price);
}

interface PricedLine {
  readonly product: Product;
  readonly quantity: Fraction;
  readonly unit: Fraction;
  readonly source: Source;
  readonly subtotal: bigint;
  readonly agreed: boolean;
}
type Offer = Pick<ShopPromotion, 'discount' | 'target' | 'conditions'>;

const quantityOf = (lines: readonly { readonly quantity: Fraction }[]): Fraction =>
  lines.reduce((all, { quantity }) => plus(all, quantity), fraction(0));

function pricedLines(shop: Shop, { items, price_table_id }: Cart): PricedLine[] {
  const lines = items.map(({ product_id, quantity, unit_price }) => ({
    product: shop.products.find(({ id }) => id === product_id)!,
    quantity: fraction(quantity),
    unit_price,
  }));
  const computed = lines.filter(({ unit_price }) => unit_price === undefined);
  return lines.map(({ product, quantity, unit_price }): PricedLine => {
    const whole = quantityOf(computed.filter((line) => line.product === product));
    const [unit, source]: [Fraction, Source] =
      unit_price === undefined
        ? unitPrice(shop, product, whole, price_table_id)
        : [fraction(unit_price), { type: 'agreed', price_table_id: null }];
    const subtotal = toCents(times(unit, quantity));
    return { product, quantity, unit, source, subtotal, agreed: unit_price !== undefined };
  });
}

/** Whether a line's agreed discount has no agreed price, or exceeds what the line costs. */
const isContradictory = ({ quantity, unit_price, discount }: CartItem): boolean =>
  discount !== undefined &&
  (unit_price === undefined || toCents(times(fraction(unit_price), fraction(quantity))) < exact(discount));

/** Whether a charge names a line that the cart doesn't have. */
const namesNoLine = ({ items, charges }: Cart): boolean =>
  charges.some(({ item }) => (item ?? 0) >= items.length);

/** A category and its ancestors. */
function categoryPath(categories: Shop['categories'], categoryId: number | null): number[] {
  const category = categories.find(({ id }) => id === categoryId);
  return category ? [category.id, ...categoryPath(categories, category.parent_id)] : [];
}

function isTargeted(shop: Shop, { target }: Offer, { product, agreed }: PricedLine): boolean {
  if (agreed) return false;
  if (target.type === 'products') return target.product_ids!.includes(product.id);
  if (target.type === 'categories')
    return categoryPath(shop.categories, product.category_id).some((id) => target.category_ids!.includes(id));
  return true;
}

function isEligible(shop: Shop, offer: Offer, lines: readonly PricedLine[]): boolean {
  const { min_amount, min_quantity, customer_tags = [], first_order } = offer.conditions;
  const { tags, orders } = shop.customer;
  const targeted = lines.filter((line) => isTargeted(shop, offer, line));
  const amount = ofCents(sum(targeted.map(({ subtotal }) => subtotal)));
  return (
    targeted.length > 0 &&
    !isLessThan(amount, fraction(min_amount ?? 0)) &&
    !isLessThan(quantityOf(targeted), fraction(min_quantity ?? 0)) &&
    (customer_tags.length === 0 || customer_tags.some((tag) => tags.includes(tag))) &&
    !(first_order && orders > 0)
  );
}

/** A discount on each of the targeted lines, at most the rest of the line. */
function discountByLine(
  shop: Shop,
  discount: Offer['discount'],
  lines: readonly PricedLine[],
  targeted: readonly boolean[],
  remaining: readonly bigint[],
): bigint[] {
  const products = shop.products
    .filter((product) => lines.some((line, i) => targeted[i] && line.product === product))
    .toSorted((a, b) => a.id - b.id);
  const remainingOf = (product: Product): bigint[] =>
    remaining.map((rest, i) => (targeted[i] && lines[i]!.product === product ? rest : 0n));
  const taken = discountByProduct(
    discount,
    products.map((product) => lines.filter((line, i) => targeted[i] && line.product === product)),
    products.map((product) => sum(remainingOf(product))),
  );
  const shares = products.map((product, p) => allocateOracle(taken[p]!, remainingOf(product)));
  return lines.map((_, i) => sum(shares.map((share) => share[i]!)));
}

function discountByProduct(
  discount: Offer['discount'],
  lines: readonly PricedLine[][],
  remaining: readonly bigint[],
): bigint[] {
  const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
  if (discount.type === 'fixed_amount')
    return allocateOracle(min(exact(discount.amount), sum(remaining)), remaining);
  if (discount.type === 'percentage')
    return allocateOracle(
      toCents(times(ofCents(sum(remaining)), fraction(discount.percentage), HUNDREDTH)),
      remaining,
    );
  const { buy_quantity, get_quantity, percentage = 100 } = discount;
  return lines.map((ofProduct, p) => {
    const { numerator, denominator } = quantityOf(ofProduct);
    const groups = numerator / (denominator * BigInt(buy_quantity + get_quantity));
    const units = { numerator: groups * BigInt(get_quantity), denominator: 1n };
    const free = times(units, ofProduct[0]!.unit);
    return min(toCents(times(free, fraction(percentage), HUNDREDTH)), remaining[p]!);
  });
}

const isExhausted = (one: ShopPromotion | ShopCoupon): boolean =>
  one.times_used >= (one.usage_limit ?? Number.POSITIVE_INFINITY) ||
  one.used_by_customer >= (one.usage_limit_per_customer ?? Number.POSITIVE_INFINITY);

/** The offer of the cart's coupon, or the reason why it is refused. */
function couponOffer(
  shop: Shop,
  code: string,
  lines: readonly PricedLine[],
): { coupon: ShopCoupon; offer: Offer } | Refused {
  const coupon = shop.coupons.find(
    (one) => one.deleted_at === null && one.code.toLowerCase() === code.toLowerCase(),
  );
  if (!coupon || !applies(coupon, shop.now)) return { refused: 'coupon_invalid' };
  if (isExhausted(coupon)) return { refused: 'coupon_exhausted' };
  if (coupon.discount)
    return { coupon, offer: { discount: coupon.discount, target: { type: 'order' }, conditions: {} } };
  const promotion = shop.promotions.find(({ id }) => id === coupon.promotion_id);
  if (!promotion || !applies(promotion, shop.now)) return { refused: 'coupon_invalid' };
  if (isExhausted(promotion)) return { refused: 'coupon_exhausted' };
  return isEligible(shop, promotion, lines) ? { coupon, offer: promotion } : { refused: 'coupon_invalid' };
}

/** The cart's amounts, or the reason why it is refused. */
export const exactOracle: Oracle = (shop, cart) => {
  if (cart.items.some(isContradictory) || namesNoLine(cart)) return { refused: 'invalid_request' };
  const named = shop.price_tables.find(({ id }) => id === cart.price_table_id);
  if (cart.price_table_id !== null && !(named && applies(named, shop.now)))
    return { refused: 'invalid_reference' };
  const lines = pricedLines(shop, cart);
  const subtotals = lines.map(({ subtotal }) => subtotal);
  if (lines.some(({ unit }) => isLessThan(ofCents(MAX_CENTS), unit)) || sum(subtotals) > MAX_CENTS)
    return { refused: 'amount_out_of_range' };

  let remaining = subtotals.map((subtotal, i) => subtotal - exact(cart.items[i]!.discount ?? 0));
  const discounts: Amounts['discounts'][number][] = [];
  const apply = (
    offer: Offer,
    named: Pick<Amounts['discounts'][number], 'type' | 'promotion_id' | 'coupon_id'>,
    evenZero: boolean,
  ): boolean => {
    const targeted = lines.map((line) => isTargeted(shop, offer, line));
    const taken = discountByLine(shop, offer.discount, lines, targeted, remaining);
    if (sum(taken) === 0n && !evenZero) return false;
    remaining = remaining.map((rest, i) => rest - taken[i]!);
    discounts.push({ ...named, amount: toNumber(sum(taken)) });
    return true;
  };

  const tried = shop.promotions
    .filter((one) => applies(one, shop.now) && !one.requires_coupon)
    .toSorted((a, b) => b.priority - a.priority || a.id - b.id)
    .slice(0, 100);
  let candidates = tried.filter((one) => !isExhausted(one) && isEligible(shop, one, lines));
  while (candidates.length > 0) {
    const next = candidates.reduce((a, b) =>
      b.priority > a.priority || (b.priority === a.priority && b.id < a.id) ? b : a,
    );
    const first = discounts.length === 0;
    candidates = candidates.filter((one) => one !== next);
    if (apply(next, { type: 'promotion', promotion_id: next.id, coupon_id: null }, false) && first)
      candidates = next.stackable ? candidates.filter(({ stackable }) => stackable) : [];
  }

  if (cart.coupon_code !== null) {
    const found = couponOffer(shop, cart.coupon_code, lines);
    if ('refused' in found) return found;
    const { coupon, offer } = found;
    apply(offer, { type: 'coupon', promotion_id: coupon.promotion_id, coupon_id: coupon.id }, true);
  }

  if (exact(cart.agreed_discount) > sum(remaining)) return { refused: 'invalid_request' };
  const agreed = { type: 'fixed_amount' as const, amount: cart.agreed_discount };
  const everyLine = lines.map(() => true);
  const orderDiscounts = discountByLine(shop, agreed, lines, everyLine, remaining);
  remaining = remaining.map((rest, i) => rest - orderDiscounts[i]!);

  const shipping = exact(cart.shipping_amount);
  const charges = sum(cart.charges.map(({ amount }) => exact(amount)));
  const total = sum(remaining) + shipping + charges;
  if (total > MAX_CENTS) return { refused: 'amount_out_of_range' };
  return {
    items: lines.map(({ unit, source, subtotal }, i) => ({
      unit_price: Number(`${times(unit, powerOfTen(10)).numerator / unit.denominator}e-10`),
      price_source: source,
      subtotal: toNumber(subtotal),
      discount: toNumber(subtotal - remaining[i]!),
      order_discount: toNumber(orderDiscounts[i]!),
      total: toNumber(remaining[i]!),
    })),
    discounts,
    subtotal: toNumber(sum(subtotals)),
    discount_total: toNumber(sum(subtotals) - sum(remaining)),
    agreed_discount: cart.agreed_discount,
    shipping_amount: toNumber(shipping),
    charges: cart.charges.map((charge) => ({ description: null, item: null, ...charge })),
    charges_total: toNumber(charges),
    total: toNumber(total),
  };
};
