import { type Querier, statement, type Transaction } from './querier.ts';
import {
  firstRow,
  insertSql,
  insertValues,
  type ResourceTable,
  removeSql,
  type StoredRow,
  updateSql,
} from './resource-table.ts';

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
  const get = statement(
    `${name} get`,
    `${STORED} ${name} WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL`,
  );
  const known = statement(`${name} known`, `SELECT 1 FROM ${name} WHERE tenant_id = $1 AND id = $2`);
  const insert = statement(`${name} insert`, `WITH row AS (${insertSql(table)}) ${STORED} row`);
  const remove = statement(`${name} remove`, removeSql(table));
  return {
    find: (db, tenantId, id) => firstRow<StoredRow<T>>(db, get, [tenantId, id]),
    everExisted: async (db, tenantId, id) => (await firstRow(db, known, [tenantId, id])) !== undefined,
    insert: async (tx, tenantId, body) =>
      (await firstRow<StoredRow<T>>(tx, insert, insertValues(table, tenantId, body)))!,
    update: async (tx, tenantId, id, changes) => {
      const { sql, bindings } = updateSql(table, tenantId, id, changes);
      return (await firstRow<StoredRow<T>>(tx, `WITH row AS (${sql}) ${STORED} row`, bindings))!;
    },
    remove: async (tx, tenantId, id) => void (await tx.query(remove, [tenantId, id])),
  };
}
