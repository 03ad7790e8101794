import { describe, expect, it } from 'vitest';
import { contentsOf } from '../../support/refusal.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { buyer, stocked } from '../../support/shop.ts';
import { type CouponCreate, type OrderBody, openShop, refusal } from '../../support/trade.ts';

const environment = sharedEnvironment();
const [PAST, FUTURE] = ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z'];

/** A shop with plenty of a product at 10.00, and a coupon OI that takes 3.00 off. */
async function couponShop(more: Partial<CouponCreate> = {}) {
  const shop = await openShop(environment());
  const { sku } = await stocked(shop.tp, 1000);
  const coupon = await shop.coupons.create({
    code: 'OI',
    discount: { type: 'fixed_amount', amount: 3 },
    ...more,
  });
  const items = [{ sku, quantity: 1 }];
  const use = (body: Partial<OrderBody> = {}) => shop.order({ items, coupon_code: 'oi', ...body });
  const validate = (customer_id = shop.customer.id) =>
    shop.coupons.validate({ coupon_code: 'oi', customer_id, items });
  return { ...shop, coupon, items, use, validate };
}

it('redeems a coupon, in any letter case, on the amount that promotions leave', async () => {
  const { use, coupons, coupon, promotions, validate } = await couponShop();
  await promotions.create({ name: 'P', discount: { type: 'percentage', percentage: 90 } });
  expect(await validate()).toEqual({
    valid: true,
    problem_code: null,
    detail: null,
    coupon_id: coupon.id,
    discount: 1,
  });
  const order = await use();
  expect(order).toMatchObject({
    ...{ coupon_code: 'OI', subtotal: 10, discount_total: 10, total: 0, items: [{ discount: 10, total: 0 }] },
    discounts: [
      { type: 'promotion', amount: 9 },
      { type: 'coupon', coupon_id: coupon.id, name: 'OI', amount: 1 },
    ],
  });
  const { created_at } = order;
  const { times_used } = await coupons.get(coupon.id);
  const redemption = {
    coupon_id: coupon.id,
    order_id: order.id,
    customer_id: order.customer_id,
    discount: 1,
  };
  const names = { coupon_external_id: null, order_external_id: null, customer_external_id: null };
  expect([times_used, await coupons.redemptions(coupon.id)]).toEqual([
    1,
    [{ ...redemption, ...names, created_at, released_at: null }],
  ]);
});

describe('a coupon is refused', () => {
  const cases: [string, Partial<CouponCreate>][] = [
    ['when it is not active', { status: 'inactive' }],
    ['before it starts', { starts_at: FUTURE }],
    ['once it has ended', { ends_at: PAST }],
    ['when its code does not exist', { code: 'OUTRO' }],
  ];
  it.each(cases)('%s', async (_, more) => {
    const { use, validate, coupon, tp } = await couponShop(more);
    await expect(use()).rejects.toMatchObject(refusal(422, 'coupon_invalid', '#/coupon_code'));
    expect((await tp.orders.list()).data).toEqual([]);
    expect(await validate()).toEqual({
      ...{ valid: false, problem_code: 'coupon_invalid', detail: expect.stringMatching(/\.$/), discount: 0 },
      coupon_id: coupon.code === 'OI' ? coupon.id : null,
    });
  });

  it('when its promotion is inactive or used up', async () => {
    const { coupons, promotions, coupon, use, validate } = await couponShop();
    const discount = { type: 'percentage', percentage: 50 } as const;
    const { id: promotion_id } = await promotions.create({
      ...{ name: 'P', discount, usage_limit: 1, requires_coupon: true },
    });
    await coupons.update(coupon.id, { discount: null, promotion_id });
    await promotions.update(promotion_id, { status: 'inactive' });
    await expect(use()).rejects.toMatchObject({ code: 'coupon_invalid' });
    await promotions.update(promotion_id, { status: 'active' });
    expect((await use()).total).toBe(5);
    expect((await promotions.get(promotion_id)).times_used).toBe(1);
    await expect(use()).rejects.toMatchObject(refusal(409, 'coupon_exhausted', '#/coupon_code'));
    expect(await validate()).toMatchObject({ valid: false, problem_code: 'coupon_exhausted' });
  });

  it('once it has reached its usage limit, in total or for the customer', async () => {
    const { use, validate, tp, coupon, coupons } = await couponShop({
      usage_limit: 3,
      usage_limit_per_customer: 2,
    });
    const { id: customer_id } = await buyer(tp);
    const usedUp = refusal(409, 'coupon_exhausted', '#/coupon_code');
    await use();
    await use();
    await expect(use()).rejects.toMatchObject(usedUp);
    expect([(await validate()).problem_code, (await validate(customer_id)).valid]).toEqual([
      'coupon_exhausted',
      true,
    ]);
    const { id: order_id } = await use({ customer_id, external_id: 'O-9' });
    await expect(use({ customer_id })).rejects.toMatchObject(usedUp);
    expect((await coupons.get(coupon.id)).times_used).toBe(3);
    expect((await coupons.redemptions(coupon.id, { customer_id: String(customer_id) })).length).toBe(1);
    const named: Record<string, string>[] = [{ order_id: String(order_id) }, { order_external_id: 'O-9' }];
    for (const query of named)
      expect(await coupons.redemptions(coupon.id, query)).toMatchObject([{ order_id, customer_id }]);
    expect(await coupons.redemptions(coupon.id, { order_external_id: 'NONE' })).toEqual([]);
  });
});

describe('a coupon with nothing left to take off', () => {
  /** A promotion of 100 % leaves the coupon nothing to take off. */
  const everything = { type: 'percentage', percentage: 100 } as const;
  const nothingLeft = async () => {
    const one = await couponShop({ usage_limit: 1 });
    await one.promotions.create({ name: 'All', discount: everything });
    return one;
  };

  it('is accepted with amount 0 and not redeemed', async () => {
    const { use, validate, coupons, coupon, quote, items } = await nothingLeft();
    const shown = { type: 'coupon', coupon_id: coupon.id, promotion_id: null, name: 'OI', amount: 0 };
    const amounts = { coupon_code: 'OI', discount_total: 10, total: 0, items: [{ discount: 10, total: 0 }] };
    const discounts = [{ type: 'promotion', amount: 10 }, shown];
    expect(await quote({ items, coupon_code: 'oi' })).toMatchObject({ ...amounts, discounts });
    for (let n = 0; n < 2; n += 1) expect(await use()).toMatchObject({ ...amounts, discounts });
    expect(await validate()).toEqual({
      ...{ valid: true, problem_code: null, coupon_id: coupon.id, discount: 0 },
      detail: 'The coupon takes nothing off this order and would not be redeemed.',
    });
    expect(await coupons.get(coupon.id)).toMatchObject({ times_used: 0 });
    expect(await coupons.redemptions(coupon.id)).toEqual([]);
  });

  it('releases no redemption when the order is canceled', async () => {
    const { use, move, coupons, coupon, promotions } = await nothingLeft();
    const [all] = await promotions.list();
    const empty = await use();
    await promotions.update(all!.id, { status: 'inactive' });
    await use();
    await move(empty.id, 'Canceled');
    expect(await coupons.get(coupon.id)).toMatchObject({ times_used: 1 });
    expect(await coupons.redemptions(coupon.id)).toMatchObject([{ released_at: null, discount: 3 }]);
  });

  it('does not count as a use of its promotion either', async () => {
    const { use, coupons, coupon, promotions } = await couponShop();
    const discount = { type: 'buy_x_get_y', buy_quantity: 1, get_quantity: 1 } as const;
    const { id: promotion_id } = await promotions.create({
      ...{ name: 'P', discount, usage_limit: 1, requires_coupon: true },
    });
    await coupons.update(coupon.id, { discount: null, promotion_id });
    const { discounts, total } = await use();
    expect([discounts, total]).toMatchObject([[{ type: 'coupon', promotion_id, amount: 0 }], 10]);
    expect((await promotions.get(promotion_id)).times_used).toBe(0);
  });

  it('is still refused once it is used up', async () => {
    const { use, promotions } = await nothingLeft();
    const [all] = await promotions.list();
    await promotions.update(all!.id, { status: 'inactive' });
    await use();
    await promotions.update(all!.id, { status: 'active' });
    await expect(use()).rejects.toMatchObject(refusal(409, 'coupon_exhausted', '#/coupon_code'));
  });
});

it('does not redeem a coupon for a dry run, a quote or a refused order', async () => {
  const { validate, use, quote, items, coupon, coupons } = await couponShop({ usage_limit: 1 });
  const before = await contentsOf(environment());
  expect((await validate()).valid).toBe(true);
  expect(await quote({ items, coupon_code: 'OI' })).toMatchObject({ total: 7, in_stock: true });
  const plenty = [{ ...items[0]!, quantity: 1001 }];
  expect(await quote({ items: plenty, coupon_code: 'OI' })).toMatchObject({ in_stock: false });
  await expect(use({ items: plenty })).rejects.toMatchObject({ code: 'insufficient_stock' });
  await expect(use({ expected_total: 6.99 })).rejects.toMatchObject({ code: 'total_mismatch' });
  expect(await contentsOf(environment())).toEqual(before);
  expect((await coupons.get(coupon.id)).times_used).toBe(0);
});

it('releases a coupon when a Pending order is canceled, but not when a shipped one is', async () => {
  const { use, move, coupon, coupons } = await couponShop({ usage_limit: 2, usage_limit_per_customer: 2 });
  const [first, second] = [await use(), await use()];
  await move(first.id, 'Canceled');
  await move(first.id, 'Canceled');
  await move(second.id, 'In_Transit');
  await move(second.id, 'Canceled', { reason: 'Perdido', restock: true });
  const third = await use();
  await expect(use()).rejects.toMatchObject({ code: 'coupon_exhausted' });
  expect(await coupons.get(coupon.id)).toMatchObject({ times_used: 2, version: coupon.version });
  expect(await coupons.redemptions(coupon.id)).toMatchObject([
    { order_id: first.id, released_at: expect.any(String) },
    { order_id: second.id, released_at: null },
    { order_id: third.id, released_at: null },
  ]);
});

it("keeps an order's discount when its coupon is changed or deleted", async () => {
  const { use, move, coupon, coupons, tp } = await couponShop();
  const order = await use();
  await coupons.update(coupon.id, { code: 'NOVO', discount: { type: 'percentage', percentage: 1 } });
  await coupons.delete(coupon.id);
  expect(await tp.orders.get(order.id)).toEqual(order);
  await expect(use({ coupon_code: 'NOVO' })).rejects.toMatchObject({ code: 'coupon_invalid' });
  expect((await move(order.id, 'Canceled')).coupon_code).toBe('OI');
});
