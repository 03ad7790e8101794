import { ConfigurationError } from './errors/tradepost-error.ts';

const EXACT_DIGITS = 15; // what a double holds of a decimal number; the rest is noise of the arithmetic

/**
 * An amount with 2 decimals, as Tradepost takes it, rounded half up: `money(10.6 * 1.05)` is 11.13, where the product is
 * 11.129999999999999.
 */
export function money(value: number): number {
  if (!Number.isFinite(value)) throw new ConfigurationError(`money(${value}): it isn't a number.`);
  const exact = Number(value.toPrecision(EXACT_DIGITS));
  // Shifting the decimal point in the text is exact; multiplying by 100 isn't.
  const [digits, exponent = '0'] = String(exact).split('e');
  return Number(`${Math.round(Number(`${digits}e${Number(exponent) + 2}`))}e-2`);
}
