import { describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';
import { type CouponCreate, type Discount, openShop, refusal } from '../../support/trade.ts';

const environment = sharedEnvironment();
const shop = () => openShop(environment());
const ten: Discount = { type: 'percentage', percentage: 10 };
const coupon = (more: Partial<CouponCreate> = {}): CouponCreate => ({
  code: 'Oi-10',
  discount: ten,
  ...more,
});

it('creates a coupon with defaults, updates it field by field and deletes it', async () => {
  const { coupons } = await shop();
  const made = await coupons.create(coupon());
  expect(made).toMatchObject({
    ...{ external_id: null, code: 'Oi-10', status: 'active', discount: ten, promotion_id: null },
    ...{ starts_at: null, ends_at: null, usage_limit: null, usage_limit_per_customer: null, times_used: 0 },
    ...{ metadata: {}, version: 1, deleted_at: null },
  });
  const change = { code: 'oi_15', usage_limit: 5, starts_at: '2026-01-01T00:00:00.000Z' };
  const changed = await coupons.update(made.id, change);
  expect(changed).toMatchObject({ ...change, discount: ten, version: 2 });
  expect(await coupons.update(made.id, change)).toEqual(changed);
  expect(await coupons.get(made.id)).toEqual(changed);
  await expect(coupons.update(made.id, { usage_limit: 1 }, { 'if-match': '"1"' })).rejects.toMatchObject(
    refusal(412, 'version_mismatch'),
  );
  await coupons.delete(made.id, { 'if-match': '"2"' });
  await expect(coupons.get(made.id)).rejects.toMatchObject(refusal(404, 'not_found'));
  expect(await coupons.redemptions(made.id)).toEqual([]);
  expect(await coupons.list({ include_deleted: 'true' })).toMatchObject([{ id: made.id }]);
});

it('keeps coupon codes (in any letter case) and external ids unique until the coupon is deleted', async () => {
  const { coupons } = await shop();
  const { id } = await coupons.create(coupon({ external_id: 'E1' }));
  const other = await coupons.create(coupon({ code: 'OUTRO' }));
  const taken = (pointer: string) => refusal(409, 'already_exists', pointer);
  await expect(coupons.create(coupon({ code: 'oI-10' }))).rejects.toMatchObject(taken('#/code'));
  await expect(coupons.update(other.id, { code: 'OI-10' })).rejects.toMatchObject(taken('#/code'));
  await expect(coupons.create(coupon({ code: 'B', external_id: 'E1' }))).rejects.toMatchObject(
    taken('#/external_id'),
  );
  expect(await coupons.update(id, { code: 'OI-10' })).toMatchObject({ code: 'Oi-10', version: 1 });
  expect(await coupons.list({ code: 'oi-10' })).toMatchObject([{ id }]);
  await (await shop()).coupons.create(coupon({ external_id: 'E1' }));
  await coupons.delete(id);
  await coupons.create(coupon({ code: 'oi-10', external_id: 'E1' }));
});

describe('a coupon has exactly one of discount and promotion_id', () => {
  it('when it is created and when it is updated', async () => {
    const { coupons, promotions } = await shop();
    const { id: promotion_id } = await promotions.create({
      ...{ name: 'P', discount: ten, requires_coupon: true },
    });
    const neither = refusal(400, 'invalid_request', '#/discount');
    for (const body of [
      { code: 'A' },
      { code: 'A', discount: null, promotion_id: null },
      coupon({ promotion_id }),
    ])
      await expect(coupons.create(body)).rejects.toMatchObject(neither);
    const { id } = await coupons.create(coupon());
    for (const change of [{ promotion_id }, { discount: null }])
      await expect(coupons.update(id, change)).rejects.toMatchObject(neither);
    expect(await coupons.update(id, { discount: null, promotion_id })).toMatchObject({
      discount: null,
      promotion_id,
    });
    expect(await coupons.update(id, { discount: ten, promotion_id: null })).toMatchObject({ discount: ten });
  });

  it('and its promotion belongs to the same tenant', async () => {
    const { coupons } = await shop();
    const { id: promotion_id } = await (await shop()).promotions.create({
      ...{ name: 'P', discount: ten, requires_coupon: true },
    });
    const foreign = coupon({ discount: null, promotion_id });
    await expect(coupons.create(foreign)).rejects.toMatchObject(
      refusal(422, 'invalid_reference', '#/promotion_id'),
    );
  });
});

describe('a coupon is refused', () => {
  const bad: [string, object, string][] = [
    ['a space in the code', { code: 'OI 10' }, '#/code'],
    ['a percentage discount that has an amount', { discount: { ...ten, amount: 1 } }, '#/discount/amount'],
    ['a usage limit of 0', { usage_limit_per_customer: 0 }, '#/usage_limit_per_customer'],
    [
      'an end before its start',
      { starts_at: '2026-05-02T00:00:00Z', ends_at: '2026-05-01T00:00:00Z' },
      '#/ends_at',
    ],
  ];
  it.each(bad)('with %s', async (_, more, pointer) => {
    const { coupons } = await shop();
    await expect(coupons.create(coupon(more))).rejects.toMatchObject(
      refusal(400, 'invalid_request', pointer),
    );
    const { id } = await coupons.create(coupon());
    await expect(coupons.update(id, more)).rejects.toMatchObject({ status: 400 });
    expect(await coupons.list()).toMatchObject([{ id, version: 1 }]);
  });
});

it('applies a promotion that requires a coupon, but only with the coupon', async () => {
  const { coupons, promotions, tp, quote } = await shop();
  const { sku } = await stocked(tp, 0, { track_stock: false });
  const { id: promotion_id } = await promotions.create({
    ...{ name: 'P', discount: ten, requires_coupon: true },
    conditions: { min_amount: 20 },
  });
  const { id: coupon_id } = await coupons.create({ code: 'ABRE', promotion_id });
  const two = { items: [{ sku, quantity: 2 }] };
  expect((await quote(two)).total).toBe(20);
  expect(await quote({ ...two, coupon_code: 'abre' })).toMatchObject({
    ...{ total: 18, coupon_code: 'ABRE' },
    discounts: [{ type: 'coupon', promotion_id, coupon_id, name: 'ABRE', amount: 2 }],
  });
  await expect(quote({ items: [{ sku, quantity: 1 }], coupon_code: 'ABRE' })).rejects.toMatchObject(
    refusal(422, 'coupon_invalid', '#/coupon_code'),
  );
  await coupons.delete(coupon_id);
  expect((await quote(two)).total).toBe(20);
});
