import { describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { percent, shopWithPromotions } from '../../support/shop-with-promotions.ts';
import type { OrderBody } from '../../support/trade.ts';

const environment = sharedEnvironment();
const threeForTwo = { type: 'buy_x_get_y', buy_quantity: 2, get_quantity: 1 } as const;

/** A shop, and functions that build lines of a product of 10.00 and quote the discount of each line. */
async function splitShop() {
  const shop = await shopWithPromotions(environment());
  const lines = (...quantities: number[]): OrderBody['items'] =>
    quantities.map((quantity) => ({ product_id: shop.ten.id, quantity }));
  const discounts = async (items: OrderBody['items']) =>
    (await shop.quote({ items })).items.map(({ discount }) => discount);
  return { ...shop, lines, discounts };
}

describe('the quantities of a product are added up over its lines', () => {
  it('for the tier of a price table, which applies to each of the lines', async () => {
    const { priceTables, quote, lines, ten, less } = await splitShop();
    const { id: price_table_id } = await priceTables.create({ name: 'T', code: 'T', kind: 'fixed' });
    const tiers = [{ price: 9 }, { min_quantity: 3, price: 7 }];
    await priceTables.set(price_table_id, ...tiers.map((tier) => ({ product_id: ten.id, ...tier })));
    const unitPrices = async (items: OrderBody['items']) =>
      (await quote({ items, price_table_id })).items.map(({ unit_price }) => unit_price);
    expect(await unitPrices(lines(3))).toEqual([7]);
    expect(await unitPrices(lines(1, 1, 1))).toEqual([7, 7, 7]);
    expect(await unitPrices(lines(1, 1.999))).toEqual([9, 9]);
    expect(await unitPrices(lines(2.999, 0.001))).toEqual([7, 7]);
    const other = { product_id: less.id, quantity: 5 };
    expect(await unitPrices([...lines(2), other])).toEqual([9, 2.5]);
    expect(await unitPrices([...lines(2), other, ...lines(1)])).toEqual([7, 2.5, 7]);
  });

  it('however the lines name the product', async () => {
    const { promote, discounts, ten, tp } = await splitShop();
    await tp.products.update(ten.id, { external_id: 'E1' });
    await promote(threeForTwo);
    const named = [{ product_id: ten.id }, { sku: ten.sku }, { external_id: 'E1' }];
    expect(await discounts(named.map((name) => ({ ...name, quantity: 1 })))).toEqual([3.34, 3.33, 3.33]);
  });

  it('for buy_x_get_y, whose discount is allocated by what is left of each line', async () => {
    const { promote, discounts, lines, less } = await splitShop();
    await promote(threeForTwo);
    expect(await discounts(lines(3))).toEqual([10]);
    expect(await discounts(lines(1, 1, 1))).toEqual([3.34, 3.33, 3.33]);
    expect(await discounts(lines(0.5, 2.5))).toEqual([1.67, 8.33]);
    expect(await discounts(lines(1, 1.999))).toEqual([0, 0]);
    // Two products are counted separately.
    expect(await discounts([...lines(2), { product_id: less.id, quantity: 2 }])).toEqual([0, 0]);
  });

  it("for a promotion's min_quantity", async () => {
    const { promote, discounts, lines } = await splitShop();
    await promote(percent(10), { conditions: { min_quantity: 2.5 } });
    expect(await discounts(lines(1, 1.5))).toEqual([1, 1.5]);
    expect(await discounts(lines(1, 1.499))).toEqual([0, 0]);
  });
});
