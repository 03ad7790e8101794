import type { Caller } from '../../accounts/api-keys/caller.ts';
import type { OperationId, Schemas } from '../../base/contract.ts';
import type { Querier, Transaction } from '../../db/querier.ts';
import type { ResourceTable, StoredRow } from '../../db/sql/resource-table.ts';
import type { RowFinders } from '../../db/sql/write-rows.ts';
import type { RequestBody } from './handler.ts';
import type { PlannedWrite, RowWriter } from './row-writer.ts';

/** Resources with create and get: `Product` stands for the contract's Product, ProductCreate, createProduct, getProduct … */
export type ResourceName = {
  [Name in keyof Schemas]: `create${Name}` | `get${Name}` extends OperationId ? Name : never;
}[keyof Schemas];
/** Resources with all shared operations. */
export type ChangeableName = {
  [Name in ResourceName]: `upsert${Name}` extends OperationId ? Name : never;
}[ResourceName];

export type CreateBody<Name extends ResourceName> = RequestBody<`create${Name}`>;
/** An upsert takes the same body as a PATCH. */
export type ChangeBody<Name extends ChangeableName> = RequestBody<`upsert${Name}`>;
export type ResourceRow<Name extends ResourceName> = StoredRow<Schemas[Name]>;

/** What the shared handler of a GET needs. */
export interface ReadableResource<Name extends ResourceName> {
  readonly name: Name;
  /** For error texts: `price table`. */
  readonly noun: string;
  readonly table: Pick<ResourceTable, 'documentRevision'>;
  find(db: Querier, tenantId: number, id: number): Promise<ResourceRow<Name> | undefined>;
}

export type PlannedRow<Name extends ChangeableName> = PlannedWrite<ResourceRow<Name>, CreateBody<Name>>;
export type RowWriterOf<Name extends ChangeableName> = RowWriter<
  ResourceRow<Name>,
  CreateBody<Name>,
  ChangeBody<Name>
>;

/** A field by which the rows of a batch may find those that exist, in place of their external ids. */
export interface Match extends RowFinders {
  /** No two rows have the same value of it. */
  readonly field: string;
  /** The key of the row's value, in the form in which it's stored; undefined if it stands for none. */
  stored(text: string, row: object): string | undefined;
}

/** What differs between resources. The shared handlers take one of these. */
export interface Resource<Name extends ChangeableName> extends ReadableResource<Name> {
  readonly table: ResourceTable;
  readonly match?: Match;
  /** Takes the locks that must be taken before any row's. */
  lockFirst?(tx: Transaction, tenantId: number): Promise<void>;
  /** Deletes the locked row, or throws the problem that forbids it. */
  remove(tx: Transaction, caller: Caller, row: ResourceRow<Name>): Promise<void>;
  /** A function reads what the bodies refer to, for all of them at once. */
  readonly writer:
    | RowWriterOf<Name>
    | ((
        tx: Transaction,
        tenantId: number,
        bodies: readonly ChangeBody<Name>[],
      ) => Promise<RowWriterOf<Name>>);
}

/** The parameter that names a row in a path: `price_table_id`. */
export const idParameter = (name: ResourceName): string =>
  `${name.replaceAll(/\B[A-Z]/g, '_$&').toLowerCase()}_id`;

export const createOperation = <Name extends ResourceName>(name: Name) => `create${name}` as const;
export const upsertOperation = <Name extends ChangeableName>(name: Name) => `upsert${name}` as const;
