import { describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';
import { type Discount, openShop, outcomes, type PromotionCreate, refusal } from '../../support/trade.ts';

const environment = sharedEnvironment();
const ten: Discount = { type: 'percentage', percentage: 10 };
const promotion = (more: Partial<PromotionCreate> = {}): PromotionCreate => ({
  ...{ name: 'P', discount: ten, requires_coupon: true },
  ...more,
});

/** A shop with a product of 10.00, and a function that quotes the total for one unit. */
async function couponShop() {
  const shop = await openShop(environment());
  const { sku } = await stocked(shop.tp, 0, { track_stock: false });
  const total = async (coupon_code: string | null = null) =>
    (await shop.quote({ items: [{ sku, quantity: 1 }], coupon_code })).total;
  return { ...shop, total };
}

describe('a promotion that requires a coupon never applies by itself', () => {
  it('before a coupon names it, and after the coupon is deleted', async () => {
    const { promotions, coupons, total } = await couponShop();
    const { id: promotion_id } = await promotions.create(promotion());
    expect(await total()).toBe(10);
    const coupon = await coupons.create({ code: 'ABRE', promotion_id });
    expect([await total(), await total('ABRE')]).toEqual([10, 9]);
    await coupons.delete(coupon.id);
    expect(await total()).toBe(10);
  });

  it('when its coupon is changed to another promotion or to its own discount', async () => {
    const { promotions, coupons, total } = await couponShop();
    const [first, second] = [await promotions.create(promotion()), await promotions.create(promotion())];
    const { id } = await coupons.create({ code: 'ABRE', promotion_id: first.id });
    await coupons.update(id, { promotion_id: second.id });
    expect(await total()).toBe(10);
    await coupons.update(id, { promotion_id: null, discount: ten });
    expect(await total()).toBe(10);
  });

  it('while another that requires none applies with or without a coupon', async () => {
    const { promotions, coupons, total } = await couponShop();
    const { id: promotion_id } = await promotions.create(promotion());
    await promotions.create(
      promotion({ discount: { type: 'fixed_amount', amount: 5 }, requires_coupon: false }),
    );
    await coupons.create({ code: 'ABRE', promotion_id });
    expect([await total(), await total('ABRE')]).toEqual([5, 4.5]);
  });
});

describe('a coupon can only name a promotion that requires one', () => {
  const refused = refusal(422, 'invalid_reference', '#/promotion_id');

  it('when it is created or updated', async () => {
    const { promotions, coupons } = await couponShop();
    const { id: promotion_id } = await promotions.create(promotion({ requires_coupon: false }));
    await expect(coupons.create({ code: 'A', promotion_id })).rejects.toMatchObject(refused);
    const { id } = await coupons.create({ code: 'A', discount: ten });
    const change = { discount: null, promotion_id };
    await expect(coupons.update(id, change)).rejects.toMatchObject(refused);
    expect(await coupons.list()).toMatchObject([{ id, version: 1, promotion_id: null }]);
    await promotions.update(promotion_id, { requires_coupon: true });
    expect(await coupons.update(id, change)).toMatchObject(change);
  });

  it('when it is written by external_id or in a batch', async () => {
    const { promotions, coupons, request } = await couponShop();
    const { id: promotion_id } = await promotions.create(promotion({ requires_coupon: false }));
    const body = { code: 'A', promotion_id };
    const put = await request('PUT', '/coupons/external/E1', { body });
    expect([put.status, await put.json()]).toMatchObject([422, refused]);
    const batch = await request('POST', '/coupons/batch', {
      body: { items: [body, { ...body, external_id: 'E' }] },
    });
    expect(await batch.json()).toMatchObject({
      results: [
        { status: 422, problem: refused },
        { status: 422, problem: refused },
      ],
    });
    expect(await coupons.list()).toEqual([]);
  });
});

describe('requires_coupon stays true while a coupon names the promotion', () => {
  const inUse = refusal(409, 'in_use', '#/requires_coupon');

  it('when it is updated by id, by external_id or in a batch', async () => {
    const { promotions, coupons, request, total } = await couponShop();
    const { id: promotion_id } = await promotions.create(promotion({ external_id: 'E1' }));
    const coupon = await coupons.create({ code: 'ABRE', promotion_id });
    const body = { requires_coupon: false };
    await expect(promotions.update(promotion_id, body)).rejects.toMatchObject(inUse);
    const put = await request('PUT', '/promotions/external/E1', { body });
    expect([put.status, await put.json()]).toMatchObject([409, inUse]);
    const batch = await request('POST', '/promotions/batch', {
      body: { items: [{ ...body, external_id: 'E1' }] },
    });
    expect(await batch.json()).toMatchObject({ results: [{ status: 409, problem: inUse }] });
    expect(await promotions.update(promotion_id, { requires_coupon: true })).toMatchObject({ version: 1 });
    await coupons.delete(coupon.id);
    expect(await promotions.update(promotion_id, body)).toMatchObject({ ...body, version: 2 });
    expect(await total()).toBe(9);
  });

  it('when a coupon is created at the same time', async () => {
    const { promotions, coupons } = await couponShop();
    const made = await Promise.all(Array.from({ length: 20 }, () => promotions.create(promotion())));
    const { done, refused } = await outcomes(
      made.flatMap(({ id }, i): Promise<unknown>[] => {
        const both = [
          () => coupons.create({ code: `C${i}`, promotion_id: id }),
          () => promotions.update(id, { requires_coupon: false }),
        ];
        return (i % 2 ? both : both.toReversed()).map((send) => send());
      }),
    );
    expect(done).toBe(20);
    expect(['409 in_use', '422 invalid_reference']).toEqual(expect.arrayContaining(refused));
    const named = new Set((await coupons.list()).map(({ promotion_id }) => promotion_id));
    for (const { id, requires_coupon } of await promotions.list())
      expect(requires_coupon).toBe(named.has(id));
  });
});
