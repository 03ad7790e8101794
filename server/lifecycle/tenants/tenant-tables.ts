import type { Querier } from '../../db/querier.ts';

/** A table of tenants' rows. */
export interface TenantTable {
  /** With its schema, as SQL. */
  readonly name: string;
  /** The rest of its primary key, after the tenant_id: rows are deleted in this order. */
  readonly key: readonly { readonly column: string; readonly type: string }[];
  /** SQL that is true while a row of the same table refers to `t`, which then can't be deleted. */
  readonly isReferenced: string | null;
}

/** From a table to the one that it refers to. */
interface Reference {
  readonly from: string;
  readonly to: string;
}

/**
 * Their names are read, so a table that is new is never forgotten. A partition is reached through its table. `NO ACTION` and
 * `RESTRICT` are the references that keep a row: the others go, or are set to null, with it.
 */
const TABLES = `
SELECT c.oid::regclass::text AS name, (
  SELECT coalesce(json_agg(json_build_object('column', quote_ident(k.attname), 'type', format_type(k.atttypid, NULL)) ORDER BY n), '[]')
  FROM pg_index i, unnest(i.indkey::int2[]) WITH ORDINALITY AS u(attnum, n)
  JOIN pg_attribute k ON k.attnum = u.attnum WHERE i.indrelid = c.oid AND i.indisprimary AND k.attrelid = c.oid AND n > 1
) AS key, (
  SELECT string_agg(format('EXISTS (SELECT FROM %s o WHERE %s)', c.oid::regclass, (
    SELECT string_agg(format('o.%I = t.%I', a.attname, b.attname), ' AND ')
    FROM unnest(k.conkey, k.confkey) AS u (own, target)
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = own JOIN pg_attribute b ON b.attrelid = c.oid AND b.attnum = target
  )), ' OR ')
  FROM pg_constraint k WHERE k.conrelid = c.oid AND k.confrelid = c.oid AND k.contype = 'f' AND k.confdeltype IN ('a', 'r')
) AS "isReferenced"
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
JOIN pg_class m ON m.oid = to_regclass('schema_migrations')
WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.oid <> 'tenants'::regclass
  AND c.relnamespace IN (m.relnamespace, to_regnamespace('panel'), to_regnamespace('rate_limit'))
ORDER BY 1`;

const REFERENCES = `
SELECT DISTINCT conrelid::regclass::text AS "from", confrelid::regclass::text AS "to" FROM pg_constraint
WHERE contype = 'f' AND conrelid <> confrelid AND conparentid = 0`;

/** What triggers keep in place of foreign keys (docs/decisions/foreign-keys.md). */
const KEPT_BY_TRIGGERS: readonly Reference[] = [
  ...['order_lines', 'stock_movements'].map((from) => ({ from, to: 'orders' })),
  { from: 'stock_movements', to: 'products' },
];

/** Without keys nothing is written any more, and what isn't in the queue isn't sent. */
const FIRST = ['api_keys', 'webhook_queue'];

/** All tables with rows of tenants, in an order in which they can be emptied: what refers to others comes before them. */
export async function tenantTables(db: Querier): Promise<TenantTable[]> {
  const found = await db.query<Omit<TenantTable, 'key'> & { readonly key: string }>(TABLES, []);
  const tables = found.map((table) => ({ ...table, key: JSON.parse(table.key) as TenantTable['key'] }));
  const references = [...(await db.query<Reference>(REFERENCES, [])), ...KEPT_BY_TRIGGERS];
  const ordered = new Set<string>();
  const add = (name: string): void => {
    if (ordered.has(name)) return;
    for (const { from, to } of references) if (to === name) add(from);
    ordered.add(name);
  };
  for (const name of [...FIRST, ...tables.map((table) => table.name)]) add(name);
  return [...ordered].flatMap((name) => tables.find((table) => table.name === name) ?? []);
}
