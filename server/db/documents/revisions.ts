import { readFileSync } from 'node:fs';

const TABLES = [
  'categories',
  'products',
  'customers',
  'orders',
  'stock_movements',
  'price_tables',
  'promotions',
  'coupons',
] as const;

export type DocumentTable = (typeof TABLES)[number];

function revisionOf(table: DocumentTable): number {
  const sql = readFileSync(new URL(`${table}.sql`, import.meta.url), 'utf8');
  const [, revision] = /^-- revision (\d+)\n/.exec(sql) ?? [];
  if (revision === undefined) throw new Error(`${table}.sql doesn't begin with -- revision and a number.`);
  return Number(revision);
}

/** The first line of each table's SQL. */
export const DOCUMENT_REVISIONS = Object.fromEntries(
  TABLES.map((table) => [table, revisionOf(table)]),
) as Readonly<Record<DocumentTable, number>>;
