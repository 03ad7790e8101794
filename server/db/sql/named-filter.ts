import type { FindIds } from './list-spec.ts';
import { statement } from './statement.ts';

/** The unique indexes have the row that isn't deleted first. */
const LIVE_FIRST = 'ORDER BY CASE WHEN deleted_at IS NULL THEN 0 ELSE id END';

/** Who deletes a row and makes it anew each night has three years of them. */
const MOST = 1_000;
/** After a condition on the columns of a unique index. Others refer to deleted rows, too, whose successor has their name. */
export const LIVE_AND_DELETED = `${LIVE_FIRST} LIMIT ${MOST}`;

function idsBy(name: 'external_id' | 'sku', table: string, order = LIVE_AND_DELETED): FindIds {
  const find = statement(
    `find ids of ${table} by ${name}`,
    `SELECT id FROM ${table} WHERE tenant_id = :tenant_id AND ${name} = :name ${order}`,
  );
  return async (db, tenantId, value) =>
    (await find<{ id: number }>(db, { tenant_id: tenantId, name: value })).map(({ id }) => id);
}

export const idsIn = {
  categories: idsBy('external_id', 'categories'),
  customers: idsBy('external_id', 'customers'),
  orders: idsBy('external_id', 'orders', ''),
  price_tables: idsBy('external_id', 'price_tables'),
  products: idsBy('external_id', 'products'),
  productsBySku: idsBy('sku', 'products'),
  promotions: idsBy('external_id', 'promotions'),
};
