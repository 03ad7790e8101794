import { expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';
import { openShop } from '../../support/trade.ts';

const environment = sharedEnvironment();
const TRIED = 100;

it('tries only the first 100 promotions for an order, so thousands of them delay nobody else', async () => {
  const shop = await openShop(environment());
  const product = await stocked(shop.tp, 10, { price: 50 });
  const promotion = (priority: number) => ({
    name: `P${priority}`,
    priority,
    stackable: true,
    discount: { type: 'fixed_amount', amount: 0.01 },
  });
  const made = Array.from({ length: TRIED + 20 }, (_, priority) => promotion(priority));
  for (const items of [made.slice(0, TRIED), made.slice(TRIED)])
    expect((await shop.request('POST', '/promotions/batch', { body: { items } })).status).toBe(200);
  const { discounts, total } = await shop.order({ items: [{ product_id: product.id, quantity: 1 }] });
  expect([discounts.length, total]).toEqual([TRIED, 49]);
  expect(discounts.map(({ name }) => name)).toEqual(
    made
      .slice(-TRIED)
      .reverse()
      .map(({ name }) => name),
  );
});

it("applies a coupon's promotion however many others there are", async () => {
  const shop = await openShop(environment());
  const product = await stocked(shop.tp, 10, { price: 50 });
  const discount = { type: 'fixed_amount', amount: 0.01 };
  const others = Array.from({ length: TRIED }, (_, i) => ({ name: `P${i}`, priority: 9, discount }));
  await shop.request('POST', '/promotions/batch', { body: { items: others } });
  const { id } = await shop.promotions.create({
    name: 'Clube',
    requires_coupon: true,
    discount: { type: 'percentage', percentage: 50 },
  });
  await shop.coupons.create({ code: 'CLUBE', promotion_id: id });
  const order = await shop.order({ items: [{ product_id: product.id, quantity: 1 }], coupon_code: 'clube' });
  expect(order.total).toBe(24.99);
});
