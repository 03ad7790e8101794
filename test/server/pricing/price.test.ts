import { describe, expect, it } from 'vitest';
import { type PriceTable, priceOf, tryInOrder } from '../../../server/trade/pricing/rules/price.ts';

const fixed = (id: number): PriceTable => ({ id, source: 'default_price_table', basisPoints: undefined });
const percentage = (id: number, basisPoints: bigint): PriceTable => ({ ...fixed(id), basisPoints });
const entry = (tableId: number, fromMilli: bigint, cents: bigint) => ({ tableId, fromMilli, cents });

describe('the price of a product', () => {
  it('comes from the first table with an entry for the quantity, whatever order the entries are in', () => {
    const entries = [entry(2, 0n, 20n), entry(1, 2_000n, 12n), entry(3, 0n, 30n), entry(1, 1_000n, 11n)];
    const tables = tryInOrder([fixed(1), fixed(2), fixed(3)]);
    const price = (milli: bigint) => priceOf({ cents: 99n, entries }, milli, tables).unitCents;
    expect([price(999n), price(1_000n), price(1_999n), price(2_000n)]).toEqual([20n, 11n, 11n, 12n]);
  });

  it('never comes from a table after a percentage table', () => {
    const tables = tryInOrder([fixed(1), percentage(2, 1_000n), fixed(3), percentage(4, 0n)]);
    expect([...tables.ranks.keys()]).toEqual([1, 2]);
    const price = (entries: ReturnType<typeof entry>[]) => priceOf({ cents: 50n, entries }, 1_000n, tables);
    expect(price([entry(3, 0n, 7n)])).toMatchObject({ unitCents: 55n, source: { price_table_id: 2 } });
    expect(price([entry(3, 0n, 7n), entry(1, 0n, 9n)])).toMatchObject({ unitCents: 9n });
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
    const product = { cents: 50n, entries: [entry(1_001, 0n, 7n)] };
    expect(priceOf(product, 1_000n, { tables: counted, ranks }).unitCents).toBe(7n);
    expect(reads).toBeLessThan(5);
  });
});
