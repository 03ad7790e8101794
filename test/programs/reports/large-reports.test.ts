import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { useTestEnvironment } from '../../support/test-environment.ts';
import { fillSales, LAST_DAY } from './fill-sales.ts';
import { readReport } from './read-report.ts';

/** `npm run program reports` does the same with a million. */
const ORDERS = 4_000;
const MB = 1024 * 1024;

it('reports 4 000 orders in bounded memory, and the groupings agree', async () => {
  const environment = await useTestEnvironment();
  const { baseUrl, databaseUrl } = environment;
  const { tenantId, key, tp } = await environment.tenant();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  await fillSales(databaseUrl, tenantId, ORDERS, () => {});
  const range = { start_date: '2024-01-01', end_date: LAST_DAY, time_zone: 'UTC' };
  const { backendBytes, status } = await readReport(baseUrl, key, { ...range, group_by: 'product' }, client);
  expect(status).toBe(200);
  expect(backendBytes).toBeLessThan(128 * MB);
  const { totals: byDay } = await tp.reports.sales({ ...range, group_by: 'day' });
  const { totals: byCustomer } = await tp.reports.sales({ ...range, group_by: 'customer' });
  const { totals: byProduct } = await tp.reports.sales({ ...range, group_by: 'product' });
  // Every sixth order is canceled.
  expect(byDay.orders).toBe(ORDERS - Math.floor((ORDERS + 1) / 6));
  expect(byCustomer).toEqual(byDay);
  expect(byProduct.orders).toBe(byDay.orders);
});
