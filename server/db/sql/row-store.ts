import type { Querier, Transaction } from '../querier.ts';
import { findById } from './find-by-id.ts';
import {
  insertParameters,
  insertSql,
  type ResourceTable,
  removeSql,
  type StoredRow,
  updateSql,
} from './resource-table.ts';
import { statement } from './statement.ts';

/** What is written and read of a resource whose changes emit no event and whose document shows nothing beside its row. */
export interface RowStore<T> {
  find(db: Querier, tenantId: number, id: number): Promise<StoredRow<T> | undefined>;
  /** Whether there is such a row or was one that was deleted. */
  everExisted(db: Querier, tenantId: number, id: number): Promise<boolean>;
  insert(tx: Transaction, tenantId: number, body: object): Promise<StoredRow<T>>;
  update(tx: Transaction, tenantId: number, id: number, changes: object): Promise<StoredRow<T>>;
  remove(tx: Transaction, tenantId: number, id: number): Promise<void>;
}

const STORED = 'SELECT id, version, document FROM';

export function rowStore<T>(table: ResourceTable): RowStore<T> {
  const { name } = table;
  const find = findById<StoredRow<T>>(
    `get from ${name}`,
    `${STORED} ${name} WHERE tenant_id = :tenant_id AND deleted_at IS NULL`,
  );
  const findEvenDeleted = statement(
    `find even deleted in ${name}`,
    `SELECT 1 FROM ${name} WHERE tenant_id = :tenant_id AND id = :id`,
  );
  const insert = statement(`insert into ${name}`, `WITH row AS (${insertSql(table)}) ${STORED} row`);
  const remove = statement(`delete from ${name}`, removeSql(table));
  return {
    find,
    everExisted: async (db, tenantId, id) =>
      (await findEvenDeleted(db, { tenant_id: tenantId, id })).length > 0,
    insert: async (tx, tenantId, body) =>
      (await insert<StoredRow<T>>(tx, insertParameters(table, tenantId, body)))[0]!,
    update: async (tx, tenantId, id, changes) => {
      const { sql, bindings } = updateSql(table, tenantId, id, changes);
      return (await tx.query<StoredRow<T>>(`WITH row AS (${sql}) ${STORED} row`, bindings))[0]!;
    },
    remove: async (tx, tenantId, id) => void (await remove(tx, { tenant_id: tenantId, id })),
  };
}

/** Locks rows that others are about to refer to: FOR SHARE makes their deletion wait. Returns the ids of those that exist. */
export function lockerForShare({ name }: Pick<ResourceTable, 'name'>) {
  const lock = statement(
    `lock several ${name} for share`,
    `SELECT id FROM ${name} WHERE tenant_id = :tenant_id AND id = ANY ((SELECT :ids::int[])::int[]) AND deleted_at IS NULL
     ORDER BY id FOR SHARE`,
  );
  return async (tx: Transaction, tenantId: number, ids: readonly number[]): Promise<ReadonlySet<number>> => {
    const found = await lock<{ id: number }>(tx, { tenant_id: tenantId, ids });
    return new Set(found.map(({ id }) => id));
  };
}
