import { ConfigurationError } from '../errors/tradepost-error.ts';

const EXACT_DIGITS = 15; // what a double holds of a decimal number; the rest is noise of the arithmetic
const LIMIT = 1e13; // above it these digits have no room for cents

/**
 * An amount with 2 decimals, as Tradepost takes it, rounded half up: `money(12.9 * 1.1)` is 14.19, where the product is
 * 14.190000000000001.
 */
export function money(value: number): number {
  return rounded(value, 2);
}

/** A unit price with at most 10 decimals and 15 digits, rounded half up: `unitPrice(0.1 * 0.7)` is 0.07, where the product is 0.06999999999999999. */
export function unitPrice(value: number): number {
  return rounded(value, 10);
}

function rounded(value: number, decimals: number): number {
  if (!(Number.isFinite(value) && Math.abs(value) < LIMIT))
    throw new ConfigurationError(`${value} isn't a number below ${LIMIT}.`);
  const exact = Number(value.toPrecision(EXACT_DIGITS));
  // Shifting the decimal point in the text is exact; multiplying by a power of 10 isn't.
  const [digits, exponent = '0'] = String(exact).split('e');
  return Number(`${Math.round(Number(`${digits}e${Number(exponent) + decimals}`))}e-${decimals}`);
}
