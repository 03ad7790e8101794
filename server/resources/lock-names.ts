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
 * One batch per resource at a time: two batches with the same rows in a different order would deadlock. Then the names of rows that
 * the batch may create; see upsert.ts.
 */
export async function lockNames(
  { tx, caller, resource }: Locking,
  externalIds: readonly string[],
): Promise<void> {
  const { name } = resource.table;
  const names = [`batch ${name}`, ...externalIds.toSorted().map((id) => nameOfRow(name, id))];
  await lock(tx, { names, tenant_id: caller.tenantId });
}
