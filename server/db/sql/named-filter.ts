import type { Filter, FindId } from './list-spec.ts';
import { statement } from './statement.ts';

/** The unique indexes have the row that isn't deleted first. */
export const LIVE_FIRST = 'ORDER BY CASE WHEN deleted_at IS NULL THEN 0 ELSE id END LIMIT 1';

function idByExternalId(table: string, first = LIVE_FIRST): FindId {
  const find = statement(
    `find id of ${table} by external id`,
    `SELECT id FROM ${table} WHERE tenant_id = :tenant_id AND external_id = :external_id ${first}`,
  );
  return async (db, tenantId, externalId) =>
    (await find<{ id: number }>(db, { tenant_id: tenantId, external_id: externalId }))[0]?.id;
}

/** Deleted rows are found, too: others still refer to them. */
export const idIn = {
  categories: idByExternalId('categories'),
  customers: idByExternalId('customers'),
  orders: idByExternalId('orders', ''),
  products: idByExternalId('products'),
};

/** A filter by a row of another table that takes its name in place of its id. */
export const named = (find: FindId, filter: Filter): Filter => ({ ...filter, find });
