import type { Item } from './rules/history.ts';

/** How a row names its customer, and the column that has it. */
export const CUSTOMER_COLUMNS = {
  customer_id: 'id',
  customer_external_id: 'external_id',
  customer_tax_id: 'tax_id',
} as const;
type CustomerField = keyof typeof CUSTOMER_COLUMNS;

export const customerField = (item: Item): CustomerField =>
  (Object.keys(CUSTOMER_COLUMNS) as CustomerField[]).find((name) => item[name] !== undefined)!;
