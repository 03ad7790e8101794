import { describe, expect, it } from 'vitest';
import { toUnitPrice, unitPriceNumber } from '../../../server/base/money.ts';
import { type PriceTable, priceOf, tryInOrder } from '../../../server/trade/pricing/rules/price.ts';

const fixed = (id: number): PriceTable => ({ id, source: 'default_price_table', basisPoints: undefined });
const percentage = (id: number, basisPoints: bigint): PriceTable => ({ ...fixed(id), basisPoints });
const entry = (tableId: number, fromMicro: bigint, unitPrice: bigint) => ({ tableId, fromMicro, unitPrice });

describe('the price of a product', () => {
  it('comes from the first table with an entry for the quantity, whatever order the entries are in', () => {
    const entries = [entry(2, 0n, 20n), entry(1, 2_000n, 12n), entry(3, 0n, 30n), entry(1, 1_000n, 11n)];
    const tables = tryInOrder([fixed(1), fixed(2), fixed(3)]);
    const price = (micro: bigint) => priceOf({ unitPrice: 99n, entries }, micro, tables).unitPrice;
    expect([price(999n), price(1_000n), price(1_999n), price(2_000n)]).toEqual([20n, 11n, 11n, 12n]);
  });

  it('never comes from a table after a percentage table', () => {
    const tables = tryInOrder([fixed(1), percentage(2, 1_000n), fixed(3), percentage(4, 0n)]);
    expect([...tables.ranks.keys()]).toEqual([1, 2]);
    const price = (entries: ReturnType<typeof entry>[]) =>
      priceOf({ unitPrice: toUnitPrice(50), entries }, 1_000n, tables);
    const ofSecond = { unitPrice: toUnitPrice(55), source: { price_table_id: 2 } };
    expect(price([entry(3, 0n, 7n)])).toMatchObject(ofSecond);
    expect(price([entry(3, 0n, 7n), entry(1, 0n, 9n)])).toMatchObject({ unitPrice: 9n });
  });

  it("is found by the product's entries, without reading each of 1001 tables", () => {
    const { tables, ranks } = tryInOrder(Array.from({ length: 1_001 }, (_, i) => fixed(i + 1)));
    let reads = 0;
    const counted = new Proxy(tables, {
      get: (target, key) => {
        reads += 1;
        return Reflect.get(target, key);
      },
    });
    const product = { unitPrice: 50n, entries: [entry(1_001, 0n, 7n)] };
    expect(priceOf(product, 1_000n, { tables: counted, ranks }).unitPrice).toBe(7n);
    expect(reads).toBeLessThan(5);
  });

  const fine: [price: number, percentage: number, want: number][] = [
    [0.0375, -10, 0.0338], // 0.03375: half a unit of the fourth decimal
    [0.12345, -10, 0.11111], // 0.111105
    [1.5, -33.33, 1], // 1.00005, at the two decimals of an amount
    [1e-10, -50, 1e-10], // half of the last decimal
    [1e-10, -50.01, 0],
    [99_999.9999999994, 100, 199_999.999999999], // 199999.9999999988 has 16 digits
    [23_942.1312345678, 1000, 263_363.443580246], // 263363.4435802458
  ];
  it.each(fine)('as fine as %d changed by %d percent is %d, as a JSON number keeps it', (price, by, want) => {
    const tables = tryInOrder([percentage(1, BigInt(Math.round(by * 100)))]);
    const { unitPrice } = priceOf({ unitPrice: toUnitPrice(price), entries: [] }, 1n, tables);
    expect(unitPriceNumber(unitPrice)).toBe(want);
    expect(toUnitPrice(unitPriceNumber(unitPrice))).toBe(unitPrice);
  });
});
