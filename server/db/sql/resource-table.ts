import { isDeepStrictEqual } from 'node:util';
import type { JsonText } from '../../base/json.ts';
import { DOCUMENT_REVISIONS, type DocumentTable } from '../documents/revisions.ts';
import type { Transaction } from '../querier.ts';
import { build } from './query-builder.ts';
import { statement } from './statement.ts';

/** Reads a row and locks it until the transaction ends. There is no row when it doesn't exist or is deleted. */
type Lock<Key extends string> = <Row extends object>(
  tx: Transaction,
  key: { readonly [K in 'tenant_id' | Key]: unknown },
) => Promise<Row[]>;

/** A table of the API's resources. They all have version, timestamps, deleted_at and document. */
export interface ResourceTable {
  readonly name: string;
  /** The columns that a writer decides. */
  readonly columns: readonly string[];
  readonly json: ReadonlySet<string>;
  readonly documentRevision: number;
  readonly lock: Lock<'id'>;
  readonly lockByExternalId: Lock<'external_id'>;
}

export interface StoredRow<T> {
  readonly id: number;
  readonly version: number;
  /** What the document shows beyond the version's own row; see etagOf. */
  readonly part?: string;
  /** The JSON text of T, as the API shows it. */
  readonly document: JsonText<T>;
}

/** How a column stores a field's value: objects and arrays as JSON text. */
type ColumnKind<Value> = NonNullable<Value> extends object ? 'json' : 'scalar';

/** A column for every field, so that a field that the contract adds does not compile until the table has it. */
export type ColumnsOf<Fields> = { readonly [Name in keyof Fields]-?: ColumnKind<Fields[Name]> };

export function resourceTable<Fields>(name: DocumentTable, columns: ColumnsOf<Fields>): ResourceTable {
  const kinds = Object.entries<'json' | 'scalar'>(columns as Record<string, 'json' | 'scalar'>);
  return {
    name,
    columns: kinds.map(([column]) => column),
    json: new Set(kinds.flatMap(([column, kind]) => (kind === 'json' ? [column] : []))),
    documentRevision: DOCUMENT_REVISIONS[name],
    // NO KEY: inserts that reference the row, like an order's, don't have to wait.
    lock: statement(
      `lock ${name}`,
      `SELECT id, version, document FROM ${name} WHERE tenant_id = :tenant_id AND id = :id AND deleted_at IS NULL FOR NO KEY UPDATE`,
    ),
    lockByExternalId: statement(
      `lock ${name} by external id`,
      `SELECT id, version, document FROM ${name}
       WHERE tenant_id = :tenant_id AND external_id = :external_id AND deleted_at IS NULL FOR NO KEY UPDATE`,
    ),
  };
}

/** `INSERT … RETURNING *` for the first part of a WITH. Its parameters are those of `insertParameters`. */
export function insertSql({ name, columns }: ResourceTable): string {
  const parameters = columns.map((column) => `:${column}`);
  return `INSERT INTO ${name} (tenant_id, ${columns.join(', ')}) VALUES (:tenant_id, ${parameters.join(', ')}) RETURNING *`;
}

export function insertParameters(
  table: ResourceTable,
  tenantId: number,
  body: object,
): Readonly<Record<string, unknown>> {
  const values = body as Readonly<Record<string, unknown>>;
  const entries = table.columns.map((column) => [column, bound(table, column, values[column])]);
  return { tenant_id: tenantId, ...Object.fromEntries(entries) };
}

/** `UPDATE … RETURNING *` of the changed columns for the first part of a WITH, with its values. */
export function updateSql(
  table: ResourceTable,
  tenantId: number,
  id: number,
  changes: object,
): { sql: string; bindings: readonly unknown[] } {
  const values = Object.entries(changes).map(([column, value]) => [column, bound(table, column, value)]);
  return build(table.name)
    .where({ tenant_id: tenantId, id })
    .update({
      ...Object.fromEntries(values),
      version: build.raw('version + 1'),
      updated_at: build.raw('statement_timestamp()'),
    })
    .returning('*')
    .toSQL()
    .toNative();
}

/** Soft delete with the parameters :tenant_id and :id, for the first part of a WITH. */
export const removeSql = ({ name }: ResourceTable): string =>
  `UPDATE ${name} SET deleted_at = statement_timestamp(), updated_at = statement_timestamp(), version = version + 1
   WHERE tenant_id = :tenant_id AND id = :id RETURNING *`;

function bound({ json }: ResourceTable, column: string, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  return json.has(column) ? JSON.stringify(value) : value;
}

export async function lockRow<T>(
  tx: Transaction,
  table: ResourceTable,
  tenantId: number,
  id: number,
): Promise<StoredRow<T> | undefined> {
  return (await table.lock<StoredRow<T>>(tx, { tenant_id: tenantId, id }))[0];
}

/** The fields of a PATCH whose value differs from the current one. */
export function changesTo<T extends object>(document: string, body: T): Partial<T> {
  const current = JSON.parse(document) as Record<string, unknown>;
  const differs = (field: string, value: unknown) =>
    current[field] !== value && !isDeepStrictEqual(current[field], value);
  const changed = Object.entries(body).filter(([field, value]) => differs(field, value));
  return Object.fromEntries(changed) as Partial<T>;
}
