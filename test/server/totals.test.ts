import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  centsNumber,
  centsText,
  decimalsOf,
  MAX_CENTS,
  milliText,
  toCents,
  toMilli,
} from '../../server/money.ts';
import { fits, totalsOf } from '../../server/orders/totals.ts';

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
const plus = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.under + b.over * a.under,
  under: a.under * b.under,
});

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
const line = fc.record({ price, quantity });

describe('the totals of an order', () => {
  it('are those of exact arithmetic, each line rounded half-up by itself', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), price, (lines, shipping) => {
        const priced = lines.map((each) => ({
          unitCents: toCents(each.price),
          milli: toMilli(each.quantity),
        }));
        const totals = totalsOf(priced, toCents(shipping));
        const exact = lines.map((each) =>
          roundedToCents(times(fraction(each.price), fraction(each.quantity))),
        );
        const subtotal = exact.reduce(plus);
        expect(totals.lines.every((cents, i) => isSame(fraction(centsText(cents)), exact[i]!))).toBe(true);
        expect(isSame(fraction(centsText(totals.subtotal)), subtotal)).toBe(true);
        expect(isSame(fraction(centsText(totals.total)), plus(subtotal, fraction(shipping)))).toBe(true);
        expect(totals.shipping).toBe(toCents(shipping));
      }),
    );
  });

  it('fit as long as the total is no more than 9 999 999 999.99', () => {
    const one = (unitCents: bigint) => totalsOf([{ unitCents, milli: 1000n }], 0n);
    expect([fits(one(MAX_CENTS)), fits(one(MAX_CENTS + 1n))]).toEqual([true, false]);
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
