import type { Schemas } from '../contract.ts';
import { toCents } from '../money.ts';
import { allocate } from './allocate.ts';

export type Discount = Schemas['Discount'];

/** A product as a discount sees it, all its lines together: what earlier discounts have left of them, price and quantity. */
export interface DiscountedProduct {
  readonly remainingCents: bigint;
  readonly unitCents: bigint;
  readonly milli: bigint;
}

const HUNDRED_PERCENT = 10_000n; // 100 % in hundredths of a per cent
const MILLI_PER_UNIT = 1_000n;

const basisPoints = (percentage: number): bigint => toCents(percentage);
const percentageOf = (cents: bigint, points: bigint): bigint =>
  (cents * points + HUNDRED_PERCENT / 2n) / HUNDRED_PERCENT;
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** What a discount takes off each of the products that it applies to, in cents; never more than is left of one. */
export function discountOn(discount: Discount, products: readonly DiscountedProduct[]): bigint[] {
  if (discount.type === 'buy_x_get_y') return products.map((product) => freeUnits(discount, product));
  const rests = products.map(({ remainingCents: restCents }) => restCents);
  const whole = rests.reduce((sum, rest) => sum + rest, 0n);
  const amount =
    discount.type === 'percentage'
      ? percentageOf(whole, basisPoints(discount.percentage ?? 0))
      : min(toCents(discount.amount ?? 0), whole);
  return allocate(amount, rests);
}

/** Of each buy_quantity + get_quantity whole units of a product, get_quantity are free or cheaper. */
function freeUnits(
  { buy_quantity = 1, get_quantity = 1, percentage = 100 }: Discount,
  { milli, unitCents, remainingCents: restCents }: DiscountedProduct,
): bigint {
  const groups = milli / MILLI_PER_UNIT / BigInt(buy_quantity + get_quantity);
  const cents = groups * BigInt(get_quantity) * unitCents;
  return min(percentageOf(cents, basisPoints(percentage)), restCents);
}

/** What is wrong with the members of a discount for its type, each as the member's name and a sentence. */
export function discountIssues(discount: Discount): [string, string][] {
  const needed = {
    percentage: ['percentage'],
    fixed_amount: ['amount'],
    buy_x_get_y: ['buy_quantity', 'get_quantity'],
  }[discount.type];
  const allowed = ['type', ...needed, ...(discount.type === 'buy_x_get_y' ? ['percentage'] : [])];
  const missing = needed
    .filter((name) => !(name in discount))
    .map((name): [string, string] => [name, `is required with ${discount.type}`]);
  const surplus = Object.keys(discount)
    .filter((name) => !allowed.includes(name))
    .map((name): [string, string] => [name, `does not go with ${discount.type}`]);
  return [...missing, ...surplus];
}
