import { beforeAll, describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';
import { openShop } from '../../support/trade.ts';
import { byProduct, counted, dayOf, grouped, lineSums, orderSums } from './expected-sales.ts';
import { type SoldOrders, soldOrders } from './sold-orders.ts';

const environment = sharedEnvironment();
let sold: SoldOrders;
beforeAll(async () => {
  sold = await soldOrders(environment());
  // Another tenant's sales of the same days.
  const { tp, order } = await openShop(environment());
  const { id } = await stocked(tp, 10);
  await order({ items: [{ product_id: id, quantity: 1 }], placed_at: '2026-02-03T00:00:00.000Z' });
}, 600_000);

const ALL = { start_date: '2026-01-01', end_date: '2026-03-01', time_zone: 'UTC' };
const GROUPS = ['day', 'week', 'month', 'product', 'category', 'customer', 'salesperson', 'channel'] as const;

function mondayOf(day: string): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

describe.each([
  ALL,
  { start_date: '2026-02-02', end_date: '2026-02-05', time_zone: 'UTC' },
  { start_date: '2026-02-02', end_date: '2026-02-05', time_zone: 'America/Sao_Paulo' },
  { start_date: '2026-02-04', end_date: '2026-02-04', time_zone: 'Pacific/Kiritimati' },
])('sales from $from to $to in $time_zone', (asked) => {
  it('are those of the orders that the API shows, by day', async () => {
    const { shop, orders } = sold;
    const wanted = counted(orders, asked);
    const rows = grouped(wanted, ({ placed_at }) => dayOf(placed_at, asked.time_zone))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ key, sums }) => ({ day: key, ...sums }));
    expect(rows.length).toBeGreaterThan(0);
    expect(await shop.tp.reports.sales({ ...asked, group_by: 'day' })).toEqual({
      ...{ ...asked, currency: 'BRL', group_by: 'day', rows, totals: orderSums(wanted) },
    });
  });

  it('… by customer', async () => {
    const { shop, orders } = sold;
    const wanted = counted(orders, asked);
    const { data: customers } = await shop.tp.customers.list();
    const rows = grouped(wanted, ({ customer_id }) => customer_id).map(({ key, sums }) => ({
      customer_id: key,
      name: customers.find(({ id }) => id === key)!.name,
      ...sums,
      customer_external_id: null,
    }));
    const report = await shop.tp.reports.sales({ ...asked, group_by: 'customer' });
    expect([report.rows, report.totals]).toEqual([rows, orderSums(wanted)]);
  });

  it('… by channel', async () => {
    const { shop, orders } = sold;
    const wanted = counted(orders, asked);
    const rows = grouped(wanted, ({ channel }) => channel).map(({ key, sums }) => ({
      channel: key,
      ...sums,
    }));
    const report = await shop.tp.reports.sales({ ...asked, group_by: 'channel' });
    expect([report.rows, report.totals]).toEqual([rows, orderSums(wanted)]);
  });

  it('… by product, with its name and SKU of today', async () => {
    const { shop, orders, products } = sold;
    const wanted = counted(orders, asked);
    const rows = byProduct(wanted).map(({ id, sums }) => {
      const { sku, name } = products.find((product) => product.id === id)!;
      return { product_id: id, sku, name, ...sums, product_external_id: null };
    });
    const report = await shop.tp.reports.sales({ ...asked, group_by: 'product' });
    expect([report.rows, report.totals]).toEqual([rows, lineSums(wanted)]);
  });

  it.each([
    ['week', 'week_start_date', mondayOf],
    ['month', 'month', (day: string) => day.slice(0, 7)],
  ] as const)('… by %s', async (group_by, name, periodOf) => {
    const { shop, orders } = sold;
    const wanted = counted(orders, asked);
    const rows = grouped(wanted, ({ placed_at }) => periodOf(dayOf(placed_at, asked.time_zone)))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ key, sums }) => ({ [name]: key, ...sums }));
    const report = await shop.tp.reports.sales({ ...asked, group_by });
    expect([report.rows, report.totals]).toEqual([rows, orderSums(wanted)]);
  });

  it('… by category, whose totals are those of products', async () => {
    const report = await sold.shop.tp.reports.sales({ ...asked, group_by: 'category' });
    expect(report.totals).toEqual(lineSums(counted(sold.orders, asked)));
  });

  it.each(GROUPS)('… and the same as CSV, by %s', async (group_by) => {
    const { tp, request } = sold.shop;
    const { rows } = await tp.reports.sales({ ...asked, group_by });
    const csv = await request(
      'GET',
      `/reports/sales?${new URLSearchParams({ ...asked, group_by, format: 'csv' })}`,
    );
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const cells = (rows as object[]).map((row) => Object.values(row).map((value) => String(value ?? '')));
    const lines = [Object.keys(rows[0]!), ...cells].map((line) => line.join(','));
    expect(await csv.text()).toBe([...lines, ''].join('\r\n'));
  });
});

it('by salesperson and by category have a row for none, and count an order once in each row', async () => {
  const { tp, order } = await openShop(environment());
  const category = await tp.categories.create({ name: 'Cafés' });
  const a = await stocked(tp, 100);
  const b = await stocked(tp, 100);
  await tp.products.update(a.id, { category_id: category.id });
  await tp.products.update(b.id, { category_id: category.id });
  const c = await stocked(tp, 100);
  const line = ({ id }: { id: number }, unit_price: number) => ({ product_id: id, quantity: 1, unit_price });
  const sell = (
    items: ReturnType<typeof line>[],
    day: number,
    salesperson?: { name: string; external_id?: string },
  ) => order({ items, placed_at: `2026-02-0${day}T12:00:00.000Z`, ...(salesperson && { salesperson }) });
  await sell([line(a, 10), line(b, 20)], 1, { name: 'Ana', external_id: 'V-1' });
  await sell([line(a, 1), line(c, 100)], 2, { name: 'Ana Lima', external_id: 'V-1' });
  await sell([line(b, 5)], 3, { name: 'Ana' });
  for (const [name, external_id] of [
    ['Bia', ''],
    ['Caio', ''],
    ['Bia', ' '],
  ] as const)
    await sell([line(c, name === 'Caio' ? 3 : 2)], 3, { name, external_id });
  await sell([line(c, 1)], 4);
  const range = { start_date: '2026-02-01', end_date: '2026-02-28', time_zone: 'UTC' };
  const people = await tp.reports.sales({ ...range, group_by: 'salesperson' });
  expect(
    people.rows.map((row) => [row.salesperson_name, row.salesperson_external_id, row.orders, row.total]),
  ).toEqual([
    ['Ana Lima', 'V-1', 2, 131],
    ['Ana', null, 1, 5],
    ['Bia', null, 2, 4],
    ['Caio', null, 1, 3],
    [null, null, 1, 1],
  ]);
  const categories = await tp.reports.sales({ ...range, group_by: 'category' });
  expect(categories.rows.map((row) => [row.category_id, row.name, row.orders, row.total])).toEqual([
    [null, null, 5, 108],
    [category.id, 'Cafés', 3, 36],
  ]);
  expect([categories.totals.orders, categories.totals.total, people.totals.total]).toEqual([7, 144, 144]);
});

describe('the sums', () => {
  it('of the test cover changes, refunds, returns, discounts, shipping and charges', () => {
    const orders = counted(sold.orders, ALL);
    const { discount_total, shipping_amount, refunded_total, charges_total } = orderSums(orders);
    const { returned_quantity } = lineSums(orders);
    const sums = [discount_total, shipping_amount, refunded_total, charges_total, returned_quantity];
    expect(Math.min(...sums)).toBeGreaterThan(0);
    expect(sold.orders.filter(({ status }) => status === 'Canceled').length).toBe(8);
    expect(sold.orders.filter(({ changes }) => changes.length > 0).length).toBe(4);
  });

  it('add up: subtotal - discount_total + shipping_amount + charges_total = total, and products have goods and discounts', async () => {
    const { tp } = sold.shop;
    const { totals: all } = await tp.reports.sales({ ...ALL, group_by: 'channel' });
    const { totals: lines } = await tp.reports.sales({ ...ALL, group_by: 'product' });
    const goods = all.subtotal - all.discount_total;
    expect(goods + all.shipping_amount + all.charges_total).toBeCloseTo(all.total, 6);
    expect([lines.orders, lines.subtotal, lines.discount_total]).toEqual([
      ...[all.orders, all.subtotal, all.discount_total],
    ]);
    expect(lines.total).toBeCloseTo(goods, 6);
  });
});

describe('a report', () => {
  it('of a range without orders has no rows, and a header in CSV', async () => {
    const { tp, request } = await environment().tenant();
    const range = { start_date: '2020-01-01', end_date: '2020-01-01' };
    const report = await tp.reports.sales({ ...range, group_by: 'product' });
    expect([report.rows, report.totals]).toEqual([[], lineSums([])]);
    const query = new URLSearchParams({ ...range, group_by: 'channel', format: 'csv' });
    expect(await (await request('GET', `/reports/sales?${query}`)).text()).toBe(
      'channel,orders,subtotal,discount_total,shipping_amount,total,refunded_total,charges_total\r\n',
    );
  });

  it('as CSV has no formula for a spreadsheet, as in exports', async () => {
    const { tp, order, request } = await openShop(environment());
    const { id, sku } = await stocked(tp, 10, { name: '=HYPERLINK("https://evil.example";"x")' });
    await order({
      items: [{ product_id: id, quantity: 1 }],
      channel: '+cmd',
      placed_at: '2026-02-03T00:00:00Z',
    });
    const csvOf = async (group_by: string) =>
      (
        await request(
          'GET',
          `/reports/sales?start_date=2026-02-01&end_date=2026-02-28&group_by=${group_by}&format=csv`,
        )
      ).text();
    expect((await csvOf('product')).split('\r\n')[1]).toBe(
      `${id},${sku},"'=HYPERLINK(""https://evil.example"";""x"")",1,1,0,10,0,10,`,
    );
    expect((await csvOf('channel')).split('\r\n')[1]).toBe("'+cmd,1,10,0,0,10,0,0");
  });

  it.each([
    ['end_date', { end_date: '2026-01-31' }],
    ['end_date', { end_date: '2031-02-05' }],
    ['time_zone', { time_zone: 'America/Nowhere' }],
    ['time_zone', { time_zone: 'US/Pacific-New' }],
    ['time_zone', { time_zone: 'PST' }],
    ['time_zone', { time_zone: '+03:00' }],
    ['start_date', { start_date: '2026-02-30' }],
    ['start_date', { start_date: '1999-12-31' }],
    ['group_by', { group_by: 'hour' }],
    ['format', { format: 'xlsx' }],
  ])('refuses %s in %o', async (parameter, wrong) => {
    const { request } = await environment().tenant();
    const range = { start_date: '2026-02-01', end_date: '2026-02-28', group_by: 'day' };
    const response = await request('GET', `/reports/sales?${new URLSearchParams({ ...range, ...wrong })}`);
    expect(response.status).toBe(400);
    expect(((await response.json()) as { errors: object[] }).errors).toMatchObject([{ parameter }]);
  });

  it('needs the scope orders.read', async () => {
    const { request } = await environment().tenant({ scopes: ['products.read', 'customers.read'] });
    const response = await request(
      'GET',
      '/reports/sales?start_date=2026-02-01&end_date=2026-02-28&group_by=day',
    );
    expect([response.status, await response.json()]).toMatchObject([
      403,
      { required_scopes: ['orders.read'] },
    ]);
  });

  it('in a format that the client does not accept is refused', async () => {
    const { request } = await environment().tenant();
    const path = '/reports/sales?start_date=2026-02-01&end_date=2026-02-28&group_by=day&format=csv';
    expect((await request('GET', path, { headers: { accept: 'application/json' } })).status).toBe(406);
  });
});
