import type pg from 'pg';

// Only a key's first column is compared: a key that begins with the tenant can't match another tenant's rows.
const KEYS = `
  SELECT c.relname AS table, i.relname AS key, CASE WHEN x.indisprimary THEN 'primary' ELSE 'unique' END AS kind,
    (SELECT attname FROM pg_attribute WHERE attrelid = c.oid AND attnum = x.indkey[0]) AS first,
    NULL AS target, NULL AS "targetFirst", x.indnkeyatts AS columns
  FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
  WHERE c.relnamespace = $1::regnamespace AND x.indisunique AND NOT c.relispartition
  UNION ALL
  SELECT c.relname, k.conname, 'foreign',
    (SELECT attname FROM pg_attribute WHERE attrelid = k.conrelid AND attnum = k.conkey[1]),
    t.relname, (SELECT attname FROM pg_attribute WHERE attrelid = k.confrelid AND attnum = k.confkey[1]),
    cardinality(k.conkey)
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
  WHERE c.relnamespace = $1::regnamespace AND k.contype = 'f' AND k.conparentid = 0
  ORDER BY 1, 2`;

const TABLES = `
  SELECT c.relname AS table, a.attnotnull AS "notNull",
    EXISTS (SELECT 1 FROM pg_index WHERE indrelid = c.oid AND indisprimary) AS "hasPrimary"
  FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
  WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p') ORDER BY 1`;

interface Table {
  table: string;
  notNull: boolean | null;
  hasPrimary: boolean;
}

interface Key {
  table: string;
  key: string;
  kind: 'primary' | 'unique' | 'foreign';
  first: string | null;
  target: string | null;
  targetFirst: string | null;
  columns: number;
}

/** Everything in a schema that would let rows of two tenants mix, according to PostgreSQL's catalog. */
export async function tenantKeyViolations(
  client: pg.Client,
  schema: string,
  exempt: readonly string[],
): Promise<string[]> {
  const { rows: tables } = await client.query<Table>(TABLES, [schema]);
  const { rows: keys } = await client.query<Key>(KEYS, [schema]);
  return [
    ...exempt
      .filter((name) => !tables.some(({ table }) => table === name))
      .map((name) => `${name} is exempt and does not exist`),
    ...tables.filter(({ table }) => !exempt.includes(table)).flatMap(tableViolations),
    ...keys.filter(({ table }) => !exempt.includes(table)).flatMap(keyViolations),
  ];
}

function tableViolations({ table, notNull, hasPrimary }: Table): string[] {
  return [
    ...(notNull === null ? [`${table} has no tenant_id`] : []),
    ...(notNull === false ? [`${table}.tenant_id may be null`] : []),
    ...(hasPrimary ? [] : [`${table} has no primary key`]),
  ];
}

function keyViolations({ table, key, kind, first, target, targetFirst, columns }: Key): string[] {
  const name = `${kind} key ${key} of ${table}`;
  if (first !== 'tenant_id') return [`${name} begins with ${first ?? 'an expression'}`];
  if (kind !== 'foreign') return [];
  if (targetFirst !== 'tenant_id') return [`${name} leads to ${target}.${targetFirst}`];
  return columns === 1 && target !== 'tenants' ? [`${name} leads to ${target} by the tenant alone`] : [];
}
