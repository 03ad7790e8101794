import { isDeepStrictEqual } from 'node:util';
import type { JsonText } from '../../base/json.ts';
import { DOCUMENT_REVISIONS, type DocumentTable } from '../documents/revisions.ts';
import type { Querier, Transaction } from '../querier.ts';
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
  readonly documentRevision: number;
  readonly lock: Lock<'id'>;
  readonly lockByExternalId: Lock<'external_id'>;
  findIdByExternalId(db: Querier, tenantId: number, externalId: string): Promise<number | undefined>;
}

export interface StoredRow<T> {
  readonly id: number;
  readonly version: number;
  /** What the document shows beyond the version's own row; see etagOf. */
  readonly part?: string;
  /** The JSON text of T, as the API shows it. */
  readonly document: JsonText<T>;
}

/** A table with a column for each of the fields that a client may write. */
export function resourceTable(name: DocumentTable, columns: readonly string[]): ResourceTable {
  const findId = statement(
    `find id in ${name} by external id`,
    `SELECT id FROM ${name} WHERE tenant_id = :tenant_id AND external_id = :external_id AND deleted_at IS NULL`,
  );
  return {
    name,
    columns,
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
    findIdByExternalId: async (db, tenant_id, external_id) =>
      (await findId<{ id: number }>(db, { tenant_id, external_id }))[0]?.id,
  };
}

/** Soft delete with the parameters :tenant_id and :id, for the first part of a WITH. */
export const removeSql = ({ name }: ResourceTable): string =>
  `UPDATE ${name} SET deleted_at = statement_timestamp(), updated_at = statement_timestamp(), version = version + 1
   WHERE tenant_id = :tenant_id AND id = :id RETURNING *`;

/** The fields of a PATCH whose value differs from the current one. */
export function changesTo<T extends object>(document: string, body: T): Partial<T> {
  const current = JSON.parse(document) as Record<string, unknown>;
  const differs = (field: string, value: unknown) =>
    current[field] !== value && !isDeepStrictEqual(current[field], value);
  const changed = Object.entries(body).filter(([field, value]) => differs(field, value));
  return Object.fromEntries(changed) as Partial<T>;
}
