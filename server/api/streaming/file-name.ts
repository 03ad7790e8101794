import type { Operation } from '../../base/contract.ts';

/**
 * `price-table-entries-12-20260201T093000Z.csv` for `/exports/price-table-entries/{price_table_id}`. The time is in UTC, as
 * in all of the API: a date alone would be tomorrow's every evening in Brazil.
 */
export function exportFileName({ path }: Operation, ids: object, format: string, nowMs: number): string {
  const resource = path
    .replace('/exports/', '')
    .replaceAll(/\/\{(\w+)\}/g, (_, name: string) => `-${(ids as Record<string, number>)[name]}`);
  const time = new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `${resource}-${time}.${format}`;
}
