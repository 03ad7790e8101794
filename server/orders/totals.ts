import { lineCents, MAX_CENTS } from '../money.ts';

export interface PricedLine {
  readonly unitCents: bigint;
  readonly milli: bigint;
}

export interface Totals {
  readonly lines: readonly bigint[];
  readonly subtotal: bigint;
  readonly shipping: bigint;
  readonly total: bigint;
}

/** The totals of an order in cents. Each line is rounded half-up by itself, so lines and shipping sum to the total. */
export function totalsOf(items: readonly PricedLine[], shipping: bigint): Totals {
  const lines = items.map(({ unitCents, milli }) => lineCents(unitCents, milli));
  const subtotal = lines.reduce((sum, line) => sum + line, 0n);
  return { lines, subtotal, shipping, total: subtotal + shipping };
}

/** Whether every amount fits into what an order can hold. The total is the largest of them. */
export const fits = ({ total }: Totals): boolean => total <= MAX_CENTS;
