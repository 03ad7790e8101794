import type { Schemas } from '../../../base/contract.ts';
import { toCents, toMicro, toUnitPrice } from '../../../base/money.ts';
import { allocate } from './allocate.ts';

export type Discount = Schemas['DiscountInput'];

/** A product for a discount: all its lines together, with what earlier discounts left of them. */
export interface DiscountedProduct {
  readonly remainingCents: bigint;
  readonly unitPrice: bigint;
  readonly micro: bigint;
}

const HUNDRED_PERCENT = 10_000n; // in hundredths of a percent
const UNIT = toMicro(1);
const CENT = toUnitPrice(0.01);

const basisPoints = (percentage: number): bigint => toCents(percentage);
const halfUp = (numerator: bigint, denominator: bigint): bigint =>
  (numerator + denominator / 2n) / denominator;
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** What a discount takes off each product of its target, in cents. Never more than what is left of the product. */
export function discountOn(discount: Discount, products: readonly DiscountedProduct[]): bigint[] {
  if (discount.type === 'buy_x_get_y') return products.map((product) => freeUnits(discount, product));
  const remaining = products.map(({ remainingCents }) => remainingCents);
  const total = remaining.reduce((sum, cents) => sum + cents, 0n);
  const amount =
    discount.type === 'percentage'
      ? halfUp(total * basisPoints(discount.percentage), HUNDRED_PERCENT)
      : min(toCents(discount.amount), total);
  return allocate(amount, remaining);
}

/** Of every buy_quantity + get_quantity whole units of a product, get_quantity are free or cheaper. */
function freeUnits(
  { buy_quantity, get_quantity, percentage = 100 }: Schemas['BuyXGetYDiscount'],
  { micro, unitPrice, remainingCents }: DiscountedProduct,
): bigint {
  const groups = micro / UNIT / BigInt(buy_quantity + get_quantity);
  const price = groups * BigInt(get_quantity) * unitPrice;
  return min(halfUp(price * basisPoints(percentage), HUNDRED_PERCENT * CENT), remainingCents);
}
