import { expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';
import { openShop } from '../../support/trade.ts';

const environment = sharedEnvironment();

/** The days on which orders placed at these times count, asked for day by day and all together. */
async function daysOf(times: readonly string[], days: readonly string[], time_zone: string) {
  const { tp, order } = await openShop(environment());
  const { id } = await stocked(tp, 100);
  for (const placed_at of times) await order({ items: [{ product_id: id, quantity: 1 }], placed_at });
  const ordersOf = async (start_date: string, end_date: string): Promise<[string, number][]> => {
    const { rows } = await tp.reports.sales({ start_date, end_date, time_zone, group_by: 'day' });
    return rows.map(({ day, orders }) => [day, orders]);
  };
  const single = await Promise.all(days.map((day) => ordersOf(day, day)));
  return { single: single.flat(), together: await ordersOf(days[0]!, days.at(-1)!) };
}

it('a day begins at midnight of the time zone', async () => {
  const times = ['2026-02-01T02:59:59.999Z', '2026-02-01T03:00:00.000Z', '2026-02-02T02:59:59.999Z'];
  const { single, together } = await daysOf(times, ['2026-01-31', '2026-02-01'], 'America/Sao_Paulo');
  expect(together).toEqual([
    ['2026-01-31', 1],
    ['2026-02-01', 2],
  ]);
  expect(single).toEqual(together);
});

it('a day without midnight, because clocks go forward to 1, begins at 1', async () => {
  const times = ['2018-11-04T02:59:59.999Z', '2018-11-04T03:00:00.000Z', '2018-11-05T01:59:59.999Z'];
  const days = ['2018-11-03', '2018-11-04'];
  const { single, together } = await daysOf(times, days, 'America/Sao_Paulo');
  expect(together).toEqual([
    ['2018-11-03', 1],
    ['2018-11-04', 2],
  ]);
  expect(single).toEqual(together);
});

it('a day with two midnights, because clocks go back from 1 to 0, begins at the first one', async () => {
  const times = [
    '2025-11-02T03:59:59.999Z',
    '2025-11-02T04:00:00.000Z',
    '2025-11-02T05:00:00.000Z',
    '2025-11-03T04:59:59.999Z',
    '2025-11-03T05:00:00.000Z',
  ];
  const days = ['2025-11-01', '2025-11-02', '2025-11-03'];
  const { single, together } = await daysOf(times, days, 'America/Havana');
  expect(together).toEqual([
    ['2025-11-01', 1],
    ['2025-11-02', 3],
    ['2025-11-03', 1],
  ]);
  expect(single).toEqual(together);
});

it("days are those of the tenant's time zone unless the request names one", async () => {
  const { tp, tenantId, order } = await openShop(environment());
  const { db } = environment().context;
  await db.query("UPDATE tenants SET time_zone = 'Asia/Tokyo' WHERE tenant_id = $1", [tenantId]);
  const { id } = await stocked(tp, 100);
  await order({ items: [{ product_id: id, quantity: 1 }], placed_at: '2026-02-01T15:00:00.000Z' });
  const range = { start_date: '2026-02-01', end_date: '2026-02-28', group_by: 'day' } as const;
  expect(await tp.reports.sales(range)).toMatchObject({
    time_zone: 'Asia/Tokyo',
    rows: [{ day: '2026-02-02' }],
  });
  const utc = await tp.reports.sales({ ...range, time_zone: 'UTC' });
  expect(utc).toMatchObject({ time_zone: 'UTC', rows: [{ day: '2026-02-01' }] });
});
