import type { Context } from '../../server/main/context.ts';

const TABLES = `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
  WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`;

/** Where in the whole database a text is found that matches: `public.orders: Zzq-notes`. Each once. */
export async function findInDatabase({ db }: Pick<Context, 'db'>, pattern: RegExp): Promise<string[]> {
  const found = new Set<string>();
  for (const { name } of await db.query<{ name: string }>(TABLES, [])) {
    const rows = await db.query<{ row: string }>(`SELECT row_to_json(t)::text AS row FROM ${name} t`, []);
    for (const { row } of rows) for (const [match] of row.matchAll(pattern)) found.add(`${name}: ${match}`);
  }
  return [...found];
}
