import { basePath, type OperationId } from '../contract.ts';
import type { Querier, Transaction } from '../db/querier.ts';
import type { ResourceTable, StoredRow } from '../db/resource-table.ts';
import type { Caller } from '../handler.ts';
import { etagOf } from '../preconditions.ts';

/** A kind of resource that clients create and change: what its operations have in common is done once, for all kinds. */
export interface Resource<T> {
  /** As sentences call it: `price table`. */
  readonly noun: string;
  /** As paths do: `price-tables`. */
  readonly path: string;
  /** As the parameter of a path does: `price_table_id`. */
  readonly parameter: string;
  readonly table: ResourceTable;
  /** The operations whose bodies are those of a creation and of a creation or change. */
  readonly createOperation: OperationId;
  readonly upsertOperation: OperationId;
  /** Locks what has to be locked before any row is. */
  lockFirst?(tx: Transaction, tenantId: number): Promise<void>;
  find(db: Querier, tenantId: number, id: number): Promise<StoredRow<T> | undefined>;
  /** Writes a new one. The body has passed the contract. */
  create(tx: Transaction, caller: Caller, body: object): Promise<StoredRow<T>>;
  /** Writes those fields of the body that differ; the row is locked. Answers it as it is then, changed or not. */
  change(tx: Transaction, caller: Caller, row: StoredRow<T>, body: object): Promise<StoredRow<T>>;
  /** Deletes the locked row, or throws the problem that forbids it. */
  remove(tx: Transaction, caller: Caller, row: StoredRow<T>): Promise<void>;
}

type Versioned = Pick<StoredRow<unknown>, 'id' | 'version' | 'part'>;

export const versionHeaders = ({ version, part }: Omit<Versioned, 'id'>): Record<string, string> => ({
  ETag: etagOf(version, part),
});

export const createdHeaders = (path: string, row: Versioned): Record<string, string> => ({
  ...versionHeaders(row),
  Location: `${basePath}/${path}/${row.id}`,
});
