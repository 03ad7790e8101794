import { describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';
import { type Discount, openShop, type PromotionCreate, refusal } from '../../support/trade.ts';

const environment = sharedEnvironment();
const shop = () => openShop(environment());
const ten: Discount = { type: 'percentage', percentage: 10 };
const promotion = (more: Partial<PromotionCreate> = {}): PromotionCreate => ({
  name: 'Dez',
  discount: ten,
  ...more,
});

it('creates a promotion with defaults, updates it field by field and deletes it', async () => {
  const { promotions } = await shop();
  const made = await promotions.create(promotion());
  expect(made).toMatchObject({
    ...{ external_id: null, name: 'Dez', status: 'active', starts_at: null, ends_at: null, priority: 0 },
    ...{
      stackable: false,
      requires_coupon: false,
      discount: ten,
      target: { type: 'order' },
      usage_limit: null,
    },
    ...{ usage_limit_per_customer: null, times_used: 0, metadata: {}, version: 1, deleted_at: null },
  });
  const change = {
    discount: { type: 'fixed_amount', amount: 5.5 },
    conditions: { min_amount: 100 },
    ends_at: '2999-01-01T00:00:00.000Z',
    usage_limit: 3,
  } as const;
  const changed = await promotions.update(made.id, change);
  expect(changed).toMatchObject({ ...change, name: 'Dez', version: 2 });
  expect(await promotions.update(made.id, change)).toEqual(changed);
  expect(await promotions.get(made.id)).toEqual(changed);
  expect(await promotions.list({ status: 'active' })).toEqual([changed]);
  await expect(promotions.update(made.id, { priority: 1 }, { 'if-match': '"1"' })).rejects.toMatchObject(
    refusal(412, 'version_mismatch'),
  );
  await promotions.delete(made.id);
  await expect(promotions.get(made.id)).rejects.toMatchObject(refusal(404, 'not_found'));
  expect(await promotions.list()).toEqual([]);
  expect(await promotions.list({ include_deleted: 'true' })).toMatchObject([{ id: made.id }]);
});

it("keeps a promotion's external_id unique until it is deleted", async () => {
  const { promotions } = await shop();
  const { id } = await promotions.create(promotion({ external_id: 'E1' }));
  await expect(promotions.create(promotion({ external_id: 'E1' }))).rejects.toMatchObject(
    refusal(409, 'already_exists', '#/external_id'),
  );
  await promotions.delete(id);
  await promotions.create(promotion({ external_id: 'E1' }));
});

describe('a promotion is refused', () => {
  const buy = { type: 'buy_x_get_y', buy_quantity: 2 } as const;
  // Most of these don't compile either.
  const bad: [string, object, string[]][] = [
    [
      'a percentage discount without a percentage',
      { discount: { type: 'percentage' } },
      ['#/discount/percentage'],
    ],
    ['a percentage of 0', { discount: { type: 'percentage', percentage: 0 } }, ['#/discount/percentage']],
    [
      'a percentage over 100',
      { discount: { type: 'percentage', percentage: 100.01 } },
      ['#/discount/percentage'],
    ],
    ['a percentage discount that has an amount', { discount: { ...ten, amount: 1 } }, ['#/discount/amount']],
    [
      'a fixed_amount discount without an amount',
      { discount: { type: 'fixed_amount' } },
      ['#/discount/amount'],
    ],
    [
      'a fixed_amount discount with fields of other types',
      { discount: { type: 'fixed_amount', amount: 1, percentage: 1, get_quantity: 1 } },
      ['#/discount/percentage', '#/discount/get_quantity'],
    ],
    ['a discount without a type', { discount: { percentage: 10 } }, ['#/discount/type']],
    ['a discount of an unknown type', { discount: { type: 'free', amount: 1 } }, ['#/discount/type']],
    ['a discount that is null', { discount: null }, ['#/discount']],
    ['a discount that is a list', { discount: [] }, ['#/discount']],
    ['a target of an unknown type', { target: { type: 'customers' } }, ['#/target/type']],
    ['a buy_x_get_y discount without get_quantity', { discount: buy }, ['#/discount/get_quantity']],
    [
      'a buy_x_get_y discount that has an amount',
      { discount: { ...buy, get_quantity: 1, amount: 1 } },
      ['#/discount/amount'],
    ],
    ['a products target without a list', { target: { type: 'products' } }, ['#/target']],
    [
      'a categories target with product_ids instead of category_ids',
      { target: { type: 'categories', product_ids: [1] } },
      ['#/target', '#/target/product_ids'],
    ],
    [
      'an order target with product_ids',
      { target: { type: 'order', product_ids: [1] } },
      ['#/target/product_ids'],
    ],
    [
      'an end before its start',
      { starts_at: '2026-05-02T00:00:00Z', ends_at: '2026-05-01T00:00:00Z' },
      ['#/ends_at'],
    ],
    [
      'two tags that are the same without blanks around them',
      { conditions: { customer_tags: ['vip', ' vip '] } },
      ['#/conditions/customer_tags'],
    ],
    ['a tag of blanks', { conditions: { customer_tags: [' '] } }, ['#/conditions/customer_tags/0']],
    ['a usage limit of 0', { usage_limit: 0 }, ['#/usage_limit']],
  ];
  it.each(bad)('with %s', async (_, more, pointers) => {
    const { promotions } = await shop();
    await expect(promotions.create(promotion(more))).rejects.toMatchObject(
      refusal(400, 'invalid_request', ...pointers),
    );
    const { id } = await promotions.create(promotion());
    await expect(promotions.update(id, more)).rejects.toMatchObject({ status: 400 });
    expect(await promotions.get(id)).toMatchObject({ version: 1 });
  });

  it('with a pointer to each product or category that its tenant does not have', async () => {
    const { promotions, tp } = await shop();
    const stranger = await shop();
    const ids = [(await stocked(stranger.tp, 0)).id, (await stocked(tp, 0)).id, 2_000_000_000];
    const products = { type: 'products' as const, product_ids: ids };
    await expect(promotions.create(promotion({ target: products }))).rejects.toMatchObject(
      refusal(422, 'invalid_reference', '#/target/product_ids/0', '#/target/product_ids/2'),
    );
    const { id } = await stranger.tp.categories.create({ name: 'Cafés' });
    const categories = { type: 'categories' as const, category_ids: [id] };
    await expect(promotions.create(promotion({ target: categories }))).rejects.toMatchObject(
      refusal(422, 'invalid_reference', '#/target/category_ids/0'),
    );
    expect(await promotions.list()).toEqual([]);
  });

  it('when an update sets its end before its existing start', async () => {
    const { promotions } = await shop();
    const { id } = await promotions.create(promotion({ starts_at: '2026-05-01T00:00:00Z' }));
    await expect(promotions.update(id, { ends_at: '2026-04-01T00:00:00Z' })).rejects.toMatchObject(
      refusal(400, 'invalid_request', '#/ends_at'),
    );
  });
});

it('refuses to delete a promotion while a coupon names it', async () => {
  const { promotions, coupons } = await shop();
  const { id: promotion_id } = await promotions.create(promotion({ requires_coupon: true }));
  const coupon = await coupons.create({ code: 'MAIO', promotion_id });
  await expect(promotions.delete(promotion_id)).rejects.toMatchObject(refusal(409, 'in_use'));
  await coupons.delete(coupon.id);
  await promotions.delete(promotion_id);
  await expect(coupons.create({ code: 'MAIO', promotion_id })).rejects.toMatchObject(
    refusal(422, 'invalid_reference', '#/promotion_id'),
  );
});
