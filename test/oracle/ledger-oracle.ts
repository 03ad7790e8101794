// A second computation of an order's totals, written from the contract's chapter "How a total is computed" alone. It
// keeps a ledger: every line is debited with its subtotal, every discount is posted to the lines as credits, and all
// that a later step needs to know is read back from the postings.
import {
  asMoney,
  centsOf,
  hundredthsOfPercent,
  lesser,
  roundedQuotient,
  shareOut,
  sum,
  thousandthsOf,
  unitsOf,
  WHOLE,
} from './ledger-money.ts';
import { byPriorityThenId, isInForce, type Line, linesOf, Refusal } from './ledger-prices.ts';
import type { Amounts, Cart, Oracle, Shop, ShopCoupon, ShopPromotion } from './shop.ts';

const HIGHEST = 999_999_999_999n;
const UNIT = 1000n;

type Discount = ShopPromotion['discount'];
type Target = ShopPromotion['target'];
type Slip = Amounts['discounts'][number];

/** Cents that a discount took off a line. */
interface Credit {
  readonly place: number;
  readonly cents: bigint;
}

interface Ledger {
  readonly shop: Shop;
  readonly lines: readonly Line[];
  /** Every line's subtotal. */
  readonly debits: readonly bigint[];
  readonly credits: Credit[];
  readonly slips: Slip[];
}

/** The target's lines of one product, and what is left of them. */
interface Account {
  readonly lines: readonly Line[];
  readonly left: bigint;
}

const inRange = (cents: bigint): bigint => {
  if (cents > HIGHEST) throw new Refusal('amount_out_of_range');
  return cents;
};

// Step 2

const openLedger = (shop: Shop, cart: Cart): Ledger => {
  const lines = linesOf(shop, cart);
  const debits = lines.map(({ quantity, unitPrice }) =>
    inRange(roundedQuotient(inRange(unitPrice.cents) * quantity, UNIT)),
  );
  inRange(sum(debits));
  return { shop, lines, debits, credits: [], slips: [] };
};

const creditsByLine = ({ lines, credits }: Ledger): bigint[] => {
  const totals = lines.map(() => 0n);
  for (const { place, cents } of credits) totals[place]! += cents;
  return totals;
};

const leftByLine = (ledger: Ledger): bigint[] =>
  creditsByLine(ledger).map((taken, place) => ledger.debits[place]! - taken);

// Step 4

/** The category and all above it. A category that comes up twice would be a ring, which ends the climb. */
const lineage = (shop: Shop, id: number | null): number[] => {
  const climbed: number[] = [];
  for (let at = id; at !== null && !climbed.includes(at); ) {
    climbed.push(at);
    at = shop.categories.find((category) => category.id === at)?.parent_id ?? null;
  }
  return climbed;
};

const isInTarget = (shop: Shop, target: Target, { product }: Line): boolean => {
  if (target.type === 'order') return true;
  if (target.type === 'products') return target.product_ids?.includes(product.id) ?? false;
  return lineage(shop, product.category_id).some((id) => target.category_ids?.includes(id));
};

const linesInTarget = ({ shop, lines }: Ledger, target: Target): Line[] =>
  lines.filter((line) => isInTarget(shop, target, line));

const customerFits = ({ customer }: Shop, conditions: ShopPromotion['conditions']): boolean => {
  const tags = conditions.customer_tags ?? [];
  const isTagged = tags.length === 0 || tags.some((tag) => customer.tags.includes(tag));
  return isTagged && !(conditions.first_order && customer.orders > 0);
};

const isFitting = (ledger: Ledger, { target, conditions }: ShopPromotion): boolean => {
  const lines = linesInTarget(ledger, target);
  const amount = sum(lines.map(({ place }) => ledger.debits[place]!));
  const quantity = sum(lines.map((line) => line.quantity));
  return (
    lines.length > 0 &&
    amount >= centsOf(conditions.min_amount ?? 0) &&
    quantity >= thousandthsOf(conditions.min_quantity ?? 0) &&
    customerFits(ledger.shop, conditions)
  );
};

// Step 5

const accountsOf = (ledger: Ledger, target: Target): Account[] => {
  const left = leftByLine(ledger);
  const targeted = linesInTarget(ledger, target);
  const products = new Set(targeted.map((line) => line.product.id));
  return [...products]
    .sort((a, b) => a - b)
    .map((id) => {
      const lines = targeted.filter((line) => line.product.id === id);
      return { lines, left: sum(lines.map(({ place }) => left[place]!)) };
    });
};

const given = (value: number | undefined, name: string): number => {
  if (value === undefined) throw new TypeError(`the discount has no ${name}`);
  return value;
};

const bundlePrice = ({ lines, left }: Account, discount: Discount): bigint => {
  const free = unitsOf(given(discount.get_quantity, 'get_quantity'), 0);
  const paid = unitsOf(given(discount.buy_quantity, 'buy_quantity'), 0);
  const bundles = sum(lines.map((line) => line.quantity)) / ((paid + free) * UNIT);
  const percentage = hundredthsOfPercent(discount.percentage ?? 100);
  const worth = bundles * free * lines[0]!.unitPrice.cents;
  return lesser(roundedQuotient(worth * percentage, WHOLE), left);
};

const takenOffAccounts = (accounts: readonly Account[], discount: Discount): bigint[] => {
  if (discount.type === 'buy_x_get_y') return accounts.map((account) => bundlePrice(account, discount));
  const weights = accounts.map((account) => account.left);
  const all = sum(weights);
  const amount =
    discount.type === 'percentage'
      ? roundedQuotient(all * hundredthsOfPercent(given(discount.percentage, 'percentage')), WHOLE)
      : lesser(centsOf(given(discount.amount, 'amount')), all);
  return shareOut(amount, weights);
};

const creditsFor = (ledger: Ledger, discount: Discount, target: Target): Credit[] => {
  const left = leftByLine(ledger);
  const accounts = accountsOf(ledger, target);
  const taken = takenOffAccounts(accounts, discount);
  return accounts.flatMap(({ lines }, account) => {
    const shares = shareOut(
      taken[account]!,
      lines.map(({ place }) => left[place]!),
    );
    return lines.map(({ place }, line) => ({ place, cents: shares[line]! }));
  });
};

const amountOf = (credits: readonly Credit[]): bigint => sum(credits.map((credit) => credit.cents));

const post = (ledger: Ledger, credits: readonly Credit[], slip: Omit<Slip, 'amount'>): void => {
  ledger.credits.push(...credits);
  ledger.slips.push({ ...slip, amount: asMoney(amountOf(credits)) });
};

// Step 3

const isUsedUp = (row: ShopPromotion | ShopCoupon): boolean =>
  (row.usage_limit !== null && row.times_used >= row.usage_limit) ||
  (row.usage_limit_per_customer !== null && row.used_by_customer >= row.usage_limit_per_customer);

const postPromotions = (ledger: Ledger): void => {
  let first: ShopPromotion | undefined;
  const candidates = ledger.shop.promotions.filter(
    (row) => isInForce(row, ledger.shop.now) && !row.requires_coupon,
  );
  for (const promotion of candidates.sort(byPriorityThenId).slice(0, 100)) {
    if (first !== undefined && !(first.stackable && promotion.stackable)) continue;
    if (isUsedUp(promotion) || !isFitting(ledger, promotion)) continue;
    const credits = creditsFor(ledger, promotion.discount, promotion.target);
    if (amountOf(credits) === 0n) continue;
    first ??= promotion;
    post(ledger, credits, { type: 'promotion', promotion_id: promotion.id, coupon_id: null });
  }
};

// Step 6

const usableCoupon = (shop: Shop, code: string): ShopCoupon => {
  const coupon = shop.coupons.find(
    (row) => row.deleted_at === null && row.code.toLowerCase() === code.toLowerCase(),
  );
  if (coupon === undefined || !isInForce(coupon, shop.now)) throw new Refusal('coupon_invalid');
  if (isUsedUp(coupon)) throw new Refusal('coupon_exhausted');
  return coupon;
};

const usablePromotion = (ledger: Ledger, id: number | null): ShopPromotion => {
  const promotion = ledger.shop.promotions.find((row) => row.id === id);
  if (promotion === undefined || !isInForce(promotion, ledger.shop.now)) throw new Refusal('coupon_invalid');
  if (isUsedUp(promotion)) throw new Refusal('coupon_exhausted');
  if (!isFitting(ledger, promotion)) throw new Refusal('coupon_invalid');
  return promotion;
};

const postCoupon = (ledger: Ledger, code: string): void => {
  const coupon = usableCoupon(ledger.shop, code);
  const { discount, target } = coupon.discount
    ? { discount: coupon.discount, target: { type: 'order' } as const }
    : usablePromotion(ledger, coupon.promotion_id);
  const credits = creditsFor(ledger, discount, target);
  post(ledger, credits, { type: 'coupon', promotion_id: coupon.promotion_id, coupon_id: coupon.id });
};

// Step 7

const itemsOf = (ledger: Ledger): Amounts['items'] => {
  const discounts = creditsByLine(ledger);
  return ledger.lines.map(({ place, unitPrice }) => ({
    unit_price: asMoney(unitPrice.cents),
    price_source: unitPrice.source,
    subtotal: asMoney(ledger.debits[place]!),
    discount: asMoney(discounts[place]!),
    total: asMoney(ledger.debits[place]! - discounts[place]!),
  }));
};

const closeLedger = (ledger: Ledger, shipping: bigint): Amounts => {
  const subtotal = sum(ledger.debits);
  const discount = amountOf(ledger.credits);
  return {
    items: itemsOf(ledger),
    discounts: ledger.slips,
    subtotal: asMoney(subtotal),
    discount_total: asMoney(discount),
    shipping_amount: asMoney(shipping),
    total: asMoney(inRange(subtotal - discount + shipping)),
  };
};

const settle = (shop: Shop, cart: Cart): Amounts => {
  const ledger = openLedger(shop, cart);
  postPromotions(ledger);
  if (cart.coupon_code !== null) postCoupon(ledger, cart.coupon_code);
  return closeLedger(ledger, centsOf(cart.shipping_amount));
};

export const ledgerOracle: Oracle = (shop, cart) => {
  try {
    return settle(shop, cart);
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.code };
    throw error;
  }
};
