import type { Transaction } from '../db/querier.ts';
import { statement } from '../db/statement.ts';
import type { Caller } from '../handler.ts';

// Read by position, in the order of the array.
const lock = statement(
  'lock names',
  'SELECT pg_advisory_xact_lock(hashtextextended(name, :tenant_id)) FROM unnest(:names::text[]) AS name',
);

interface Locking {
  readonly tx: Transaction;
  readonly caller: Pick<Caller, 'tenantId'>;
  readonly resource: { readonly table: { readonly name: string } };
}

/** The lock of a row that may not exist yet: `products E-1`. */
export const nameOfRow = (table: string, externalId: string): string => `${table} ${externalId}`;

/**
 * The lock of a value that no two rows may have: `products sku CAF1`. Values that are written in different ways may be the same, like a
 * tax id with and without its mask, so only letters and digits count: two values with one name wait for each other, and that's all.
 */
const nameOfValue = (table: string, field: string, value: string): string =>
  `${table} ${field} ${value.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()}`;

interface Named {
  readonly externalIds: readonly string[];
  readonly values: readonly { readonly field: string; readonly value: string }[];
}

/**
 * The names of the rows that a batch may create (see upsert.ts), and of the values that they take. In one order for everyone: two
 * batches with the same new rows in a different order would deadlock.
 */
export async function lockNames(
  { tx, caller, resource: { table } }: Locking,
  { externalIds, values }: Named,
): Promise<void> {
  const names = new Set([
    ...externalIds.map((id) => nameOfRow(table.name, id)),
    ...values.map(({ field, value }) => nameOfValue(table.name, field, value)),
  ]);
  if (names.size > 0) await lock(tx, { names: [...names].sort(), tenant_id: caller.tenantId });
}

/** One batch at a time: row by row, two batches with the same rows in a different order would deadlock. */
export const lockBatches = ({ tx, caller, resource }: Locking): Promise<unknown> =>
  lock(tx, { names: [`batch ${resource.table.name}`], tenant_id: caller.tenantId });
