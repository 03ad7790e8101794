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
  /** Fields of these that get another form for the same value, so that no event has them. */
  readonly reformed?: readonly string[] | undefined;
}

export interface ExistingRow<T> extends StoredRow<T> {
  readonly external_id: string | null;
  /** The value by which it was found. */
  readonly key: string;
}

/** Reads the rows that aren't deleted and have one of these keys: external ids, or values of another unique column. */
export type FindRows = <T>(
  db: Querier,
  key: { readonly tenant_id: number; readonly keys: readonly string[] },
) => Promise<ExistingRow<T>[]>;

export interface RowFinders {
  readonly findRows: FindRows;
  /** Locks them, too: in id order, as everyone who locks several does (docs/decisions/locks-in-id-order.md). */
  readonly lockRows: FindRows;
}

/** SQL for whether a row has one of the values, by which its index finds it. */
const hasOne = (column: string, values: string): string => `${column} = ANY ((SELECT ${values})::text[])`;

/**
 * A tax id is unique for its kind: a foreign one may have the digits of a CPF. So its key ends with the kind, as it does in the unique index.
 */
const TAX_ID_KEY = `tax_id || CASE tax_id_type WHEN 'foreign' THEN ', 1' ELSE ', 0' END`;
export const taxIdKey = (taxId: string, isForeign: boolean): string => `${taxId}, ${isForeign ? 1 : 0}`;

/** SQL for the key of a row by a unique column, and for whether it is one of the keys in the parameter. */
export const keyOfColumn = (column: string, parameter: string) =>
  column === 'tax_id'
    ? {
        key: TAX_ID_KEY,
        isNamed: `${hasOne(column, `ARRAY (SELECT left(k, -3) FROM unnest(${parameter}::text[]) k)`)}
       AND ${hasOne(`(${TAX_ID_KEY})`, `${parameter}::text[]`)}`,
      }
    : { key: column, isNamed: hasOne(column, `${parameter}::text[]`) };

export function findersBy(column: string, { name }: Pick<ResourceTable, 'name'>): RowFinders {
  const { key, isNamed } = keyOfColumn(column, ':keys');
  const find = `SELECT id, version, external_id, ${key} AS key, document FROM ${name}
     WHERE tenant_id = :tenant_id AND ${isNamed} AND deleted_at IS NULL`;
  const by = `${name} by ${column.replaceAll('_', ' ')}`;
  return {
    findRows: statement(`find several ${by}`, find) as unknown as FindRows,
    lockRows: statement(
      `lock several ${by}`,
      `${find}
     ORDER BY id FOR NO KEY UPDATE`,
    ) as unknown as FindRows,
  };
}

export interface RowsToWrite {
  readonly caller: { readonly tenantId: number };
  readonly creations: readonly RowCreation[];
  readonly changes: readonly RowChange[];
  /** Without it, all that the statement would lock is locked. */
  readonly guard?: WriteGuard | undefined;
}

/** A statement that writes rows, and what else comes with them. Without rows as result nothing was written. */
export type WriteRows<Row extends object> = (
  db: Querier,
  rows: RowsToWrite,
  values?: Readonly<Record<string, unknown>>,
) => Promise<Row[]>;

/**
 * `rest` is what follows the CTEs `created` and `changed`, each with the row's columns and `row_index`, its index in the batch; `created` has `n`, its number, too. `values` are
 * those of its parameters. Most requests write one row that is locked: they have statements of their own, without what costs them a
 * third (docs/decisions/one-statement-writes.md).
 */
export function writeRowsStatement<Row extends object>(
  { table, referred }: { readonly table: ResourceTable; readonly referred?: ReferredRows | undefined },
  rest: string,
): WriteRows<Row> {
  const { name } = table;
  const create = statement(`create ${name}`, `WITH ${createdSql(table)}, ${noneChanged(table)}${rest}`);
  const change = statement(`change ${name}`, `WITH ${noneCreated(table)}, ${changedSql(table)}${rest}`);
  const both = `${createdSql(table, IF_READY)}, ${changedSql(table, IF_READY)}`;
  const write = statement(`write ${name}`, `WITH ${guardSql(table, referred)}, ${both}${rest}`);
  return (db, { caller, creations, changes, guard }, values) => {
    const tenant = { ...values, tenant_id: caller.tenantId };
    if (!guard && changes.length === 0) return create(db, { ...tenant, ...creationParameters(creations) });
    if (!guard && creations.length === 0) return change(db, { ...tenant, ...changeParameters(changes) });
    const rows = { ...creationParameters(creations), ...changeParameters(changes) };
    return write(db, { ...tenant, ...rows, ...guardParameters(guard) });
  };
}

const IF_READY = 'AND EXISTS (SELECT FROM ready)';

/**
 * The rows come as a JSON array: their number doesn't change the plan, as that of an array parameter would
 * (docs/decisions/generic-plans.md). New rows get their ids in the order of the array, so their ids tell which is which: RETURNING can't
 * return what isn't a column.
 */
function createdSql({ name, columns }: ResourceTable, condition = ''): string {
  const list = columns.join(', ');
  return `inserted AS (
    INSERT INTO ${name} (tenant_id, ${list})
    SELECT :tenant_id::int, ${list} FROM json_populate_recordset(NULL::${name}, :creations::json) WHERE true ${condition} RETURNING *
  ), created AS MATERIALIZED (
    SELECT row.*, (:positions::int[])[row.n] AS row_index
    FROM (SELECT *, row_number() OVER (ORDER BY id) AS n FROM inserted) row
  )`;
}

/**
 * Missing columns of a change keep their value. `sign()` is always 1: it has PostgreSQL expect one row instead of a hundred, and look each up
 * by its id. For a hundred it reads all rows of a tenant that has some thousand.
 */
function changedSql({ name, columns }: ResourceTable, condition = ''): string {
  const list = columns.join(', ');
  return `changed AS (
    UPDATE ${name} t SET version = t.version + 1, updated_at = statement_timestamp(), (${list}) = (
      SELECT ${columns.map((column) => `new.${column}`).join(', ')} FROM json_populate_record(t, w.columns) new)
    FROM json_to_recordset(:changes::json) AS w(row_index integer, id integer, fields json, columns json)
    WHERE t.tenant_id = :tenant_id AND t.id = w.id AND sign(w.id) = 1 ${condition}
    RETURNING t.*, w.row_index, w.fields AS changed_fields
  )`;
}

const noneCreated = ({ name }: ResourceTable) =>
  `created AS (SELECT *, 0 AS n, 0 AS row_index FROM ${name} WHERE tenant_id = :tenant_id AND false)`;
const noneChanged = ({ name }: ResourceTable) =>
  `changed AS (
    SELECT *, 0 AS row_index, NULL::json AS changed_fields FROM ${name} WHERE tenant_id = :tenant_id AND false
  )`;

const creationParameters = (creations: readonly RowCreation[]) => ({
  creations: JSON.stringify(creations.map(({ columns }) => columns)),
  positions: creations.map(({ position }) => position),
});

const changeParameters = (changes: readonly RowChange[]) => ({
  changes: JSON.stringify(
    changes.map(({ position, id, changes: columns, reformed = [] }) => ({
      row_index: position,
      id,
      columns,
      fields: Object.keys(columns).filter((field) => !reformed.includes(field)),
    })),
  ),
});
