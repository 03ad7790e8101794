// What a cart costs, computed a second time by the contract's words alone: with exact fractions where the server has
// scaled integers, and by rank where it sorts. It takes nothing from the server but types.
import type { CouponTerms, PriceTableTerms, PromotionTerms } from '../../server/orders/terms.ts';

export interface Cart {
  readonly lines: readonly { readonly product: CartProduct; readonly quantity: number }[];
  readonly tables: readonly PriceTableTerms[];
  readonly orderTable: number | null;
  readonly customer: {
    readonly tags: readonly string[];
    readonly table: number | null;
    readonly hasOrdered: boolean;
  };
  readonly promotions: readonly PromotionTerms[];
  readonly coupon: CouponTerms | null;
  readonly shipping: number;
}

export interface CartProduct {
  readonly id: number;
  readonly price: string;
  /** Its category and those above it. */
  readonly categories: readonly number[];
  readonly tiers: readonly (readonly [table: number, minQuantity: number, price: number])[];
}

export interface Costs {
  readonly lines: readonly { readonly unit: bigint; readonly subtotal: bigint; readonly discount: bigint }[];
  readonly discounts: readonly bigint[];
  readonly total: bigint;
}

interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

function fraction(value: number | string): Fraction {
  const [whole = '', decimals = ''] = String(value).split('.');
  return { over: BigInt(whole + decimals), under: 10n ** BigInt(decimals.length) };
}

const times = (...all: Fraction[]): Fraction =>
  all.reduce((a, b) => ({ over: a.over * b.over, under: a.under * b.under }));
const isLess = (a: Fraction, b: Fraction): boolean => a.over * b.under < b.over * a.under;
const [HUNDREDTH, WHOLE] = [fraction('0.01'), fraction(100)];
const ofCents = (cents: bigint): Fraction => ({ over: cents, under: 100n });

/** Rounds half-up: one more when what is cut off is at least half. */
function toCents(amount: Fraction): bigint {
  const { over, under } = times(amount, WHOLE);
  return (over % under) * 2n >= under ? over / under + 1n : over / under;
}

const exact = (amount: number | string): bigint => toCents(fraction(amount));
const sum = (numbers: readonly bigint[]): bigint => numbers.reduce((a, b) => a + b, 0n);

function unitPrice({ tables, orderTable, customer }: Cart, product: CartProduct, quantity: number): bigint {
  const defaults = tables.filter((table) => table.is_default).map(({ id }) => id);
  for (const id of [orderTable, customer.table, ...defaults]) {
    const table = tables.find((each) => each.id === id);
    if (table?.kind === 'percentage') {
      const percentage = table.percentage ?? 0;
      const factor = fraction(Math.abs(percentage));
      const changed = {
        over: 100n * factor.under + BigInt(Math.sign(percentage)) * factor.over,
        under: factor.under,
      };
      return toCents(times(fraction(product.price), changed, HUNDREDTH));
    }
    const fitting = product.tiers.filter(
      ([of, from]) => of === id && !isLess(fraction(quantity), fraction(from)),
    );
    const best = fitting.find(([, from]) =>
      fitting.every(([, other]) => !isLess(fraction(from), fraction(other))),
    );
    if (table && best) return exact(best[2]);
  }
  return exact(product.price);
}

/** Largest remainder by rank: a line gets a cent more when fewer lines come before it than there are cents left. */
export function shareOracle(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = sum(weights);
  if (whole === 0n) return weights.map(() => 0n);
  const left = amount - sum(weights.map((weight) => (amount * weight) / whole));
  const rest = (i: number): bigint => (amount * weights[i]!) % whole;
  return weights.map((weight, i) => {
    const before = weights.filter((_, j) => rest(j) > rest(i) || (rest(j) === rest(i) && j < i)).length;
    return (amount * weight) / whole + (BigInt(before) < left ? 1n : 0n);
  });
}

interface PricedLine {
  readonly product: CartProduct;
  readonly quantity: number;
  readonly unit: bigint;
  readonly subtotal: bigint;
}
type Offer = Pick<PromotionTerms, 'discount' | 'target' | 'conditions'>;

const isAimedAt = ({ target }: Offer, { product }: PricedLine): boolean => {
  if (target.type === 'products') return target.product_ids!.includes(product.id);
  if (target.type === 'categories') return product.categories.some((id) => target.category_ids!.includes(id));
  return true;
};

function isFit(offer: Offer, lines: readonly PricedLine[], { tags, hasOrdered }: Cart['customer']): boolean {
  const { min_amount, min_quantity, customer_tags = [], first_order } = offer.conditions;
  const aimed = lines.filter((line) => isAimedAt(offer, line));
  const amount = ofCents(sum(aimed.map(({ subtotal }) => subtotal)));
  const units = aimed.reduce((all, { quantity }) => {
    const more = fraction(quantity);
    return { over: all.over * more.under + more.over * all.under, under: all.under * more.under };
  }, fraction(0));
  return (
    aimed.length > 0 &&
    !isLess(amount, fraction(min_amount ?? 0)) &&
    !isLess(units, fraction(min_quantity ?? 0)) &&
    (customer_tags.length === 0 || customer_tags.some((tag) => tags.includes(tag))) &&
    !(first_order && hasOrdered)
  );
}

/** What an offer takes off each line of what is left of it. */
function takenOff(offer: Offer, lines: readonly PricedLine[], rests: readonly bigint[]): bigint[] {
  const { type, percentage, amount, buy_quantity = 0, get_quantity = 0 } = offer.discount;
  const aimed = rests.map((rest, i) => (isAimedAt(offer, lines[i]!) ? rest : 0n));
  if (type === 'fixed_amount') {
    const wanted = exact(amount!);
    return shareOracle(wanted < sum(aimed) ? wanted : sum(aimed), aimed);
  }
  if (type === 'percentage')
    return shareOracle(toCents(times(ofCents(sum(aimed)), fraction(percentage!), HUNDREDTH)), aimed);
  return lines.map(({ quantity, unit }, i) => {
    const groups = Math.floor(Math.floor(quantity) / (buy_quantity + get_quantity));
    const cheaper = times(
      ofCents(unit),
      fraction(groups * get_quantity),
      fraction(percentage ?? 100),
      HUNDREDTH,
    );
    return toCents(cheaper) < aimed[i]! ? toCents(cheaper) : aimed[i]!;
  });
}

const isUsedUp = (one: PromotionTerms | CouponTerms): boolean =>
  one.times_used >= (one.usage_limit ?? Number.POSITIVE_INFINITY) ||
  one.used_by_customer >= (one.usage_limit_per_customer ?? Number.POSITIVE_INFINITY);

/** What the cart costs, or why its coupon is refused. */
export function costsOf(cart: Cart): Costs | 'coupon_invalid' | 'coupon_exhausted' {
  const lines = cart.lines.map((line): PricedLine => {
    const unit = unitPrice(cart, line.product, line.quantity);
    return { ...line, unit, subtotal: toCents(times(ofCents(unit), fraction(line.quantity))) };
  });
  let rests = lines.map(({ subtotal }) => subtotal);
  const discounts: bigint[] = [];
  const apply = (offer: Offer): boolean => {
    const taken = takenOff(offer, lines, rests);
    if (sum(taken) === 0n) return false;
    rests = rests.map((rest, i) => rest - taken[i]!);
    discounts.push(sum(taken));
    return true;
  };

  let waiting = cart.promotions.filter(
    (one) => !one.by_coupon && !isUsedUp(one) && isFit(one, lines, cart.customer),
  );
  while (waiting.length > 0) {
    const next = waiting.reduce((a, b) =>
      b.priority > a.priority || (b.priority === a.priority && b.id < a.id) ? b : a,
    );
    const first = discounts.length === 0;
    waiting = waiting.filter((one) => one !== next);
    if (apply(next) && first) waiting = next.stackable ? waiting.filter(({ stackable }) => stackable) : [];
  }

  const { coupon } = cart;
  if (coupon) {
    if (coupon.status !== 'active' || !coupon.holds) return 'coupon_invalid';
    if (isUsedUp(coupon)) return 'coupon_exhausted';
    const opened = cart.promotions.find(({ id }) => id === coupon.promotion_id);
    const own = coupon.discount && {
      discount: coupon.discount,
      target: { type: 'order' as const },
      conditions: {},
    };
    if (!own && !opened) return 'coupon_invalid';
    if (!own && opened && isUsedUp(opened)) return 'coupon_exhausted';
    const offer = own ?? opened!;
    if (!isFit(offer, lines, cart.customer) || !apply(offer)) return 'coupon_invalid';
  }
  const total = sum(rests) + exact(cart.shipping);
  return {
    lines: lines.map(({ unit, subtotal }, i) => ({ unit, subtotal, discount: subtotal - rests[i]! })),
    discounts,
    total,
  };
}
