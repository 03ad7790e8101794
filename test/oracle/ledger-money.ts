// Exact amounts for the second computation of an order's totals: whole cents, thousandths and hundredths as bigint.

const MONEY_DECIMALS = 2;
const QUANTITY_DECIMALS = 3;
const PERCENT_DECIMALS = 2;

/** 12.5 with 3 decimals is 12500n. It goes by the decimal text, since a float can't be multiplied exactly. */
export const unitsOf = (value: number, decimals: number): bigint => {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? [];
  if (whole === undefined || fraction.length > decimals) {
    throw new RangeError(`${value} is not a number of at most ${decimals} decimals`);
  }
  const magnitude = BigInt(whole + fraction.padEnd(decimals, '0'));
  return sign === '-' ? -magnitude : magnitude;
};

export const centsOf = (value: number): bigint => unitsOf(value, MONEY_DECIMALS);
export const thousandthsOf = (value: number): bigint => unitsOf(value, QUANTITY_DECIMALS);
export const hundredthsOfPercent = (value: number): bigint => unitsOf(value, PERCENT_DECIMALS);

/** 100 % as `hundredthsOfPercent` has it. */
export const WHOLE = 10_000n;

export const asMoney = (cents: bigint): number => {
  const digits = cents.toString().padStart(MONEY_DECIMALS + 1, '0');
  return Number(`${digits.slice(0, -MONEY_DECIMALS)}.${digits.slice(-MONEY_DECIMALS)}`);
};

/** Half up. What would be below zero is zero, since no amount is ever negative. */
export const roundedQuotient = (dividend: bigint, divisor: bigint): bigint =>
  dividend <= 0n ? 0n : (2n * dividend + divisor) / (2n * divisor);

export const sum = (amounts: readonly bigint[]): bigint =>
  amounts.reduce((total, amount) => total + amount, 0n);

export const lesser = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** Splits an amount by weights: largest remainder, in whole cents, of equal remainders the earlier one. */
export const shareOut = (amount: bigint, weights: readonly bigint[]): bigint[] => {
  const all = sum(weights);
  if (all === 0n) return weights.map(() => 0n);
  const shares = weights.map((weight) => (amount * weight) / all);
  const byCutOff = weights
    .map((weight, place) => ({ place, cutOff: (amount * weight) % all }))
    .sort((a, b) => (a.cutOff === b.cutOff ? a.place - b.place : a.cutOff > b.cutOff ? -1 : 1));
  const missing = Number(amount - sum(shares));
  const topUp = new Set(byCutOff.slice(0, missing).map(({ place }) => place));
  return shares.map((share, place) => (topUp.has(place) ? share + 1n : share));
};
