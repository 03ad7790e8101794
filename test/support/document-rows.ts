import type pg from 'pg';

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
}

/** A value for a column of each type, which differs from those of other columns by $1. Text needs escaping. */
const VALUES: Readonly<Record<string, string>> = {
  text: `E'a"b\\\\c\\n{,null$1'`,
  json: `'[$1]'::json`,
  boolean: '$1 % 2 = 0',
  integer: '$1',
  smallint: '$1',
  bigint: '$1',
  numeric: '$1 + 0.5',
  'timestamp with time zone': `'2026-01-02T03:04:05.678Z'::timestamptz + $1 * interval '1 s'`,
};

const COLUMNS = `SELECT column_name AS name, data_type AS type, is_nullable = 'YES' AS optional
  FROM information_schema.columns
  WHERE table_schema = 'public' AND table_name = $1 AND column_name <> 'document' ORDER BY ordinal_position`;
const CHECKS = `SELECT conname AS name FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'c'`;

/**
 * Inserts a row without the values that may be missing, and one with all. They needn't be plausible: the table loses its checks and
 * all its triggers but the one that writes the document. Returns the columns.
 */
export async function insertDocumentRows(client: pg.Client, table: string): Promise<Column[]> {
  await client.query(`SET session_replication_role = 'replica'`);
  for (const { name } of (await client.query<{ name: string }>(CHECKS, [table])).rows)
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
  await client.query(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER ${table}_document`);
  const { rows: columns } = await client.query<Column>(COLUMNS, [table]);
  await insert(
    client,
    table,
    columns.filter(({ optional }) => !optional),
    100,
  );
  await insert(client, table, columns, 200);
  return columns;
}

function insert(client: pg.Client, table: string, columns: readonly Column[], first: number) {
  const names = columns.map(({ name }) => name);
  const values = columns.map(({ type }, index) => VALUES[type]!.replaceAll('$1', String(first + index)));
  return client.query(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${values.join(', ')})`);
}
