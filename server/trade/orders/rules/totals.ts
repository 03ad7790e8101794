import type { Schemas } from '../../../base/contract.ts';
import { amountText, centsNumber, centsText, MAX_CENTS, toCents, toUnitPrice } from '../../../base/money.ts';
import {
  ApiProblem,
  MAX_VALIDATION_ISSUES,
  problemAt,
  type ValidationIssue,
} from '../../../base/problems/api-problem.ts';
import type { PricedLine } from './price-lines.ts';

/** The amounts of an order in cents. The lines' totals, the shipping and the charges add up to the total. */
export interface Totals {
  readonly lines: readonly LineTotals[];
  readonly subtotal: bigint;
  readonly discount: bigint;
  readonly shipping: bigint;
  readonly charges: bigint;
  readonly total: bigint;
}

export interface LineTotals {
  readonly subtotal: bigint;
  readonly discount: bigint;
  readonly total: bigint;
}

const sum = (numbers: readonly bigint[]): bigint => numbers.reduce((total, number) => total + number, 0n);

/** Adds up the lines, and what each discount takes off each line. */
export function totalsOf(
  subtotals: readonly bigint[],
  discounts: readonly (readonly bigint[])[],
  { shipping, charges }: Pick<Totals, 'shipping' | 'charges'>,
): Totals {
  const lines = subtotals.map((subtotal, index): LineTotals => {
    const discount = sum(discounts.map((byLine) => byLine[index]!));
    return { subtotal, discount, total: subtotal - discount };
  });
  const subtotal = sum(subtotals);
  const discount = sum(lines.map((line) => line.discount));
  return { lines, subtotal, discount, shipping, charges, total: subtotal - discount + shipping + charges };
}

type Terms = readonly Pick<Schemas['PaymentTermInput'], 'amount'>[];

/** Refuses payment terms whose sum isn't the order's total. An order without terms has nothing to add up. */
export function requireTermsAddUp({ total }: Pick<Totals, 'total'>, terms: Terms): void {
  const cents = sum(terms.map(({ amount }) => toCents(amount)));
  if (terms.length === 0 || cents === total) return;
  const detail = `The payment terms add up to ${centsText(cents)}, not to the total of ${centsText(total)}.`;
  throw mismatch('/payment_terms', total, cents, detail);
}

export function requireExpectedTotal({ total }: Pick<Totals, 'total'>, expected: number | undefined): void {
  if (expected === undefined || toCents(expected) === total) return;
  const detail = `The total is ${centsText(total)}, not ${amountText(expected)}.`;
  throw mismatch('/expected_total', total, toCents(expected), detail);
}

const mismatch = (pointer: string, total: bigint, expected: bigint, detail: string): ApiProblem =>
  problemAt('total_mismatch', pointer, `the total is ${centsText(total)}`, detail, {
    total: centsNumber(total),
    expected_total: centsNumber(expected),
  });

interface Amount {
  /** For use in a sentence. */
  readonly name: string;
  readonly pointer: string;
  readonly cents: bigint;
}

type Line = Pick<PricedLine, 'price' | 'subtotalCents'> & { readonly product: { readonly sku: string } };

/** Refuses unit prices and subtotals above the contract's maximum: those of the lines, otherwise the order's. */
export function requireSubtotalsInRange(lines: readonly Line[]): void {
  requireInRange(lines.map(largestOf));
  const subtotal = sum(lines.map(({ subtotalCents }) => subtotalCents));
  requireInRange([{ name: 'subtotal', pointer: '#/items', cents: subtotal }]);
}

/** The unit price if it is too large, since the subtotal then tells nothing more; otherwise the subtotal. */
function largestOf({ product, price, subtotalCents }: Line, index: number): Amount {
  const pointer = `#/items/${index}`;
  const unit = { name: `unit price of ${product.sku}`, pointer, cents: centsUp(price.unitPrice) };
  return exceeds(unit)
    ? unit
    : { name: `subtotal of ${product.sku}`, pointer: `${pointer}/quantity`, cents: subtotalCents };
}

const CENT = toUnitPrice(0.01);
/** A price that is a hundredth of a cent above the maximum is above it. */
const centsUp = (unitPrice: bigint): bigint => (unitPrice + CENT - 1n) / CENT;

/** Refuses a total above the contract's maximum. The subtotal is in range by now, so charges or shipping are the cause. */
export const requireTotalInRange = ({ total, charges }: Pick<Totals, 'total' | 'charges'>): void =>
  requireInRange([
    { name: 'total', pointer: charges > 0n ? '#/charges' : '#/shipping/amount', cents: total },
  ]);

/** Refuses payments that are more together than an order can say. */
export const requirePaidInRange = (cents: bigint, pointer: '#/amount' | '#/payments'): void =>
  requireInRange([{ name: 'sum of the payments', pointer, cents }]);

const exceeds = ({ cents }: Amount): boolean => cents > MAX_CENTS;

function requireInRange(amounts: readonly Amount[]): void {
  const excessive = amounts.filter(exceeds).slice(0, MAX_VALIDATION_ISSUES);
  const [first] = excessive;
  if (!first) return;
  const errors = excessive.map(
    ({ name, pointer, cents }): ValidationIssue => ({
      pointer,
      code: 'amount_out_of_range',
      detail: `the ${name} is ${centsText(cents)}`,
    }),
  );
  const detail = `The ${first.name} is ${centsText(first.cents)}; an amount can be at most ${centsText(MAX_CENTS)}.`;
  throw new ApiProblem('amount_out_of_range', detail, {
    errors,
    members: { maximum: centsNumber(MAX_CENTS) },
  });
}
