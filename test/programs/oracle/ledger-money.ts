// Exact amounts for the second computation of an order's totals: cents, fractions of quantities, prices and percentages as whole bigint.

const MONEY_DECIMALS = 2;
const QUANTITY_DECIMALS = 4;
const PRICE_DECIMALS = 10;
const KEPT_DIGITS = 15;
const PERCENT_DECIMALS = 2;

/** Without an exponent, which JavaScript writes below 0.000001. */
const plain = (value: number): string =>
  value !== 0 && Math.abs(value) < 1e-6 ? value.toFixed(15).replace(/0+$/, '') : String(value);

/** 12.5 with 3 decimals is 12500n. It reads the decimal text, because multiplying a float isn't exact. */
export const scaledInteger = (value: number, decimals: number): bigint => {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(plain(value)) ?? [];
  if (whole === undefined || fraction.length > decimals) {
    throw new RangeError(`${value} is not a number of at most ${decimals} decimals`);
  }
  const magnitude = BigInt(whole + fraction.padEnd(decimals, '0'));
  return sign === '-' ? -magnitude : magnitude;
};

export const toCents = (value: number): bigint => scaledInteger(value, MONEY_DECIMALS);
export const toPriceUnits = (value: number): bigint => scaledInteger(value, PRICE_DECIMALS);
export const toQuantityUnits = (value: number): bigint => scaledInteger(value, QUANTITY_DECIMALS);
export const hundredthsOfPercent = (value: number): bigint => scaledInteger(value, PERCENT_DECIMALS);

/** In hundredths of a percent. */
export const HUNDRED_PERCENT = 10_000n;

export const toAmount = (cents: bigint): number => {
  const digits = cents.toString().padStart(MONEY_DECIMALS + 1, '0');
  return Number(`${digits.slice(0, -MONEY_DECIMALS)}.${digits.slice(-MONEY_DECIMALS)}`);
};

export const toPrice = (units: bigint): number => {
  const digits = units.toString().padStart(PRICE_DECIMALS + 1, '0');
  return Number(`${digits.slice(0, -PRICE_DECIMALS)}.${digits.slice(-PRICE_DECIMALS)}`);
};

/** The price units of a step of the price's last decimal: its decimals without zeros at their end, and of a cent at most. */
export const lastDecimalOf = (price: bigint): bigint => {
  let step = 10n ** BigInt(PRICE_DECIMALS - MONEY_DECIMALS);
  while (price % step !== 0n) step /= 10n;
  return step;
};

/** Whether a JSON number keeps all digits of a price. */
export const isKept = (price: bigint): boolean => price.toString().replace(/0+$/, '').length <= KEPT_DIGITS;

/** Of a cent, in units of price × quantity. */
export const LINE_UNITS = 10n ** BigInt(PRICE_DECIMALS + QUANTITY_DECIMALS - MONEY_DECIMALS);
export const UNIT = 10n ** BigInt(QUANTITY_DECIMALS);
export const CENT = 10n ** BigInt(PRICE_DECIMALS - MONEY_DECIMALS);

/** Rounded half up. Never below zero, since no amount is ever negative. */
export const divideHalfUp = (dividend: bigint, divisor: bigint): bigint =>
  dividend <= 0n ? 0n : (2n * dividend + divisor) / (2n * divisor);

export const sum = (amounts: readonly bigint[]): bigint =>
  amounts.reduce((total, amount) => total + amount, 0n);

export const min = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** Splits an amount by weights, by largest remainder in whole cents. Among equal remainders the earlier one wins. */
export const allocate = (amount: bigint, weights: readonly bigint[]): bigint[] => {
  const totalWeight = sum(weights);
  if (totalWeight === 0n) return weights.map(() => 0n);
  const parts = weights.map((weight) => (amount * weight) / totalWeight);
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (amount * weight) % totalWeight }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  const leftover = Number(amount - sum(parts));
  const topUp = new Set(byRemainder.slice(0, leftover).map(({ index }) => index));
  return parts.map((part, index) => (topUp.has(index) ? part + 1n : part));
};
