import type { Querier } from '../../server/db/querier.ts';
import type { Context } from '../../server/main/context.ts';

const TABLES = `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
  WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`;

/** Values of rows as they were at the last ANALYZE. */
const STATISTICS = ['pg_stats', 'pg_stats_ext', 'pg_stats_ext_exprs'].map(
  (
    view,
  ) => `SELECT format('statistics of %I.%I', schemaname, tablename) AS name, row_to_json(s)::text AS row FROM ${view} s
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
);

/** Where in the whole database a text is found that matches: `public.orders: Zzq-notes`. Each once. */
export async function findInDatabase({ db }: Pick<Context, 'db'>, pattern: RegExp): Promise<string[]> {
  const found = new Set<string>();
  for (const { name, row } of await allRows(db))
    for (const [match] of row.matchAll(pattern)) found.add(`${name}: ${match}`);
  return [...found];
}

async function allRows(db: Querier): Promise<{ name: string; row: string }[]> {
  const tables = await db.query<{ name: string }>(TABLES, []);
  const ofTables = tables.map(
    ({ name }) => `SELECT '${name}' AS name, row_to_json(t)::text AS row FROM ${name} t`,
  );
  const rows = [];
  for (const sql of [...ofTables, ...STATISTICS])
    rows.push(...(await db.query<{ name: string; row: string }>(sql, [])));
  return rows;
}
