/**
 * Amounts are integers in cents, quantities in millionths of a unit, and unit prices in 10^-10; nothing is computed in floating
 * point. JSON numbers and PostgreSQL's numeric are both read from their decimal text, which is exact. See
 * docs/decisions/money-in-cents.md.
 */
export const CENTS_DECIMALS = 2;
/** As many as the contract takes. They are counted in millionths because that unit has a name. */
export const QUANTITY_DECIMALS = 4;
const MICRO_DECIMALS = 6;
export const PRICE_DECIMALS = 10;
/** A double keeps every decimal of so many digits. */
export const KEPT_DIGITS = 15;
/** The maximum of numeric(12,2) and of the contract: 9 999 999 999.99. */
export const MAX_CENTS = 999_999_999_999n;

/** JavaScript writes numbers below 1e-6 and from 1e21 on with an exponent. */
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
const EXPONENT = /e.*/i;
const NOT_DIGITS = /\D/g;
const OUTER_ZEROS = /^0+|0+$/g;

/** The digits from the first to the last that isn't 0, without the exponent. */
export const significantDigits = (literal: string): string =>
  literal.replace(EXPONENT, '').replace(NOT_DIGITS, '').replace(OUTER_ZEROS, '');

/** The number of decimals; Infinity if the number isn't finite, as JSON.parse makes 1e400. */
export function decimalsOf(value: number): number {
  const [match, , , fraction = '', exponent = '0'] = DECIMAL.exec(String(value)) ?? [];
  return match === undefined ? Number.POSITIVE_INFINITY : Math.max(0, fraction.length - Number(exponent));
}

function scaled(value: number | string, decimals: number): bigint {
  const [match, sign, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(String(value)) ?? [];
  const digits = whole + fraction;
  const zeros = decimals + Number(exponent) - fraction.length;
  const kept = zeros < 0 ? digits.slice(0, zeros) : digits + '0'.repeat(zeros);
  if (match === undefined || (zeros < 0 && /[1-9]/.test(digits.slice(zeros))))
    throw new RangeError(`${value} has more than ${decimals} decimals.`);
  return sign ? -BigInt(kept) : BigInt(kept);
}

export const toCents = (value: number | string): bigint => scaled(value, CENTS_DECIMALS);
export const toMicro = (value: number | string): bigint => scaled(value, MICRO_DECIMALS);
export const toUnitPrice = (value: number | string): bigint => scaled(value, PRICE_DECIMALS);

function decimalText(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** A column of type numeric without a scale would keep the zeros. */
const withoutZeros = (text: string): string => text.replace(/\.?0+$/, '');

/** The decimal text that numeric(12,2) takes: `1234n` is `12.34`. */
export const centsText = (cents: bigint): string => decimalText(cents, CENTS_DECIMALS);
export const microText = (micro: bigint): string => withoutZeros(decimalText(micro, MICRO_DECIMALS));
/** The text of a JSON number, without an exponent. */
export const plainText = (value: number): string =>
  withoutZeros(decimalText(scaled(value, decimalsOf(value) + 1), decimalsOf(value) + 1));
/** An amount as texts for people have it: with both decimals. */
export const amountText = (amount: number): string => centsText(toCents(amount));
/** The JSON number of an amount. A double prints a decimal of up to 15 digits back exactly. */
export const centsNumber = (cents: bigint): number => Number(centsText(cents));
export const unitPriceNumber = (unitPrice: bigint): number => Number(decimalText(unitPrice, PRICE_DECIMALS));

const LINE_UNITS_PER_CENT = 10n ** BigInt(PRICE_DECIMALS + MICRO_DECIMALS - CENTS_DECIMALS);

/** A unit price times a quantity in millionths, rounded half-up to cents. Both are zero or more. */
export const lineCents = (unitPrice: bigint, micro: bigint): bigint =>
  (unitPrice * micro + LINE_UNITS_PER_CENT / 2n) / LINE_UNITS_PER_CENT;

/** As many decimals as a unit price has, but no fewer than an amount. */
export const decimalsOfUnitPrice = (unitPrice: bigint): number =>
  Math.max(CENTS_DECIMALS, PRICE_DECIMALS - /0*$/.exec(unitPrice.toString())![0].length);
