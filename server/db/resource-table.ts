import { isDeepStrictEqual } from 'node:util';
import knex from 'knex';
import type { JsonText } from '../handler.ts';
import { DOCUMENT_REVISIONS, type DocumentTable } from './documents/revisions.ts';
import { type Querier, type Statement, statement, type Transaction } from './querier.ts';

/** Builds SQL only: it has no connection. */
const build = knex({ client: 'pg' });

/** A table of the API's resources, which all have version, the stamps, deleted_at and document. */
export interface ResourceTable {
  readonly name: string;
  /** What a writer decides. */
  readonly columns: readonly string[];
  readonly json: ReadonlySet<string>;
  readonly documentRevision: number;
  readonly lockStatement: Statement;
}

export interface StoredRow<T> {
  readonly id: number;
  readonly version: number;
  /** What the document shows beside the version's own; see etagOf. */
  readonly part?: string;
  /** The JSON text of T, as the API shows it. */
  readonly document: JsonText<T>;
}

/** How a column takes a field's value: objects and arrays as JSON text. */
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
    // NO KEY: orders and the like that refer to the row need not wait.
    lockStatement: statement(
      `lock ${name}`,
      `SELECT id, version, document FROM ${name} WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL FOR NO KEY UPDATE`,
    ),
  };
}

/** `INSERT … RETURNING *`, to be the first part of a WITH. Its parameters are those of `insertParameters`. */
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
  return { ...Object.fromEntries(entries), tenant_id: tenantId };
}

/** `UPDATE … RETURNING *` of the changed columns, to be the first part of a WITH, with its values. */
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

/** Soft delete with the parameters :tenant_id and :id, to be the first part of a WITH. */
export const removeSql = ({ name }: ResourceTable): string =>
  `UPDATE ${name} SET deleted_at = statement_timestamp(), updated_at = statement_timestamp(), version = version + 1
   WHERE tenant_id = :tenant_id AND id = :id RETURNING *`;

function bound({ json }: ResourceTable, column: string, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  return json.has(column) ? JSON.stringify(value) : value;
}

/** The row, locked until the transaction ends, or undefined when there is none that is not deleted. */
export async function lockRow<T>(
  tx: Transaction,
  table: ResourceTable,
  tenantId: number,
  id: number,
): Promise<StoredRow<T> | undefined> {
  return (await tx.query<StoredRow<T>>(table.lockStatement, [tenantId, id]))[0];
}

/** The fields of a PATCH whose value differs from the present one. */
export function changesTo<T extends object>(document: string, body: T): Partial<T> {
  const present = JSON.parse(document) as Record<string, unknown>;
  const changed = Object.entries(body).filter(([field, value]) => !isDeepStrictEqual(present[field], value));
  return Object.fromEntries(changed) as Partial<T>;
}

export async function firstRow<Row extends object>(
  db: Querier,
  query: Statement | string,
  values: readonly unknown[],
): Promise<Row | undefined> {
  return (await db.query<Row>(query, values))[0];
}
