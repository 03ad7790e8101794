import type { Querier } from '../../server/db/querier.ts';

/** Every table of the database that has a tenant_id, whatever its schema. A partition counts with its table. */
export async function tablesOfTenants(db: Querier): Promise<string[]> {
  const tables = await db.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE a.attname = 'tenant_id' AND NOT a.attisdropped AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     ORDER BY 1`,
    [],
  );
  return tables.map(({ name }) => name);
}

/** How many rows a tenant has in each of them. */
export async function rowsOfTenant(db: Querier, tenantId: number): Promise<Record<string, number>> {
  const names = await tablesOfTenants(db);
  const counts = names.map((name) => `(SELECT count(*)::int FROM ${name} WHERE tenant_id = $1)`);
  const [row] = await db.query<{ counts: number[] }>(`SELECT ARRAY[${counts}] AS counts`, [tenantId]);
  return Object.fromEntries(names.map((name, index) => [name, row!.counts[index]!]));
}
