import { describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';

const environment = sharedEnvironment();
const PRODUCT = { product_external_id: 'P-1', sku: 'CAF' };

/** An order with everything that is recorded on one, of rows that all have an id of yours. */
async function shop() {
  const { tp } = await environment().tenant();
  const product = await stocked(tp, 10, { external_id: 'P-1', sku: 'CAF' });
  const customer = await tp.customers.create({ type: 'person', name: 'Ana', external_id: 'K-1' });
  const coupon = await tp.coupons.create({
    ...{ code: 'DEZ', external_id: 'V-1', discount: { type: 'percentage', percentage: 10 } },
  });
  const { id } = await tp.orders.create({
    ...{ customer_id: customer.id, external_id: 'O-1', coupon_code: 'DEZ' },
    items: [{ product_id: product.id, quantity: 2 }],
  });
  await tp.orders.addPayment(id, { amount: 5, method: 'pix' });
  await tp.orders.refund(id, { amount: 5, reason: 'r' });
  await tp.orders.setStatus(id, { status: 'In_Transit' });
  await tp.orders.addDeliveryAttempt(id, { outcome: 'failed', reason: 'r' });
  await tp.orders.addDeliveryAttempt(id, { outcome: 'delivered' });
  await tp.orders.return(id, { items: [{ line: 1, quantity: 0.5 }], restock: true, reason: 'r' });
  return { tp, id, product, coupon, customer };
}

describe('beside an id of ours', () => {
  it('a list shows yours, today', async () => {
    const { tp, id, coupon, product } = await shop();
    const ofOrder = { order_id: id, order_external_id: 'O-1' };
    for (const list of [tp.orders.payments(), tp.orders.refunds(), tp.orders.deliveryAttempts()])
      expect((await list).data[0]).toMatchObject(ofOrder);
    const items = [{ line: 1, product_id: product.id, ...PRODUCT, quantity: 0.5 }];
    expect((await tp.orders.returns()).data).toMatchObject([{ ...ofOrder, items, refund_id: null }]);
    const redemptions = await tp.coupons.redemptions(coupon.id);
    const named = { coupon_external_id: 'V-1', order_external_id: 'O-1', customer_external_id: 'K-1' };
    expect(redemptions.data).toMatchObject([named]);
    const movements = (await tp.stock.movements()).data.map(({ type, sku, ...row }) => [
      ...[type, sku, row.product_external_id, row.order_external_id],
    ]);
    expect(movements).toEqual([
      ['adjustment', 'CAF', 'P-1', null],
      ...['reservation', 'shipment', 'return'].map((type) => [type, 'CAF', 'P-1', 'O-1']),
    ]);
    await tp.products.update(product.id, { external_id: null, sku: 'CAF-2' });
    expect((await tp.stock.movements({ limit: 1 })).data[0]).toMatchObject({
      ...{ product_external_id: null, sku: 'CAF-2' },
    });
  });

  it('the row itself does, too, and what a write returns', async () => {
    const { tp, id, product } = await shop();
    const ofOrder = { order_id: id, order_external_id: 'O-1' };
    expect(await tp.orders.getPayment(id, 1)).toMatchObject(ofOrder);
    expect(await tp.orders.getReturn(id, 1)).toMatchObject({ ...ofOrder, items: [PRODUCT], reason: 'r' });
    const adjustment = { mode: 'delta', quantity: 1, reason: 'receipt' } as const;
    const { movement, balance } = await tp.stock.adjust({ product_id: product.id, ...adjustment });
    expect(movement).toMatchObject({ ...PRODUCT, order_external_id: null });
    expect(balance).toMatchObject(PRODUCT);
    expect(await tp.stock.getMovement(movement.id)).toEqual(movement);
    const [row] = await tp.stock.batch([{ ...adjustment, sku: 'CAF' }]);
    expect(row!.data).toMatchObject(PRODUCT);
    expect((await tp.stock.list()).data).toMatchObject([PRODUCT]);
  });
});
