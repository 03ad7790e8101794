import type { Schemas } from '../contract.ts';
import { toCents } from '../money.ts';
import { allocate } from './allocate.ts';

export type Discount = Schemas['Discount'];

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
      ? percentageOf(total, basisPoints(discount.percentage ?? 0))
      : min(toCents(discount.amount ?? 0), total);
  return allocate(amount, remaining);
}

/** Of every buy_quantity + get_quantity whole units of a product, get_quantity are free or cheaper. */
function freeUnits(
  { buy_quantity = 1, get_quantity = 1, percentage = 100 }: Discount,
  { milli, unitCents, remainingCents }: DiscountedProduct,
): bigint {
  const groups = milli / MILLI_PER_UNIT / BigInt(buy_quantity + get_quantity);
  const cents = groups * BigInt(get_quantity) * unitCents;
  return min(percentageOf(cents, basisPoints(percentage)), remainingCents);
}

/** Which members of a discount are missing or surplus for its type: each member's name, and what is wrong with it. */
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
    .map((name): [string, string] => [name, `is not allowed with ${discount.type}`]);
  return [...missing, ...surplus];
}
