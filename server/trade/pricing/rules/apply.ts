import type { Schemas } from '../../../base/contract.ts';
import { amountText, toCents, toMicro } from '../../../base/money.ts';
import type { Target } from '../promotions/target.ts';
import { allocate } from './allocate.ts';
import { type Discount, discountOn } from './discount.ts';

/** A line of the order, as far as discounts need to know. */
export interface CartLine {
  readonly productId: number;
  /** At an agreed price: no offer takes anything off the line, or counts it. */
  readonly isAgreed: boolean;
  /** The product's category and all its ancestors. */
  readonly categoryIds: readonly number[];
  /** The same on all lines of a product whose prices aren't agreed. */
  readonly unitPrice: bigint;
  readonly micro: bigint;
  readonly subtotalCents: bigint;
}

/** The customer, as far as conditions need to know. */
export interface Buyer {
  readonly tags: readonly string[];
  readonly hasOrdered: boolean;
}

/** What decides whether something is taken off, and how much: a promotion, or what a coupon opens. */
export interface Offer {
  readonly discount: Discount;
  readonly target: Target;
  readonly conditions: Schemas['PromotionConditions'];
}

export interface PromotionOffer extends Offer {
  readonly id: number;
  readonly name: string;
  readonly priority: number;
  readonly stackable: boolean;
  readonly exhausted: boolean;
}

/** An offer, and what it takes off each line. */
export interface AppliedOffer<T> {
  readonly offer: T;
  readonly byLine: readonly bigint[];
  readonly cents: bigint;
}

const sum = (numbers: readonly bigint[]): bigint => numbers.reduce((total, number) => total + number, 0n);

/** Whether a line is in the target. */
function targetTest(target: Offer['target']): (line: CartLine) => boolean {
  if (target.type === 'order') return () => true;
  const ids = new Set(target.type === 'products' ? target.product_ids : target.category_ids);
  return target.type === 'products'
    ? ({ productId }) => ids.has(productId)
    : ({ categoryIds }) => categoryIds.some((id) => ids.has(id));
}

/** The indexes of the lines in an offer's target. */
function targetedLines({ target }: Offer, lines: readonly CartLine[]): number[] {
  const isTargeted = targetTest(target);
  return lines.flatMap((line, index) => (!line.isAgreed && isTargeted(line) ? [index] : []));
}

/** Why the order doesn't qualify for the offer, as a sentence; undefined if it does. */
export function ineligibilityReason(
  offer: Offer,
  lines: readonly CartLine[],
  buyer: Buyer,
): string | undefined {
  const { min_amount, min_quantity, customer_tags = [], first_order } = offer.conditions;
  const targeted = targetedLines(offer, lines).map((index) => lines[index]!);
  if (targeted.length === 0) return 'The order has no products that the coupon applies to.';
  if (min_amount != null && sum(targeted.map((line) => line.subtotalCents)) < toCents(min_amount))
    return `The products that the coupon applies to must come to at least ${amountText(min_amount)}.`;
  if (min_quantity != null && sum(targeted.map((line) => line.micro)) < toMicro(min_quantity))
    return `At least ${min_quantity} units of the products that the coupon applies to must be ordered.`;
  if (customer_tags.length > 0 && !customer_tags.some((tag) => buyer.tags.includes(tag)))
    return 'The coupon is for other customers.';
  if (first_order && buyer.hasOrdered) return "The coupon is for a customer's first order.";
  return undefined;
}

/** The indexes of each product's lines, by product id: the order of the lines must not decide who gets a cent. */
function linesByProduct(
  indexes: readonly number[],
  lines: readonly Pick<CartLine, 'productId'>[],
): number[][] {
  const products = new Map<number, number[]>();
  for (const index of indexes) {
    const { productId } = lines[index]!;
    const known = products.get(productId);
    if (known) known.push(index);
    else products.set(productId, [index]);
  }
  return [...products].sort(([a], [b]) => a - b).map(([, ofProduct]) => ofProduct);
}

/**
 * Takes an offer off what earlier offers left: first off each product, then off the product's lines. So it makes no
 * difference, not even a cent, how a product is split into lines or in what order they are.
 */
export function applyOffer<T extends Offer>(
  offer: T,
  lines: readonly CartLine[],
  remaining: readonly bigint[],
): AppliedOffer<T> {
  const products = linesByProduct(targetedLines(offer, lines), lines);
  const taken = discountOn(
    offer.discount,
    products.map((indexes) => ({
      remainingCents: sum(indexes.map((index) => remaining[index]!)),
      unitPrice: lines[indexes[0]!]!.unitPrice,
      micro: sum(indexes.map((index) => lines[index]!.micro)),
    })),
  );
  const byLine = shareOverLines(taken, products, remaining);
  return { offer, byLine, cents: sum(byLine) };
}

/** What each product got, shared over the product's lines. */
function shareOverLines(
  taken: readonly bigint[],
  products: readonly (readonly number[])[],
  remaining: readonly bigint[],
): bigint[] {
  const byLine = remaining.map(() => 0n);
  for (const [product, indexes] of products.entries()) {
    const parts = allocate(
      taken[product]!,
      indexes.map((index) => remaining[index]!),
    );
    for (const [part, index] of indexes.entries()) byLine[index] = parts[part]!;
  }
  return byLine;
}

/** An amount shared over all lines, in the same way: first over the products. It's at most what remains of the lines. */
export function shareOf(
  cents: bigint,
  lines: readonly Pick<CartLine, 'productId'>[],
  remaining: readonly bigint[],
): bigint[] {
  const products = linesByProduct([...lines.keys()], lines);
  const taken = allocate(
    cents,
    products.map((indexes) => sum(indexes.map((index) => remaining[index]!))),
  );
  return shareOverLines(taken, products, remaining);
}

/**
 * Applies promotions, the highest priority first, and among equals the lower id. The first that qualifies and takes
 * something off decides: if it isn't stackable it applies alone; if it is, every further stackable one applies to what is
 * left. Yields between promotions: a hundred take tens of milliseconds on an order of 500 lines.
 */
export function* applyPromotions(
  promotions: readonly PromotionOffer[],
  lines: readonly CartLine[],
  buyer: Buyer,
): Generator<void, AppliedOffer<PromotionOffer>[]> {
  const applied: AppliedOffer<PromotionOffer>[] = [];
  let remaining = lines.map(({ subtotalCents }) => subtotalCents);
  for (const promotion of [...promotions].sort((a, b) => b.priority - a.priority || a.id - b.id)) {
    yield;
    const first = applied[0]?.offer;
    if (first && !(first.stackable && promotion.stackable)) continue;
    if (promotion.exhausted || ineligibilityReason(promotion, lines, buyer)) continue;
    const result = applyOffer(promotion, lines, remaining);
    if (result.cents === 0n) continue;
    applied.push(result);
    remaining = remainingAfter(remaining, result);
  }
  return applied;
}

export const remainingAfter = (
  remaining: readonly bigint[],
  { byLine }: Pick<AppliedOffer<unknown>, 'byLine'>,
): bigint[] => remaining.map((cents, index) => cents - byLine[index]!);
