import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  centsNumber,
  centsText,
  decimalsOf,
  lineCents,
  MAX_CENTS,
  milliText,
  toCents,
  toMilli,
} from '../../server/money.ts';
import { fits, type Totals, totalsOf } from '../../server/orders/totals.ts';

/** An exact fraction. The server computes with scaled integers; this one with numerators and denominators. */
interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

/** Reads decimal text digit by digit. */
function fraction(text: string): Fraction {
  const [whole = '', decimals = ''] = text.split('.');
  return { over: BigInt(whole + decimals), under: 10n ** BigInt(decimals.length) };
}

const times = (a: Fraction, b: Fraction): Fraction => ({ over: a.over * b.over, under: a.under * b.under });

/** Half-up by the remainder: one more when what is cut off is at least half. */
function roundedToCents({ over, under }: Fraction): Fraction {
  const [cents, rest] = [(over * 100n) / under, (over * 100n) % under];
  return { over: rest * 2n >= under ? cents + 1n : cents, under: 100n };
}

const isSame = (a: Fraction, b: Fraction): boolean => a.over * b.under === b.over * a.under;

const decimal = (most: number, decimals: number) =>
  fc
    .tuple(fc.integer({ min: 0, max: most }), fc.integer({ min: 0, max: 10 ** decimals - 1 }))
    .map(([whole, rest]) => `${whole}.${String(rest).padStart(decimals, '0')}`);
const price = decimal(9_999_999_999, 2);
const quantity = decimal(999_999_999, 3);

describe('the amount of a line', () => {
  it('is that of exact arithmetic, rounded half-up', () => {
    fc.assert(
      fc.property(price, quantity, (each, units) => {
        const exact = roundedToCents(times(fraction(each), fraction(units)));
        expect(isSame(fraction(centsText(lineCents(toCents(each), toMilli(units)))), exact)).toBe(true);
      }),
    );
  });
});

describe('the totals of an order', () => {
  it('fit as long as each is no more than 9 999 999 999.99', () => {
    const one = (cents: bigint, discount = 0n, shipping = 0n) => totalsOf([cents], [[discount]], shipping);
    const cases: [Totals, boolean][] = [
      [one(MAX_CENTS), true],
      [one(MAX_CENTS + 1n), false],
      [one(MAX_CENTS + 1n, 1n), false], // the subtotal has to fit as well
      [one(MAX_CENTS, 0n, 1n), false],
      [one(MAX_CENTS, 1n, 1n), true],
      [one(0n, 0n, MAX_CENTS + 1n), false],
    ];
    expect(cases.map(([totals]) => fits(totals))).toEqual(cases.map(([, want]) => want));
  });
});

describe('an amount', () => {
  it('is the same as text, as a JSON number and as cents', () => {
    fc.assert(
      fc.property(price, (text) => {
        expect(centsText(toCents(text))).toBe(text.replace(/^0+(?=\d)/, ''));
        expect(toCents(Number(text))).toBe(toCents(text));
        expect(centsNumber(toCents(text))).toBe(Number(text));
        expect(decimalsOf(Number(text))).toBeLessThanOrEqual(2);
      }),
    );
  });

  it('keeps its sign, and a quantity its three decimals', () => {
    fc.assert(
      fc.property(quantity, (text) => {
        expect(milliText(toMilli(text))).toBe(text);
        expect(toMilli(Number(text))).toBe(toMilli(text));
        expect(toMilli(`-${text}`)).toBe(-toMilli(text));
        expect(fraction(milliText(-toMilli(text)).replace('-', ''))).toEqual(fraction(text));
      }),
    );
  });

  it.each([0.001, 1.005, 1e-7, 19.999, '0.001'])('is not %s', (value) => {
    expect(() => toCents(value)).toThrow('has more than 2 decimals');
    if (typeof value === 'number') expect(decimalsOf(value)).toBeGreaterThan(2);
  });

  it.each([1e21, Number.NaN, Number.POSITIVE_INFINITY, '1e3', '', '1.'])(
    'cannot be read from %s',
    (value) => {
      expect(() => toCents(value)).toThrow(RangeError);
    },
  );
});
