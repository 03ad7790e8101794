import type { Caller } from '../../accounts/api-keys/caller.ts';
import type { Schemas } from '../../base/contract.ts';
import type { Transaction } from '../../db/querier.ts';
import type { ExistingRow } from '../../db/sql/write-rows.ts';
import { lockNames } from './lock-names.ts';
import type { ChangeableName, Match, Resource, RowWriterOf } from './resource.ts';
import { findByKey, keysOf, missingNames, type Row } from './row-texts.ts';

interface Locking<Name extends ChangeableName> {
  readonly tx: Transaction;
  readonly resource: Resource<Name>;
  readonly caller: Caller;
  readonly match: Match | undefined;
}

/** By their keys. */
export type ExistingRows<Name extends ChangeableName> = ReadonlyMap<string, ExistingRow<Schemas[Name]>>;

/**
 * Locks the rows that the batch's rows find, and then the names of what it may create or give. In this order everywhere, also in
 * upsert.ts, and a row that exists needs no name: most batches change rows, and lock no name at all.
 */
export async function lockExisting<Name extends ChangeableName>(
  { tx, resource, caller, match }: Locking<Name>,
  writer: RowWriterOf<Name>,
  rows: readonly Row[],
): Promise<ExistingRows<Name>> {
  const { lockRows } = match ?? writer;
  const find = (keys: readonly string[]) => findByKey<Schemas[Name]>(lockRows, tx, caller, keys);
  await resource.lockFirst?.(tx, caller.tenantId);
  const keys = [...new Set(keysOf(match, rows))];
  const existing = await find(keys);
  await lockNames({ tx, caller, resource }, missingNames(match, rows, writer.uniqueFields, existing));
  // Others may have created some of them in the meantime.
  return new Map([...existing, ...(await find(keys.filter((key) => !existing.has(key))))]);
}
