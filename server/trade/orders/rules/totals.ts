import type { Schemas } from '../../../base/contract.ts';
import { centsText, toCents } from '../../../base/money.ts';
import { problemAt } from '../../../base/problems/api-problem.ts';

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
  const sum = terms.reduce((cents, { amount }) => cents + toCents(amount), 0n);
  if (terms.length === 0 || sum === total) return;
  throw problemAt(
    'total_mismatch',
    '/payment_terms',
    `the total is ${centsText(total)}`,
    `The payment terms add up to ${centsText(sum)}, not to the total of ${centsText(total)}.`,
    { total: Number(centsText(total)), expected_total: Number(centsText(sum)) },
  );
}
