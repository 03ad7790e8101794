import type { Querier } from '../querier.ts';
import type { ResourceTable, StoredRow } from './resource-table.ts';
import { statement } from './statement.ts';
import { guardParameters, guardSql, type ReferredRows, type WriteGuard } from './write-guard.ts';

/** A row that is created. `columns` may contain more than the table's. */
export interface RowCreation {
  /** The index of the row in its batch. */
  readonly position: number;
  readonly columns: object;
}

export interface RowChange {
  readonly position: number;
  readonly id: number;
  /** May be empty: that only counts up the version. */
  readonly changes: object;
}

export type ExistingRow<T> = StoredRow<T> & { readonly external_id: string };

/** Reads the rows that aren't deleted and have one of these external ids. */
export type FindRows = <T>(
  db: Querier,
  key: { readonly tenant_id: number; readonly external_ids: readonly string[] },
) => Promise<ExistingRow<T>[]>;

export interface RowFinders {
  readonly findRows: FindRows;
  /** Locks them, too: in id order, as everyone who locks several does (docs/decisions/locks-in-id-order.md). */
  readonly lockRows: FindRows;
}

export function findersByExternalId({ name }: ResourceTable): RowFinders {
  const find = `SELECT id, version, external_id, document FROM ${name}
     WHERE tenant_id = :tenant_id AND external_id = ANY ((SELECT :external_ids::text[])::text[]) AND deleted_at IS NULL`;
  return {
    findRows: statement(`find several ${name} by external id`, find) as unknown as FindRows,
    lockRows: statement(
      `lock several ${name} by external id`,
      `${find}
     ORDER BY id FOR NO KEY UPDATE`,
    ) as unknown as FindRows,
  };
}

/**
 * The first parts of a WITH: those of `guardSql`, and `created` and `changed`, each with the row's columns and `row_index`, its index
 * in the batch. The rows come as two JSON arrays: their number doesn't change the plan, as that of an array parameter would
 * (docs/decisions/generic-plans.md).
 *
 * New rows get their ids in the order of the array, so their ids tell which is which: RETURNING can't return what isn't a column.
 * Missing columns of a change keep their value.
 */
export function writeRowsSql(table: ResourceTable, referred?: ReferredRows): string {
  const { name, columns } = table;
  const list = columns.join(', ');
  return `${guardSql(table, referred)}, inserted AS (
    INSERT INTO ${name} (tenant_id, ${list})
    SELECT :tenant_id, ${list} FROM json_populate_recordset(NULL::${name}, :creations::json)
    WHERE EXISTS (SELECT FROM ready) RETURNING *
  ), created AS MATERIALIZED (
    SELECT row.*, (:positions::int[])[row.n] AS row_index
    FROM (SELECT *, row_number() OVER (ORDER BY id) AS n FROM inserted) row
  ), changed AS (
    UPDATE ${name} t SET version = t.version + 1, updated_at = statement_timestamp(), (${list}) = (
      SELECT ${columns.map((column) => `new.${column}`).join(', ')} FROM json_populate_record(t, w.columns) new)
    FROM json_to_recordset(:changes::json) AS w(row_index integer, id integer, fields json, columns json)
    WHERE t.tenant_id = :tenant_id AND t.id = w.id AND EXISTS (SELECT FROM ready)
    RETURNING t.*, w.row_index, w.fields AS changed_fields
  )`;
}

export interface RowsToWrite {
  readonly caller: { readonly tenantId: number };
  readonly creations: readonly RowCreation[];
  readonly changes: readonly RowChange[];
  /** Without it, all that the statement would lock is locked. */
  readonly guard?: WriteGuard | undefined;
}

/** The parameters of `writeRowsSql`. */
export const writeRowsParameters = ({ caller, creations, changes, guard }: RowsToWrite) => ({
  tenant_id: caller.tenantId,
  creations: JSON.stringify(creations.map(({ columns }) => columns)),
  positions: creations.map(({ position }) => position),
  changes: JSON.stringify(
    changes.map(({ position, id, changes: columns }) => ({
      row_index: position,
      id,
      columns,
      fields: Object.keys(columns),
    })),
  ),
  ...guardParameters(guard),
});
