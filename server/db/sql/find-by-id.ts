import type { Querier } from '../querier.ts';
import { statement } from './statement.ts';

export type FindById<Row> = (db: Querier, tenantId: number, id: number) => Promise<Row | undefined>;

/** Finds a tenant's row by its id. `select` must end in a condition, and return the id as `id`. */
export function findById<Row extends object>(name: string, select: string, id = 'id'): FindById<Row> {
  const find = statement(name, `${select} AND ${id} = :id`, { isLookUp: true });
  return async (db, tenantId, rowId) => (await find<Row>(db, { tenant_id: tenantId, id: rowId }))[0];
}
