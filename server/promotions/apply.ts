import type { Schemas } from '../contract.ts';
import { toCents, toMilli } from '../money.ts';
import { allocate } from './allocate.ts';
import { type Discount, discountOn } from './discount.ts';

/** A line of the order, before and between discounts. */
export interface CartLine {
  readonly productId: number;
  /** The product's category and all above it. */
  readonly categoryIds: readonly number[];
  /** The same on all lines of a product. */
  readonly unitCents: bigint;
  readonly milli: bigint;
  readonly subtotalCents: bigint;
}

/** Who buys, as conditions see it. */
export interface Buyer {
  readonly tags: readonly string[];
  readonly hasOrdered: boolean;
}

/** What decides whether and how something is taken off: a promotion, or the promotion that a coupon opens. */
export interface Offer {
  readonly discount: Discount;
  readonly target: Schemas['PromotionTarget'];
  readonly conditions: Schemas['PromotionConditions'];
}

export interface PromotionOffer extends Offer {
  readonly id: number;
  readonly name: string;
  readonly priority: number;
  readonly stackable: boolean;
  readonly exhausted: boolean;
}

/** Something that was taken off, by line. */
export interface AppliedOffer<T> {
  readonly offer: T;
  readonly byLine: readonly bigint[];
  readonly cents: bigint;
}

const sum = (numbers: readonly bigint[]): bigint => numbers.reduce((total, number) => total + number, 0n);

/** The indexes of the lines that an offer applies to. */
function targetedLines({ target }: Offer, lines: readonly CartLine[]): number[] {
  const ids = new Set(target.type === 'products' ? target.product_ids : target.category_ids);
  const isTargeted = ({ productId, categoryIds }: CartLine): boolean => {
    if (target.type === 'products') return ids.has(productId);
    return target.type === 'order' || categoryIds.some((id) => ids.has(id));
  };
  return lines.flatMap((line, index) => (isTargeted(line) ? [index] : []));
}

/** Whether the order is what the offer asks for; why not, as a sentence, or undefined. */
export function ineligibilityReason(
  offer: Offer,
  lines: readonly CartLine[],
  buyer: Buyer,
): string | undefined {
  const { min_amount, min_quantity, customer_tags = [], first_order } = offer.conditions;
  const targeted = targetedLines(offer, lines).map((index) => lines[index]!);
  if (targeted.length === 0) return 'The order has none of the products that it is for.';
  if (min_amount != null && sum(targeted.map((line) => line.subtotalCents)) < toCents(min_amount))
    return `What it is for has to come to at least ${min_amount}.`;
  if (min_quantity != null && sum(targeted.map((line) => line.milli)) < toMilli(min_quantity))
    return `At least ${min_quantity} units of what it is for have to be ordered.`;
  if (customer_tags.length > 0 && !customer_tags.some((tag) => buyer.tags.includes(tag)))
    return 'It is for other customers.';
  if (first_order && buyer.hasOrdered) return "It is for a customer's first order.";
  return undefined;
}

/** The indexes of the lines of each product, in the order of the products' ids: that of the lines decides no cent. */
function linesByProduct(indexes: readonly number[], lines: readonly CartLine[]): number[][] {
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
 * Takes an offer off what earlier ones have left: of each product first, then of its lines. How a product is split into
 * lines, and in what order these are, thus makes no difference to what is left of it, to the cent.
 */
export function applyOffer<T extends Offer>(
  offer: T,
  lines: readonly CartLine[],
  rests: readonly bigint[],
): AppliedOffer<T> {
  const products = linesByProduct(targetedLines(offer, lines), lines);
  const taken = discountOn(
    offer.discount,
    products.map((indexes) => ({
      remainingCents: sum(indexes.map((index) => rests[index]!)),
      unitCents: lines[indexes[0]!]!.unitCents,
      milli: sum(indexes.map((index) => lines[index]!.milli)),
    })),
  );
  const byLine = lines.map(() => 0n);
  for (const [position, indexes] of products.entries()) {
    const parts = allocate(
      taken[position]!,
      indexes.map((index) => rests[index]!),
    );
    for (const [part, index] of indexes.entries()) byLine[index] = parts[part]!;
  }
  return { offer, byLine, cents: sum(byLine) };
}

/**
 * Applies promotions by priority, of equal ones the lower id first. The first that fits and takes something off applies;
 * when it is not stackable, alone, else together with every further stackable one, each on what is left. Yields between
 * them, since a hundred take tens of milliseconds for an order of 500 lines.
 */
export function* applyPromotions(
  promotions: readonly PromotionOffer[],
  lines: readonly CartLine[],
  buyer: Buyer,
): Generator<void, AppliedOffer<PromotionOffer>[]> {
  const applied: AppliedOffer<PromotionOffer>[] = [];
  let rests = lines.map(({ subtotalCents }) => subtotalCents);
  for (const promotion of [...promotions].sort((a, b) => b.priority - a.priority || a.id - b.id)) {
    yield;
    const first = applied[0]?.offer;
    if (first && !(first.stackable && promotion.stackable)) continue;
    if (promotion.exhausted || ineligibilityReason(promotion, lines, buyer)) continue;
    const result = applyOffer(promotion, lines, rests);
    if (result.cents === 0n) continue;
    applied.push(result);
    rests = remainingAfter(rests, result);
  }
  return applied;
}

export const remainingAfter = (rests: readonly bigint[], { byLine }: AppliedOffer<unknown>): bigint[] =>
  rests.map((rest, index) => rest - byLine[index]!);
