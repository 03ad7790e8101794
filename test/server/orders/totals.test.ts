import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  centsNumber,
  centsText,
  decimalsOf,
  lineCents,
  MAX_CENTS,
  microText,
  plainText,
  toCents,
  toMicro,
  toUnitPrice,
  unitPriceNumber,
} from '../../../server/base/money.ts';
import {
  requireSubtotalsInRange,
  requireTotalInRange,
  totalsOf,
} from '../../../server/trade/orders/rules/totals.ts';

/** An exact fraction, independent of the scaled integers that the server computes with. */
interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

/** Parses decimal text without floating point. */
function fraction(text: string): Fraction {
  const [whole = '', decimals = ''] = text.split('.');
  return { over: BigInt(whole + decimals), under: 10n ** BigInt(decimals.length) };
}

const times = (a: Fraction, b: Fraction): Fraction => ({ over: a.over * b.over, under: a.under * b.under });

/** Rounds half-up: adds a cent if the remainder is at least half. */
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
const finePrice = fc.oneof(price, decimal(99_999, 10));
const quantity = decimal(999_999_999, 4);

describe('the amount of a line', () => {
  it('equals exact arithmetic, rounded half-up', () => {
    fc.assert(
      fc.property(finePrice, quantity, (each, units) => {
        const exact = roundedToCents(times(fraction(each), fraction(units)));
        expect(isSame(fraction(centsText(lineCents(toUnitPrice(each), toMicro(units)))), exact)).toBe(true);
      }),
    );
  });
});

describe('an order is refused', () => {
  const line = (unitPriceCents: bigint, subtotalCents: bigint) => ({
    product: { sku: 'A' },
    price: {
      unitPrice: toUnitPrice(centsText(unitPriceCents)),
      source: { type: 'product' as const, price_table_id: null },
    },
    subtotalCents,
  });
  const over = MAX_CENTS + 1n;
  const text = '10000000000.00';
  const members = { maximum: 9_999_999_999.99 };
  const subtotals: [string, ReturnType<typeof line>[], [pointer: string, detail: string][]][] = [
    ['a unit price', [line(1n, 1n), line(over, 1n)], [['#/items/1', `the unit price of A is ${text}`]]],
    ["a line's subtotal", [line(1n, over)], [['#/items/0/quantity', `the subtotal of A is ${text}`]]],
    ['the subtotal', [line(1n, MAX_CENTS), line(1n, 1n)], [['#/items', `the subtotal is ${text}`]]],
  ];
  it.each(subtotals)('with %s over 9 999 999 999.99', (_, lines, faults) => {
    const errors = faults.map(([pointer, detail]) => ({ pointer, detail, code: 'amount_out_of_range' }));
    expect(() => requireSubtotalsInRange(lines)).toThrow(
      expect.objectContaining({ code: 'amount_out_of_range', options: { errors, members } }),
    );
  });

  it('with shipping that takes the total over the maximum, unless a discount keeps it within', () => {
    const errors = [
      { pointer: '#/shipping/amount', detail: `the total is ${text}`, code: 'amount_out_of_range' },
    ];
    expect(() => requireTotalInRange(totalsOf([MAX_CENTS], [[0n]], { shipping: 1n, charges: 0n }))).toThrow(
      expect.objectContaining({ code: 'amount_out_of_range', options: { errors, members } }),
    );
    requireTotalInRange(totalsOf([MAX_CENTS], [[1n]], { shipping: 1n, charges: 0n }));
    requireSubtotalsInRange([line(MAX_CENTS, MAX_CENTS)]);
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

  it('keeps its sign, and four decimals if it is a quantity', () => {
    fc.assert(
      fc.property(quantity, (text) => {
        expect(microText(toMicro(text))).toBe(String(Number(text)));
        expect(toMicro(Number(text))).toBe(toMicro(text));
        expect(toMicro(`-${text}`)).toBe(-toMicro(text));
        expect(isSame(fraction(microText(-toMicro(text)).replace('-', '')), fraction(text))).toBe(true);
      }),
    );
  });

  it('keeps ten decimals if it is a unit price, also where JavaScript writes an exponent', () => {
    const small = decimal(0, 10);
    fc.assert(
      fc.property(fc.oneof(small, finePrice), (text) => {
        const number = Number(text);
        expect(toUnitPrice(number)).toBe(toUnitPrice(text));
        expect(toUnitPrice(JSON.stringify(number))).toBe(toUnitPrice(text));
        expect(unitPriceNumber(toUnitPrice(text))).toBe(number);
        expect(plainText(number)).toMatch(/^\d+(\.\d*[1-9])?$/);
        expect(isSame(fraction(plainText(number)), fraction(text))).toBe(true);
      }),
    );
    expect([1e-7, -0, 1e2, 1e-10].map(plainText)).toEqual(['0.0000001', '0', '100', '0.0000000001']);
    expect(['1E2', '1e-7', '-0.0', '12e-1'].map(toUnitPrice)).toEqual(
      ['100', '0.0000001', '0', '1.2'].map(toUnitPrice),
    );
  });

  it.each([0.001, 1.005, 1e-7, 19.999, '0.001', '1e-3000'])(
    'cannot have more than 2 decimals: refuses %s',
    (value) => {
      expect(() => toCents(value)).toThrow('has more than 2 decimals');
      if (typeof value === 'number') expect(decimalsOf(value)).toBeGreaterThan(2);
    },
  );

  it.each([Number.NaN, Number.POSITIVE_INFINITY, '1e', 'e3', '', '1.'])(
    'cannot be parsed from %s',
    (value) => {
      expect(() => toCents(value)).toThrow(RangeError);
    },
  );
});
