import { describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';
import { openShop, type PriceTableCreate, refusal } from '../../support/trade.ts';

const environment = sharedEnvironment();
const [PAST, FUTURE] = ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z'];

/** A shop with one product of 10.00, and a function that creates price tables for it. */
async function pricedShop(price = 10) {
  const shop = await openShop(environment());
  const { priceTables, quote, tp, customer } = shop;
  const { id: product_id } = await stocked(tp, 0, { price, track_stock: false });
  let made = 0;
  return {
    ...shop,
    product_id,
    table: async (cents: number | null, more: Partial<PriceTableCreate> = {}) => {
      made += 1;
      const { id } = await priceTables.create({ name: 'T', code: `T${made}`, kind: 'fixed', ...more });
      if (cents !== null) await priceTables.set(id, { product_id, price: cents });
      return id;
    },
    giveCustomer: (price_table_id: number | null) => tp.customers.update(customer.id, { price_table_id }),
    priceOf: async (price_table_id: number | null = null, quantity = 1) => {
      const { items } = await quote({ items: [{ product_id, quantity }], price_table_id });
      const { unit_price, price_source } = items[0]!;
      return [unit_price, price_source.type, price_source.price_table_id];
    },
  };
}

describe('the price of a line', () => {
  it("comes from the order's table, else the customer's, else the default table, else the product", async () => {
    const { table, priceOf, giveCustomer, priceTables } = await pricedShop();
    expect(await priceOf()).toEqual([10, 'product', null]);
    const low = await table(9, { is_default: true });
    expect(await priceOf()).toEqual([9, 'default_price_table', low]);
    const high = await table(8, { is_default: true, priority: 5 });
    expect(await priceOf()).toEqual([8, 'default_price_table', high]);
    const customers = await table(7);
    await giveCustomer(customers);
    expect(await priceOf()).toEqual([7, 'customer_price_table', customers]);
    const orders = await table(6);
    expect(await priceOf(orders)).toEqual([6, 'order_price_table', orders]);
    await priceTables.update(customers, { status: 'inactive' });
    expect(await priceOf()).toEqual([8, 'default_price_table', high]);
  });

  it('skips a table without an entry for the product or the quantity', async () => {
    const { table, priceOf, giveCustomer, priceTables, product_id } = await pricedShop();
    const [orders, customers, base] = [
      await table(null),
      await table(null),
      await table(9, { is_default: true }),
    ];
    await giveCustomer(customers);
    expect(await priceOf(orders)).toEqual([9, 'default_price_table', base]);
    await priceTables.set(orders, { product_id, min_quantity: 2, price: 3 });
    await priceTables.set(customers, { product_id, min_quantity: 1.5, price: 4 });
    expect(await priceOf(orders, 2)).toEqual([3, 'order_price_table', orders]);
    expect(await priceOf(orders, 1.999)).toEqual([4, 'customer_price_table', customers]);
    expect(await priceOf(orders, 1.499)).toEqual([9, 'default_price_table', base]);
  });

  it('comes from the highest min_quantity reached, even if a lower one is cheaper', async () => {
    const { table, priceOf, priceTables, product_id } = await pricedShop();
    const id = await table(9);
    const tiers = [
      { min_quantity: 100, price: 7 },
      { min_quantity: 10, price: 8.5 },
      { min_quantity: 50, price: 12 },
    ];
    await priceTables.set(id, ...tiers.map((tier) => ({ product_id, ...tier })));
    const prices = [];
    for (const quantity of [0.001, 9.999, 10, 49.999, 50, 99.999, 100, 5000])
      prices.push((await priceOf(id, quantity))[0]);
    expect(prices).toEqual([9, 9, 8.5, 8.5, 12, 12, 7, 7]);
  });

  const percentages: [price: number, percentage: number, want: number][] = [
    [39.9, -10, 35.91],
    [0.05, -10, 0.05], // 0.045: exactly half a cent
    [0.05, -10.01, 0.04], // 0.044995: less than half a cent
    [0.01, 50, 0.02],
    [19.99, 0.25, 20.04], // 20.039975
    [10, -100, 0],
    [10, 0, 10],
    [0.33, 1000, 3.63],
  ];
  it.each(percentages)(
    'in a percentage table: %d changed by %d percent is %d, rounded half-up',
    async (price, percentage, want) => {
      const { table, priceOf } = await pricedShop(price);
      const id = await table(null, { kind: 'percentage', percentage });
      expect(await priceOf(id)).toEqual([want, 'order_price_table', id]);
    },
  );

  it('comes from a table only while it is valid: active, from starts_at until just before ends_at', async () => {
    const { table, priceOf } = await pricedShop();
    const holding: Partial<PriceTableCreate>[] = [
      { starts_at: PAST },
      { ends_at: FUTURE },
      { starts_at: PAST, ends_at: FUTURE },
    ];
    for (const time of holding) expect((await priceOf(await table(5, time)))[0]).toBe(5);
    const not: Partial<PriceTableCreate>[] = [
      { starts_at: FUTURE },
      { ends_at: PAST },
      { status: 'inactive' },
    ];
    for (const time of not) {
      await expect(priceOf(await table(5, time))).rejects.toMatchObject(
        refusal(422, 'invalid_reference', '#/price_table_id'),
      );
      await table(5, { ...time, is_default: true });
    }
    expect(await priceOf()).toEqual([10, 'product', null]);
    const { id: foreign } = await (await pricedShop()).priceTables.create({
      name: 'F',
      code: 'F',
      kind: 'fixed',
    });
    await expect(priceOf(foreign)).rejects.toMatchObject({ code: 'invalid_reference' });
  });

  it('stays the same on a placed order when the table is changed or deleted', async () => {
    const { table, order, tp, priceTables, product_id } = await pricedShop();
    const id = await table(5);
    const placed = await order({ items: [{ product_id, quantity: 3 }], price_table_id: id });
    expect(placed).toMatchObject({ price_table_id: id, total: 15, items: [{ unit_price: 5 }] });
    await priceTables.set(id, { product_id, price: 1 });
    await priceTables.delete(id);
    expect(await tp.orders.get(placed.id)).toEqual(placed);
  });
});
