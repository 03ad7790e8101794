import type { Schemas } from '../../../base/contract.ts';
import { toCents } from '../../../base/money.ts';
import { allocate } from './allocate.ts';

export type Discount = Schemas['DiscountInput'];

/** A product for a discount: all its lines together, with what earlier discounts left of them. */
export interface DiscountedProduct {
  readonly remainingCents: bigint;
  readonly unitCents: bigint;
  readonly milli: bigint;
}

const HUNDRED_PERCENT = 10_000n; // in hundredths of a percent
const MILLI_PER_UNIT = 1_000n;

const basisPoints = (percentage: number): bigint => toCents(percentage);
const percentageOf = (cents: bigint, points: bigint): bigint =>
  (cents * points + HUNDRED_PERCENT / 2n) / HUNDRED_PERCENT;
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** What a discount takes off each product of its target, in cents. Never more than what is left of the product. */
export function discountOn(discount: Discount, products: readonly DiscountedProduct[]): bigint[] {
  if (discount.type === 'buy_x_get_y') return products.map((product) => freeUnits(discount, product));
  const remaining = products.map(({ remainingCents }) => remainingCents);
  const total = remaining.reduce((sum, cents) => sum + cents, 0n);
  const amount =
    discount.type === 'percentage'
      ? percentageOf(total, basisPoints(discount.percentage))
      : min(toCents(discount.amount), total);
  return allocate(amount, remaining);
}

/** Of every buy_quantity + get_quantity whole units of a product, get_quantity are free or cheaper. */
function freeUnits(
  { buy_quantity, get_quantity, percentage = 100 }: Schemas['BuyXGetYDiscount'],
  { milli, unitCents, remainingCents }: DiscountedProduct,
): bigint {
  const groups = milli / MILLI_PER_UNIT / BigInt(buy_quantity + get_quantity);
  const cents = groups * BigInt(get_quantity) * unitCents;
  return min(percentageOf(cents, basisPoints(percentage)), remainingCents);
}
