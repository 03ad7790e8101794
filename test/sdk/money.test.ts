import { readFileSync } from 'node:fs';
import { ConfigurationError, money, unitPrice } from '@tradepost/sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('money', () => {
  it.each([
    [11.129999999999999, 11.13],
    [12.9 * 1.1, 14.19],
    [1.005, 1.01],
    [0.125, 0.13],
    [8.904999999999999, 8.91],
    [2.5, 2.5],
    [0, 0],
    [1e-9, 0],
    [9_999_999_999.994, 9_999_999_999.99],
  ])('of %d is %d', (value, rounded) => expect(money(value)).toBe(rounded));

  it('is needed for the product of the README, and makes of it what the README says', () => {
    const readme = readFileSync(new URL('../../sdk/README.md', import.meta.url), 'utf8');
    const [, left, right, product, rounded] = /computes ([\d.]+) \* ([\d.]+) as ([\d.]+),.*?` is ([\d.]+\d)/s
      .exec(readme)!
      .map(Number);
    expect(left! * right!).toBe(product);
    expect(money(left! * right!)).toBe(rounded);
    expect(product).not.toBe(rounded);
  });

  it('has at most 2 decimals and is at most half a cent away', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10 ** 9 }),
        fc.double({ min: 0, max: 3, noNaN: true }),
        (cents, factor) => {
          const rounded = money((cents / 100) * factor);
          expect(String(rounded)).toMatch(/^\d+(\.\d{1,2})?$/);
          expect(Math.abs(rounded - (cents / 100) * factor)).toBeLessThanOrEqual(0.005 + 1e-6);
        },
      ),
    );
  });

  it.each([Number.NaN, Infinity, 1e13, 1e15, 1e19, 1e20, 1e21, -1e21, 1e300, '12.5', 5n, null, undefined])(
    'refuses %s',
    (value) => expect(() => money(value as number)).toThrow(ConfigurationError),
  );

  it.each([
    [9_999_999_999_999.99, 9_999_999_999_999.99],
    [-12.345, -12.34],
    [1e-300, 0],
  ])('of %d is %d, at the ends of what it takes', (value, rounded) => expect(money(value)).toBe(rounded));
});

describe('unitPrice', () => {
  it.each([
    [0.1 * 0.7, 0.07],
    [12.9 * 1.1, 14.19],
    [1 / 3, 0.3333333333],
    [100_000 / 3, 33_333.3333333333],
    [0.000_000_000_05, 0.000_000_000_1],
    [-1 / 3, -0.3333333333],
  ])('of %d is %d', (value, rounded) => expect(unitPrice(value)).toBe(rounded));

  it('has at most 10 decimals and 15 digits', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 9_999_999_999, noNaN: true }), (value) => {
        const price = unitPrice(value);
        expect(Number(price.toFixed(10))).toBe(price);
        expect(Number(price.toPrecision(15))).toBe(price);
      }),
    );
  });
});
