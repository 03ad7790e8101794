/**
 * Money and quantities are integers, in cents and thousandths of a unit; nothing is computed in floating point. JSON
 * numbers and PostgreSQL's numeric are both read from their decimal text, which is exact. See
 * docs/decisions/money-in-cents.md.
 */
export const CENTS_DECIMALS = 2;
export const MILLI_DECIMALS = 3;
/** The maximum of numeric(12,2) and of the contract: 9 999 999 999.99. */
export const MAX_CENTS = 999_999_999_999n;

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** The number of decimals of a finite number. Infinity if it prints with an exponent, as 1e-7 does. */
export function decimalsOf(value: number): number {
  const match = DECIMAL.exec(String(value));
  return match ? (match[3]?.length ?? 0) : Number.POSITIVE_INFINITY;
}

function scaled(value: number | string, decimals: number): bigint {
  const match = DECIMAL.exec(String(value));
  const fraction = match?.[3]?.replace(/0+$/, '') ?? '';
  if (!match || fraction.length > decimals)
    throw new RangeError(`${value} has more than ${decimals} decimals.`);
  const digits = BigInt(match[2] + fraction.padEnd(decimals, '0'));
  return match[1] ? -digits : digits;
}

export const toCents = (value: number | string): bigint => scaled(value, CENTS_DECIMALS);
export const toMilli = (value: number | string): bigint => scaled(value, MILLI_DECIMALS);

function decimalText(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** The decimal text that numeric(12,2) takes: `1234n` is `12.34`. */
export const centsText = (cents: bigint): string => decimalText(cents, CENTS_DECIMALS);
export const milliText = (milli: bigint): string => decimalText(milli, MILLI_DECIMALS);
/** The JSON number of an amount. A double prints a decimal of up to 12 digits back exactly. */
export const centsNumber = (cents: bigint): number => Number(centsText(cents));

/** A unit price times a quantity in thousandths, rounded half-up to cents. Both are zero or more. */
export function lineCents(unitCents: bigint, milli: bigint): bigint {
  return (unitCents * milli + 500n) / 1000n;
}
