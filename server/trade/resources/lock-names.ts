import type { Caller } from '../../accounts/api-keys/caller.ts';
import type { Transaction } from '../../db/querier.ts';
import { statement } from '../../db/sql/statement.ts';

/**
 * PostgreSQL has room for 64 locks per connection, of which a batch takes up to 39 for tables and indexes (docs/scaling.md). With 200
 * names, some tenants that import at once would use up the room for everyone.
 */
const MAX_NAMES = 32;

/** Locks `all` against those who lock all names of the table. Read by position, in the order of the array. */
const lockSome = statement(
  'lock names',
  `SELECT CASE WHEN n = 1 THEN pg_advisory_xact_lock_shared(hash) ELSE pg_advisory_xact_lock(hash) END
   FROM (SELECT n, hashtextextended(name, :tenant_id) AS hash
     FROM unnest(ARRAY[:all] || :names::text[]) WITH ORDINALITY AS u(name, n)) AS named`,
);
const lockAll = statement(
  'lock all names',
  'SELECT pg_advisory_xact_lock(hashtextextended(:all, :tenant_id))',
);

interface Locking {
  readonly tx: Transaction;
  readonly caller: Pick<Caller, 'tenantId'>;
  readonly resource: { readonly table: { readonly name: string } };
}

/** The lock that stands for all names of a table. */
export const nameOfTable = (table: string): string => `all ${table}`;

/** The lock of a row that may not exist yet: `products E-1`. */
export const nameOfRow = (table: string, externalId: string): string => `${table} ${externalId}`;

/**
 * The lock of a value that no two rows may have: `products sku CAF1`. Values that are written in different ways may be the same, like a
 * tax id with and without its mask, so only letters and digits count: two values with one name wait for each other, and that's all.
 */
const nameOfValue = (table: string, field: string, value: string): string =>
  `${table} ${field} ${value.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()}`;

export interface Named {
  readonly externalIds: readonly string[];
  readonly values: readonly { readonly field: string; readonly value: string }[];
}

/**
 * The names of the rows that a batch may create (see upsert.ts), and of the values that they take. In one order for everyone: two
 * batches with the same new rows in a different order would deadlock. The first one, the table's, is locked shared if there are others.
 * Of many names, all of the table's are locked, by this one lock.
 */
export function namesToLock(table: string, { externalIds, values }: Named): readonly string[] {
  const names = new Set([
    ...externalIds.map((id) => nameOfRow(table, id)),
    ...values.map(({ field, value }) => nameOfValue(table, field, value)),
  ]);
  if (names.size === 0) return [];
  return names.size > MAX_NAMES ? [nameOfTable(table)] : [nameOfTable(table), ...[...names].sort()];
}

export async function lockNames({ tx, caller, resource }: Locking, named: Named): Promise<void> {
  const [all, ...names] = namesToLock(resource.table.name, named);
  const locked = { all, tenant_id: caller.tenantId };
  if (names.length > 0) await lockSome(tx, { names, ...locked });
  else if (all !== undefined) await lockAll(tx, locked);
}
