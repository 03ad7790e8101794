// A second computation of an order's totals, written from the guide "How a total is computed" alone. It
// keeps a ledger: every line is debited with its subtotal, every discount is posted to the lines as credits, and later
// steps read what they need from the postings.
import {
  allocate,
  CENT,
  divideHalfUp,
  HUNDRED_PERCENT,
  hundredthsOfPercent,
  LINE_UNITS,
  min,
  scaledInteger,
  sum,
  toAmount,
  toCents,
  toPrice,
  toQuantityUnits,
  UNIT,
} from './ledger-money.ts';
import { byPriorityThenId, isInEffect, type Line, linesOf, Refusal } from './ledger-prices.ts';
import type { Amounts, Cart, Oracle, Shop, ShopCoupon, ShopPromotion } from './shop.ts';

const MAX_CENTS = 999_999_999_999n;

type Discount = ShopPromotion['discount'];
type FreeUnits = Extract<Discount, { readonly type: 'buy_x_get_y' }>;
type Target = ShopPromotion['target'];
type DiscountEntry = Amounts['discounts'][number];

/** A discount on a line, in cents. */
interface Credit {
  readonly lineIndex: number;
  readonly cents: bigint;
  readonly isOrderDiscount?: true;
}

interface Ledger {
  readonly shop: Shop;
  readonly lines: readonly Line[];
  /** Every line's subtotal. */
  readonly debits: readonly bigint[];
  readonly credits: Credit[];
  readonly discounts: DiscountEntry[];
}

/** A discount's lines of one product, and their amount after earlier discounts. */
interface ProductAccount {
  readonly lines: readonly Line[];
  readonly remaining: bigint;
}

const requireInRange = (cents: bigint): bigint => {
  if (cents > MAX_CENTS) throw new Refusal('amount_out_of_range');
  return cents;
};

// Step 2 of the guide: the subtotals, and what was agreed to take off them

const openLedger = (shop: Shop, cart: Cart): Ledger => {
  const lines = linesOf(shop, cart);
  const debits = lines.map(({ quantity, unitPrice: { price } }) => {
    if (price > MAX_CENTS * CENT) throw new Refusal('amount_out_of_range');
    return requireInRange(divideHalfUp(price * quantity, LINE_UNITS));
  });
  requireInRange(sum(debits));
  const credits = lines.map(({ lineIndex, agreedDiscount }) => ({ lineIndex, cents: agreedDiscount ?? 0n }));
  return { shop, lines, debits, credits, discounts: [] };
};

const creditsByLine = (lines: readonly Line[], credits: readonly Credit[]): bigint[] => {
  const totals = lines.map(() => 0n);
  for (const { lineIndex, cents } of credits) totals[lineIndex]! += cents;
  return totals;
};

const remainingByLine = (ledger: Ledger): bigint[] =>
  creditsByLine(ledger.lines, ledger.credits).map((taken, lineIndex) => ledger.debits[lineIndex]! - taken);

// Step 4 of the guide: target and conditions

/** The category and its ancestors. Stops at a category that it has seen: that would be a cycle. */
const categoryPath = (shop: Shop, id: number | null): number[] => {
  const path: number[] = [];
  for (let at = id; at !== null && !path.includes(at); ) {
    path.push(at);
    at = shop.categories.find((category) => category.id === at)?.parent_id ?? null;
  }
  return path;
};

const isInTarget = (shop: Shop, target: Target, { product, agreedDiscount }: Line): boolean => {
  if (agreedDiscount !== null) return false;
  if (target.type === 'order') return true;
  if (target.type === 'products') return target.product_ids?.includes(product.id) ?? false;
  return categoryPath(shop, product.category_id).some((id) => target.category_ids?.includes(id));
};

const linesInTarget = ({ shop, lines }: Ledger, target: Target): Line[] =>
  lines.filter((line) => isInTarget(shop, target, line));

const isCustomerEligible = ({ customer }: Shop, conditions: ShopPromotion['conditions']): boolean => {
  const tags = conditions.customer_tags ?? [];
  const isTagged = tags.length === 0 || tags.some((tag) => customer.tags.includes(tag));
  return isTagged && !(conditions.first_order && customer.orders > 0);
};

const isEligible = (ledger: Ledger, { target, conditions }: ShopPromotion): boolean => {
  const lines = linesInTarget(ledger, target);
  const amount = sum(lines.map(({ lineIndex }) => ledger.debits[lineIndex]!));
  const quantity = sum(lines.map((line) => line.quantity));
  return (
    lines.length > 0 &&
    amount >= toCents(conditions.min_amount ?? 0) &&
    quantity >= toQuantityUnits(conditions.min_quantity ?? 0) &&
    isCustomerEligible(ledger.shop, conditions)
  );
};

// Step 5 of the guide: the amount of a discount

const accountsOf = (ledger: Ledger, targeted: readonly Line[]): ProductAccount[] => {
  const remaining = remainingByLine(ledger);
  const products = new Set(targeted.map((line) => line.product.id));
  return [...products]
    .sort((a, b) => a - b)
    .map((id) => {
      const lines = targeted.filter((line) => line.product.id === id);
      return { lines, remaining: sum(lines.map(({ lineIndex }) => remaining[lineIndex]!)) };
    });
};

const freeUnitsDiscount = ({ lines, remaining }: ProductAccount, discount: FreeUnits): bigint => {
  const free = scaledInteger(discount.get_quantity, 0);
  const paid = scaledInteger(discount.buy_quantity, 0);
  const groups = sum(lines.map((line) => line.quantity)) / ((paid + free) * UNIT);
  const percentage = hundredthsOfPercent(discount.percentage ?? 100);
  const worth = groups * free * lines[0]!.unitPrice.price;
  return min(divideHalfUp(worth * percentage, HUNDRED_PERCENT * CENT), remaining);
};

const discountByProduct = (accounts: readonly ProductAccount[], discount: Discount): bigint[] => {
  if (discount.type === 'buy_x_get_y') return accounts.map((account) => freeUnitsDiscount(account, discount));
  const weights = accounts.map((account) => account.remaining);
  const all = sum(weights);
  const amount =
    discount.type === 'percentage'
      ? divideHalfUp(all * hundredthsOfPercent(discount.percentage), HUNDRED_PERCENT)
      : min(toCents(discount.amount), all);
  return allocate(amount, weights);
};

const creditsFor = (ledger: Ledger, discount: Discount, targeted: readonly Line[]): Credit[] => {
  const remaining = remainingByLine(ledger);
  const accounts = accountsOf(ledger, targeted);
  const taken = discountByProduct(accounts, discount);
  return accounts.flatMap(({ lines }, account) => {
    const shares = allocate(
      taken[account]!,
      lines.map(({ lineIndex }) => remaining[lineIndex]!),
    );
    return lines.map(({ lineIndex }, line) => ({ lineIndex, cents: shares[line]! }));
  });
};

const amountOf = (credits: readonly Credit[]): bigint => sum(credits.map((credit) => credit.cents));

const post = (ledger: Ledger, credits: readonly Credit[], entry: Omit<DiscountEntry, 'amount'>): void => {
  ledger.credits.push(...credits);
  ledger.discounts.push({ ...entry, amount: toAmount(amountOf(credits)) });
};

// Step 3 of the guide: promotions

const isExhausted = (row: ShopPromotion | ShopCoupon): boolean =>
  (row.usage_limit !== null && row.times_used >= row.usage_limit) ||
  (row.usage_limit_per_customer !== null && row.used_by_customer >= row.usage_limit_per_customer);

const applyPromotions = (ledger: Ledger): void => {
  let first: ShopPromotion | undefined;
  const candidates = ledger.shop.promotions.filter(
    (row) => isInEffect(row, ledger.shop.now) && !row.requires_coupon,
  );
  for (const promotion of candidates.sort(byPriorityThenId).slice(0, 100)) {
    if (first !== undefined && !(first.stackable && promotion.stackable)) continue;
    if (isExhausted(promotion) || !isEligible(ledger, promotion)) continue;
    const credits = creditsFor(ledger, promotion.discount, linesInTarget(ledger, promotion.target));
    if (amountOf(credits) === 0n) continue;
    first ??= promotion;
    post(ledger, credits, { type: 'promotion', promotion_id: promotion.id, coupon_id: null });
  }
};

// Step 6 of the guide: the coupon

const usableCoupon = (shop: Shop, code: string): ShopCoupon => {
  const coupon = shop.coupons.find(
    (row) => row.deleted_at === null && row.code.toLowerCase() === code.toLowerCase(),
  );
  if (coupon === undefined || !isInEffect(coupon, shop.now)) throw new Refusal('coupon_invalid');
  if (isExhausted(coupon)) throw new Refusal('coupon_exhausted');
  return coupon;
};

const usablePromotion = (ledger: Ledger, id: number | null): ShopPromotion => {
  const promotion = ledger.shop.promotions.find((row) => row.id === id);
  if (promotion === undefined || !isInEffect(promotion, ledger.shop.now)) throw new Refusal('coupon_invalid');
  if (isExhausted(promotion)) throw new Refusal('coupon_exhausted');
  if (!isEligible(ledger, promotion)) throw new Refusal('coupon_invalid');
  return promotion;
};

const applyCoupon = (ledger: Ledger, code: string): void => {
  const coupon = usableCoupon(ledger.shop, code);
  const { discount, target } = coupon.discount
    ? { discount: coupon.discount, target: { type: 'order' } as const }
    : usablePromotion(ledger, coupon.promotion_id);
  const credits = creditsFor(ledger, discount, linesInTarget(ledger, target));
  post(ledger, credits, { type: 'coupon', promotion_id: coupon.promotion_id, coupon_id: coupon.id });
};

// Step 7 of the guide: what was agreed on the whole order

const applyOrderDiscount = (ledger: Ledger, amount: number): void => {
  if (toCents(amount) > sum(remainingByLine(ledger))) throw new Refusal('invalid_request');
  const credits = creditsFor(ledger, { type: 'fixed_amount', amount }, ledger.lines);
  ledger.credits.push(...credits.map((credit) => ({ ...credit, isOrderDiscount: true as const })));
};

// Step 8 of the guide: the total

const itemsOf = ({ lines, debits, credits }: Ledger): Amounts['items'] => {
  const discounts = creditsByLine(lines, credits);
  const orderDiscounts = creditsByLine(
    lines,
    credits.filter(({ isOrderDiscount }) => isOrderDiscount),
  );
  return lines.map(({ lineIndex, unitPrice }) => ({
    unit_price: toPrice(unitPrice.price),
    price_source: unitPrice.source,
    subtotal: toAmount(debits[lineIndex]!),
    discount: toAmount(discounts[lineIndex]!),
    order_discount: toAmount(orderDiscounts[lineIndex]!),
    total: toAmount(debits[lineIndex]! - discounts[lineIndex]!),
  }));
};

const closeLedger = (ledger: Ledger, cart: Cart): Amounts => {
  const shipping = toCents(cart.shipping_amount);
  const charges = sum(cart.charges.map(({ amount }) => toCents(amount)));
  const subtotal = sum(ledger.debits);
  const discount = amountOf(ledger.credits);
  return {
    items: itemsOf(ledger),
    discounts: ledger.discounts,
    subtotal: toAmount(subtotal),
    discount_total: toAmount(discount),
    agreed_discount: cart.agreed_discount,
    shipping_amount: toAmount(shipping),
    charges: cart.charges.map(({ type, amount, description = null, item = null }) => ({
      ...{ type, amount, description, item },
    })),
    charges_total: toAmount(charges),
    total: toAmount(requireInRange(subtotal - discount + shipping + charges)),
  };
};

const computeAmounts = (shop: Shop, cart: Cart): Amounts => {
  const ledger = openLedger(shop, cart);
  applyPromotions(ledger);
  if (cart.coupon_code !== null) applyCoupon(ledger, cart.coupon_code);
  applyOrderDiscount(ledger, cart.agreed_discount);
  return closeLedger(ledger, cart);
};

export const ledgerOracle: Oracle = (shop, cart) => {
  try {
    return computeAmounts(shop, cart);
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.code };
    throw error;
  }
};
