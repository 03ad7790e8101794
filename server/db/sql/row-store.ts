import type { Querier, Transaction } from '../querier.ts';
import { type ResourceTable, removeSql, type StoredRow } from './resource-table.ts';
import { findById, statement } from './statement.ts';
import type { ReferredRows } from './write-guard.ts';
import { findersBy, type RowFinders, type WriteRows, writeRowsStatement } from './write-rows.ts';

/** What is written and read of a resource whose changes emit no event and whose document shows nothing beside its row. */
export interface RowStore<T> extends RowFinders {
  find(db: Querier, tenantId: number, id: number): Promise<StoredRow<T> | undefined>;
  /** Also a row that was deleted. */
  findEvenDeleted(db: Querier, tenantId: number, id: number): Promise<{ version: number } | undefined>;
  readonly write: WriteRows<StoredRow<T> & { readonly position: number }>;
  remove(tx: Transaction, tenantId: number, id: number): Promise<void>;
}

const STORED = 'id, version, document';

export function rowStore<T>(table: ResourceTable, referred?: ReferredRows): RowStore<T> {
  const { name } = table;
  const find = findById<StoredRow<T>>(
    `get from ${name}`,
    `SELECT ${STORED} FROM ${name} WHERE tenant_id = :tenant_id AND deleted_at IS NULL`,
  );
  const findEvenDeleted = statement(
    `find even deleted in ${name}`,
    `SELECT version FROM ${name} WHERE tenant_id = :tenant_id AND id = :id`,
  );
  const remove = statement(`delete from ${name}`, removeSql(table));
  return {
    ...findersBy('external_id', table),
    find,
    findEvenDeleted: async (db, tenantId, id) =>
      (await findEvenDeleted<{ version: number }>(db, { tenant_id: tenantId, id }))[0],
    write: writeRowsStatement(
      { table, referred },
      `
     SELECT row_index AS position, ${STORED} FROM created UNION ALL SELECT row_index, ${STORED} FROM changed`,
    ),
    remove: async (tx, tenantId, id) => void (await remove(tx, { tenant_id: tenantId, id })),
  };
}
