import { describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { buyer } from '../../support/shop.ts';
import { off, percent, shopWithPromotions } from '../../support/shop-with-promotions.ts';
import type { Discount, PromotionCreate } from '../../support/trade.ts';

const environment = sharedEnvironment();

describe('of several promotions', () => {
  type Case = [string, [Discount, Partial<PromotionCreate>][], number[]];
  const cases: Case[] = [
    [
      'the one with the highest priority applies alone',
      [
        [percent(10), {}],
        [percent(5), { priority: 1 }],
      ],
      [5],
    ],
    [
      'the oldest applies if priorities are equal',
      [
        [percent(10), {}],
        [percent(50), {}],
      ],
      [10],
    ],
    [
      'stackable ones apply together, each to what is left',
      [
        [percent(10), { stackable: true }],
        [off(20), { stackable: true, priority: 1 }],
        [percent(50), { stackable: true }],
      ],
      [20, 8, 36],
    ],
    [
      'a stackable one does not combine with a non-stackable one',
      [
        [percent(10), { stackable: true, priority: 2 }],
        [percent(50), { priority: 1 }],
        [off(1), { stackable: true }],
      ],
      [10, 1],
    ],
    [
      'a non-stackable one of the highest priority applies alone',
      [
        [percent(10), { priority: 1 }],
        [off(1), { stackable: true }],
      ],
      [10],
    ],
    [
      'one whose conditions are not met is skipped',
      [
        [percent(10), { priority: 1, conditions: { min_amount: 101 } }],
        [off(1), {}],
      ],
      [1],
    ],
    [
      'one with nothing left to take off does not apply',
      [
        [off(100), { stackable: true }],
        [percent(1), { stackable: true }],
      ],
      [100],
    ],
  ];
  it.each(cases)('%s', async (_, offers, want) => {
    const { promote, off: taken } = await shopWithPromotions(environment());
    for (const [discount, more] of offers) await promote(discount, more);
    expect((await taken(10))[1]).toEqual(want);
  });
});

describe('a promotion with a usage limit', () => {
  it('applies until the limit is reached, and again once a Pending order is canceled', async () => {
    const { promote, order, move, items, promotions } = await shopWithPromotions(environment());
    const { id, version } = await promote(percent(10), { usage_limit: 2 });
    const totals = [];
    for (let n = 0; n < 3; n += 1) totals.push(await order({ items: items(1) }));
    expect(totals.map(({ total }) => total)).toEqual([9, 9, 10]);
    expect(await promotions.get(id)).toMatchObject({ times_used: 2, version });
    await move(totals[0]!.id, 'Canceled');
    await move(totals[1]!.id, 'In_Transit');
    await move(totals[1]!.id, 'Canceled', { reason: 'Perdido', restock: false });
    expect((await promotions.get(id)).times_used).toBe(1);
    expect([(await order({ items: items(1) })).total, (await order({ items: items(1) })).total]).toEqual([
      9, 10,
    ]);
  });

  it('applies until the limit of the customer or the total limit is reached', async () => {
    const { promote, order, items, tp } = await shopWithPromotions(environment());
    await promote(percent(10), { usage_limit_per_customer: 1, usage_limit: 3 });
    const totals: number[] = [];
    for (let customers = 0; customers < 4; customers += 1) {
      const { id: customer_id } = await buyer(tp);
      for (let n = 0; n < 2; n += 1) totals.push((await order({ items: items(1), customer_id })).total);
    }
    expect(totals).toEqual([9, 10, 9, 10, 9, 10, 10, 10]);
  });
});
