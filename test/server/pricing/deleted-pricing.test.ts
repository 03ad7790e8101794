import { expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';
import { openShop } from '../../support/trade.ts';

const environment = sharedEnvironment();

it('lists the redemptions of a deleted coupon, but only to its own tenant', async () => {
  const { tp, order, coupons } = await openShop(environment());
  const { sku } = await stocked(tp, 10);
  const { id } = await coupons.create({ code: 'OI', discount: { type: 'fixed_amount', amount: 1 } });
  const placed = await order({ items: [{ sku, quantity: 1 }], coupon_code: 'OI' });
  const before = await coupons.redemptions(id);
  await coupons.delete(id);
  await expect(coupons.get(id)).rejects.toMatchObject({ status: 404 });
  const deleted = (await coupons.list({ include_deleted: 'true', code: 'oi' })).map((coupon) => coupon.id);
  expect(deleted).toEqual([id]);
  expect(await coupons.redemptions(id)).toEqual(before);
  expect(before).toMatchObject([{ coupon_id: id, order_id: placed.id, released_at: null }]);
  const stranger = await openShop(environment());
  for (const unknown of [id, 2_000_000_000])
    await expect(stranger.coupons.redemptions(unknown)).rejects.toMatchObject({ status: 404 });
});

it('lists the entries of a deleted price table, but only to its own tenant, and refuses to set any', async () => {
  const { tp, priceTables } = await openShop(environment());
  const product = await stocked(tp, 0);
  const { id } = await priceTables.create({ name: 'Atacado', code: 'A', kind: 'fixed' });
  const entry = { product_id: product.id, price: 7, min_quantity: 2 };
  await priceTables.set(id, entry);
  await priceTables.delete(id);
  expect(await priceTables.entries(id)).toMatchObject([entry]);
  await expect(priceTables.set(id, entry)).rejects.toMatchObject({ status: 404 });
  const stranger = await openShop(environment());
  for (const unknown of [id, 2_000_000_000])
    await expect(stranger.priceTables.entries(unknown)).rejects.toMatchObject({ status: 404 });
});
