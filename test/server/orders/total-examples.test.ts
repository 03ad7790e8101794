import { expect, it } from 'vitest';
import { codeBlocks, guides } from '../../support/guides.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';
import { off, percent } from '../../support/shop-with-promotions.ts';
import { openShop } from '../../support/trade.ts';

const environment = sharedEnvironment();

const chapter = guides.en.totals!;

/** The amounts of the worked examples, in document order. */
const examples = codeBlocks(chapter).map(({ code }) => JSON.parse(code) as object);

it('finds the examples of the guide "How a total is computed"', () => {
  expect(chapter.match(/^## Example \d/gm)).toEqual([...['## Example 1', '## Example 2', '## Example 3']]);
  expect(examples).toHaveLength(3);
});

it('computes example 1 of the guide: a tier, two promotions and a coupon', async () => {
  const { tp, customer, priceTables, promotions, coupons, order, quote } = await openShop(environment());
  const a = await stocked(tp, 0, { price: 39.9, track_stock: false });
  const b = await stocked(tp, 0, { price: 12.9, track_stock: false });
  const { id: price_table_id } = await priceTables.create({ name: 'T', code: 'T', kind: 'fixed' });
  const entries = [{ price: 37.9 }, { min_quantity: 3, price: 34.9 }];
  await priceTables.set(price_table_id, ...entries.map((entry) => ({ product_id: a.id, ...entry })));
  await tp.customers.update(customer.id, { price_table_id });
  await promotions.create({ name: '10 %', discount: percent(10), priority: 2, stackable: true });
  await promotions.create({ name: '10.00', discount: off(10), priority: 1, stackable: true });
  await coupons.create({ code: 'CINCO', discount: percent(5) });
  const items = [
    { product_id: a.id, quantity: 1 },
    { product_id: b.id, quantity: 0.333 },
    { product_id: a.id, quantity: 2 },
  ];
  const body = { items, coupon_code: 'cinco', shipping: { amount: 15 } };
  expect(await quote(body)).toMatchObject(examples[0]!);
  expect(await order(body)).toMatchObject(examples[0]!);
});

it('computes example 2 of the guide: three for two, and a coupon that takes the rest', async () => {
  const { tp, promotions, coupons, order, quote } = await openShop(environment());
  const drinks = await tp.categories.create({ name: 'Drinks' });
  const { id: category_id } = await tp.categories.create({ name: 'Coffees', parent_id: drinks.id });
  const { id: product_id } = await stocked(tp, 0, { price: 10, category_id, track_stock: false });
  await promotions.create({
    ...{ name: '3 for 2', priority: 1, stackable: false },
    discount: { type: 'buy_x_get_y', buy_quantity: 2, get_quantity: 1 },
    target: { type: 'categories', category_ids: [drinks.id] },
  });
  await promotions.create({ name: '10 %', discount: percent(10), stackable: true });
  await coupons.create({ code: 'TUDO', discount: off(50) });
  const items = [1, 1, 1].map((quantity) => ({ product_id, quantity }));
  const body = { items, coupon_code: 'TUDO' };
  expect(await quote(body)).toMatchObject(examples[1]!);
  expect(await order(body)).toMatchObject(examples[1]!);
});

it('computes example 3 of the guide: an agreed price beside computed ones', async () => {
  const { tp, priceTables, promotions, coupons, order, quote } = await openShop(environment());
  const { id: product_id } = await stocked(tp, 0, { price: 40, track_stock: false });
  const table = await priceTables.create({ name: 'T', code: 'T', kind: 'fixed', is_default: true });
  await priceTables.set(table.id, { product_id, min_quantity: 5, price: 38 });
  const conditions = { min_amount: 100 };
  await promotions.create({ name: '10 %', discount: percent(10), stackable: true, conditions });
  await coupons.create({ code: 'CINCO', discount: off(5) });
  const items = [
    { product_id, quantity: 2, unit_price: 35.5, discount: 1 },
    { product_id, quantity: 3 },
  ];
  const body = { items, coupon_code: 'CINCO', shipping: { amount: 15 } };
  expect(await quote(body)).toMatchObject(examples[2]!);
  expect(await order(body)).toMatchObject(examples[2]!);
});
