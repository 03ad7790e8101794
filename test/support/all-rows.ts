import type { List } from '@tradepost/sdk';

/** Collects the rows of all pages. */
export async function allRows<T>(list: List<T>): Promise<T[]> {
  const rows: T[] = [];
  for await (const row of list) rows.push(row);
  return rows;
}
