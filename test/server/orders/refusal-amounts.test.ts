import { describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { buyer, stocked } from '../../support/shop.ts';
import { openShop, refusal } from '../../support/trade.ts';

const environment = sharedEnvironment();
const discount = { type: 'fixed_amount', amount: 1 } as const;

/** A shop with 5 units of a product at 10.00. */
async function shopOf(fields = {}) {
  const shop = await openShop(environment());
  const product = await stocked(shop.tp, 5, fields);
  const items = (...quantities: number[]) =>
    quantities.map((quantity) => ({ product_id: product.id, quantity }));
  return { ...shop, product, product_id: product.id, items };
}

/** Matches the `errors` of a problem without their details. */
const faults = (...errors: object[]) => ({ errors: errors.map((error) => expect.objectContaining(error)) });

describe('insufficient_stock', () => {
  it('for an order shows the total requested of a product, and what is available', async () => {
    const { order, items, tp, product_id } = await shopOf();
    await order({ items: items(1.5) });
    const plenty = await stocked(tp, 100);
    const wanted = [...items(2), { product_id: plenty.id, quantity: 1 }, ...items(2.5)];
    const short = { code: 'insufficient_stock', product_id, requested: 4.5, available: 3.5 };
    await expect(order({ items: wanted })).rejects.toMatchObject({
      ...refusal(409, 'insufficient_stock'),
      ...faults({ ...short, pointer: '#/items/0/quantity' }, { ...short, pointer: '#/items/2/quantity' }),
    });
  });

  it('shows an available quantity below zero', async () => {
    const { order, items, tp, product_id } = await shopOf();
    await order({ items: items(5) });
    await tp.products.adjustStock(product_id, { mode: 'set', quantity: 2, reason: 'count' });
    const refused = order({ items: items(1) });
    await expect(refused).rejects.toMatchObject(faults({ requested: 1, available: -3 }));
  });

  it('for a shipment or an adjustment shows what is on hand', async () => {
    const { order, move, items, tp, product_id } = await shopOf({ allow_backorder: true });
    const { id } = await order({ items: items(4, 2.25) });
    await expect(move(id, 'In_Transit')).rejects.toMatchObject({
      ...refusal(409, 'insufficient_stock'),
      ...faults({ pointer: '#/status', product_id, requested: 6.25, on_hand: 5 }),
    });
    const taken = { mode: 'delta', quantity: -5.5, reason: 'loss' } as const;
    await expect(tp.products.adjustStock(product_id, taken)).rejects.toMatchObject({
      ...refusal(409, 'insufficient_stock'),
      ...faults({ pointer: '#/quantity', product_id, on_hand: 5 }),
    });
  });

  it('for a return that takes a balance over its maximum shows what is on hand', async () => {
    const { order, move, items, tenantId, product_id } = await shopOf();
    const { id } = await order({ items: items(2) });
    await move(id, 'In_Transit');
    const full = 'UPDATE stock_balances SET on_hand = 999999999998.5 WHERE tenant_id = $1';
    await environment().context.db.query(full, [tenantId]);
    await expect(move(id, 'Canceled', { reason: 'x', restock: true })).rejects.toMatchObject({
      ...refusal(409, 'insufficient_stock'),
      ...faults({ pointer: '#/restock', product_id, requested: 2, on_hand: 999999999998.5 }),
    });
  });
});

it('stale_stock shows what is on hand', async () => {
  const { tp, product_id } = await shopOf();
  const stale = { mode: 'set', quantity: 3, reason: 'count', expected_on_hand: 4 } as const;
  await expect(tp.products.adjustStock(product_id, stale)).rejects.toMatchObject({
    ...refusal(409, 'stale_stock'),
    ...faults({ pointer: '#/expected_on_hand', product_id, on_hand: 5 }),
  });
});

it('total_mismatch shows both totals', async () => {
  const { order, items } = await shopOf();
  await expect(order({ items: items(2), expected_total: 19.9 })).rejects.toMatchObject({
    ...refusal(409, 'total_mismatch', '#/expected_total'),
    ...{ total: 20, expected_total: 19.9 },
  });
});

it('amount_out_of_range shows the largest amount', async () => {
  const { order, items } = await shopOf({ price: 9_999_999_999.99, track_stock: false });
  await expect(order({ items: items(2) })).rejects.toMatchObject({
    ...refusal(422, 'amount_out_of_range'),
    maximum: 9_999_999_999.99,
  });
});

it('coupon_exhausted shows which limit was reached', async () => {
  const { order, items, coupons, tp } = await shopOf();
  await coupons.create({ code: 'A', discount, usage_limit: 2, usage_limit_per_customer: 1 });
  const use = (customer_id: number) => order({ customer_id, items: items(1), coupon_code: 'A' });
  const [ana, bia] = [await buyer(tp), await buyer(tp)];
  await use(ana.id);
  const exhausted = refusal(409, 'coupon_exhausted', '#/coupon_code');
  const byCustomer = { limited_by: 'usage_limit_per_customer', limit: 1, used: 1 };
  await expect(use(ana.id)).rejects.toMatchObject({ ...exhausted, ...byCustomer });
  await use(bia.id);
  const byAll = { limited_by: 'usage_limit', limit: 2, used: 2 };
  await expect(use((await buyer(tp)).id)).rejects.toMatchObject({ ...exhausted, ...byAll });
});

it('overlap shows the other price table', async () => {
  const { priceTables } = await shopOf();
  const table = { name: 'T', kind: 'fixed', is_default: true } as const;
  const { id } = await priceTables.create({ ...table, code: 'A' });
  await expect(priceTables.create({ ...table, code: 'B' })).rejects.toMatchObject({
    ...refusal(409, 'overlap'),
    ...faults({ pointer: '#/is_default', price_table_id: id }),
  });
});

it('in_use shows what refers to the row', async () => {
  const { tp, promotions, coupons, priceTables } = await shopOf();
  const category = await tp.categories.create({ name: 'Cafés' });
  await stocked(tp, 0, { category_id: category.id });
  await tp.categories.create({ name: 'Moídos', parent_id: category.id });
  const promotion = await promotions.create({ name: 'P', discount, requires_coupon: true });
  await coupons.create({ code: 'A', promotion_id: promotion.id });
  const table = await priceTables.create({ name: 'T', code: 'T', kind: 'fixed' });
  await tp.customers.create({ type: 'person', name: 'Ana', price_table_id: table.id });
  await expect(tp.categories.delete(category.id)).rejects.toMatchObject({
    ...refusal(409, 'in_use'),
    problem: { in_use_by: ['products', 'categories'] },
  });
  await expect(promotions.delete(promotion.id)).rejects.toMatchObject({ in_use_by: ['coupons'] });
  await expect(priceTables.delete(table.id)).rejects.toMatchObject({ in_use_by: ['customers'] });
});

it('version_mismatch shows the current version', async () => {
  const { tp, product_id } = await shopOf();
  await tp.products.update(product_id, { price: 11 });
  await expect(tp.products.update(product_id, { price: 12 }, { ifMatch: '"1"' })).rejects.toMatchObject({
    ...refusal(412, 'version_mismatch'),
    problem: { version: 2 },
  });
});
