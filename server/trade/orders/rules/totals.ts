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
