import { describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { buyer } from '../../support/shop.ts';
import { off, percent, shopWithPromotions } from '../../support/shop-with-promotions.ts';
import type { PromotionCreate } from '../../support/trade.ts';

const environment = sharedEnvironment();
const [PAST, FUTURE] = ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z'];
describe('the discount of a promotion', () => {
  it('applies to the order, to products, or to categories and their subcategories', async () => {
    const {
      promote,
      off: taken,
      promotions,
      ten,
      less,
      root,
      below,
    } = await shopWithPromotions(environment());
    const cases: [PromotionCreate['target'], unknown][] = [
      [{ type: 'order' }, [[1, 0.25], [1.25]]],
      [{ type: 'products', product_ids: [less.id] }, [[0, 0.25], [0.25]]],
      [{ type: 'products', product_ids: [less.id, ten.id] }, [[1, 0.25], [1.25]]],
      [{ type: 'categories', category_ids: [below.id] }, [[1, 0], [1]]],
      [{ type: 'categories', category_ids: [root.id] }, [[1, 0], [1]]],
    ];
    for (const [target, want] of cases) {
      const { id } = await promote(percent(10), { target });
      expect(await taken(1, 1)).toEqual(want);
      await promotions.delete(id);
    }
    await promote(percent(10), { target: { type: 'categories', category_ids: [root.id] } });
    expect(await taken(0, 1)).toEqual([[0], []]);
  });

  it('is at most what is left without shipping, and is allocated to the lines by their amounts', async () => {
    const { promote, order, items, off: taken } = await shopWithPromotions(environment());
    await promote(off(0.07));
    expect(await taken(1, 4)).toEqual([[0.04, 0.03], [0.07]]);
    await promote(off(1000), { priority: 1 });
    expect(await order({ items: items(1, 1), shipping: { amount: 3 } })).toMatchObject({
      ...{ subtotal: 12.5, discount_total: 12.5, shipping_amount: 3, total: 3 },
      items: [
        { discount: 10, total: 0 },
        { discount: 2.5, total: 0 },
      ],
    });
  });

  const groups: [quantity: number, discount: number][] = [
    [2, 0],
    [2.999, 0],
    [3, 10],
    [5, 10],
    [6.5, 20],
    [9, 30],
  ];
  it.each(groups)('with three for two and a quantity of %d is %d', async (quantity, discount) => {
    const { promote, off: taken } = await shopWithPromotions(environment());
    await promote({ type: 'buy_x_get_y', buy_quantity: 2, get_quantity: 1 });
    expect(await taken(quantity)).toEqual([[discount], discount ? [discount] : []]);
  });

  it('is a percentage of the additional units if buy_x_get_y has one', async () => {
    const { promote, off: taken } = await shopWithPromotions(environment());
    await promote({ type: 'buy_x_get_y', buy_quantity: 1, get_quantity: 2, percentage: 33.33 });
    expect(await taken(3, 7)).toEqual([[6.67, 3.33], [10]]); // 6.666 and 3.333
  });
});

describe('a promotion applies', () => {
  const conditions: [string, PromotionCreate['conditions'], number[], boolean][] = [
    ['from min_amount on', { min_amount: 20 }, [2], true],
    ['not below min_amount', { min_amount: 20.01 }, [2], false],
    ['from min_quantity on', { min_quantity: 2.5 }, [1.5, 1], true],
    ['not below min_quantity', { min_quantity: 2.501 }, [1.5, 1], false],
    ['to a customer with one of the tags', { customer_tags: ['vip', 'novo'] }, [1], true],
    [
      'to a customer with a tag that was sent with blanks around it',
      { customer_tags: ['\u00a0vip '] },
      [1],
      true,
    ],
    ['not to a customer without any of the tags', { customer_tags: ['outro'] }, [1], false],
    [
      'when all conditions are met',
      { min_amount: 10, min_quantity: 1, customer_tags: ['vip'], first_order: true },
      [1],
      true,
    ],
    [
      'not when one condition is not met',
      { min_amount: 10, min_quantity: 2, customer_tags: ['vip'] },
      [1],
      false,
    ],
  ];
  it.each(conditions)('%s', async (_, condition, quantities, fits) => {
    const { promote, off: taken, tp, customer } = await shopWithPromotions(environment());
    await tp.customers.update(customer.id, { tags: ['vip'] });
    await promote(percent(10), { conditions: condition });
    expect((await taken(...quantities))[1]!.length).toBe(fits ? 1 : 0);
  });

  it('when its target alone reaches min_amount and min_quantity', async () => {
    const { promote, off: taken, less } = await shopWithPromotions(environment());
    const target = { type: 'products' as const, product_ids: [less.id] };
    await promote(percent(10), { target, conditions: { min_amount: 5, min_quantity: 2 } });
    expect([await taken(9, 1), await taken(1, 2)]).toEqual([
      [[0, 0], []],
      [[0, 0.5], [0.5]],
    ]);
  });

  it("to a customer's first order that is not canceled", async () => {
    const { promote, order, move, items, tp } = await shopWithPromotions(environment());
    await promote(percent(10), { conditions: { first_order: true } });
    const first = await order({ items: items(1) });
    expect([first.total, (await order({ items: items(1) })).total]).toEqual([9, 10]);
    const { id: customer_id } = await buyer(tp);
    const again = await order({ items: items(1), customer_id });
    await move(again.id, 'Canceled');
    expect((await order({ items: items(1), customer_id })).total).toBe(9);
  });

  it('only while it is active, between starts_at and ends_at', async () => {
    const { promote, off: taken } = await shopWithPromotions(environment());
    const not: Partial<PromotionCreate>[] = [
      { status: 'inactive' },
      { starts_at: FUTURE },
      { ends_at: PAST },
    ];
    for (const more of not) await promote(percent(50), more);
    expect(await taken(1)).toEqual([[0], []]);
    await promote(percent(10), { starts_at: PAST, ends_at: FUTURE });
    expect(await taken(1)).toEqual([[1], [1]]);
  });
});
