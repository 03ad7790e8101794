import type pg from 'pg';

/** What a cluster of Citus refuses (13.2 was tried), as far as PostgreSQL's catalog and the texts of statements show it. */

/** Columns like `orders.id`: Citus takes identity columns of 8 bytes only. */
const SMALL_IDENTITIES = `
  SELECT c.relname || '.' || a.attname AS found
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
  WHERE c.relnamespace = $1::regnamespace AND NOT c.relispartition
    AND a.attidentity <> '' AND a.atttypid <> 'bigint'::regtype ORDER BY 1`;

/** Functions like `f(orders)`: a shard's rows are of another type, so a trigger on it finds no such function. */
const ROW_ARGUMENTS = `
  SELECT p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' AS found
  FROM pg_proc p
  WHERE p.pronamespace = $1::regnamespace AND EXISTS (
    SELECT 1 FROM unnest(p.proargtypes) AS argument JOIN pg_type t ON t.oid = argument
      LEFT JOIN pg_type element ON element.oid = t.typelem
    WHERE 'c' IN (t.typtype, element.typtype)) ORDER BY 1`;

const BODIES = `
  SELECT proname AS name, prosrc AS text FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
  WHERE pronamespace = $1::regnamespace AND l.lanname IN ('sql', 'plpgsql') ORDER BY 1`;

const VOLATILE = `SELECT DISTINCT proname AS found FROM pg_proc WHERE provolatile = 'v'`;

const namesOf = async (client: pg.Client, query: string, values: unknown[]): Promise<string[]> =>
  (await client.query<{ found: string }>(query, values)).rows.map(({ found }) => found);

export const smallIdentities = (client: pg.Client, schema: string): Promise<string[]> =>
  namesOf(client, SMALL_IDENTITIES, [schema]);
export const rowArguments = (client: pg.Client, schema: string): Promise<string[]> =>
  namesOf(client, ROW_ARGUMENTS, [schema]);
/** The names of PostgreSQL's functions and of ours. now() isn't one of them: it is stable. */
export const volatileFunctions = async (client: pg.Client): Promise<ReadonlySet<string>> =>
  new Set(await namesOf(client, VOLATILE, []));

export interface NamedText {
  readonly name: string;
  readonly text: string;
}

export const functionBodies = async (client: pg.Client, schema: string): Promise<NamedText[]> =>
  (await client.query<NamedText>(BODIES, [schema])).rows;

/** `name: function, function` for each text with an UPDATE that calls volatile functions. */
export function volatileUpdates(texts: readonly NamedText[], volatile: ReadonlySet<string>): string[] {
  const found = texts.map(({ name, text }) => ({ name, called: volatileInUpdates(text, volatile) }));
  return found
    .filter(({ called }) => called.length > 0)
    .map(({ name, called }) => `${name}: ${called.join(', ')}`);
}

function volatileInUpdates(sql: string, volatile: ReadonlySet<string>): string[] {
  const called = updatesOf(sql).flatMap((update) => [...update.matchAll(/(?<![.\w])([a-z_]\w*)\s*\(/gi)]);
  const names = called.map(([, name]) => name!.toLowerCase()).filter((name) => volatile.has(name));
  return [...new Set(names)].sort();
}

/** UPDATE and ON CONFLICT DO UPDATE with all of their clauses, to the end of the statement or of the WITH query. */
export function updatesOf(sql: string): string[] {
  const code = sql.replaceAll(/--[^\n]*/g, '').replaceAll(/'(?:[^']|'')*'/g, "''");
  return [...code.matchAll(/(?<!\b(?:FOR|KEY|ON|BEFORE|AFTER|OR)\s+)\bUPDATE\s+(?!OF\b|ON\b|OR\b)/gi)].map(
    ({ index }) => untilEnd(code.slice(index)),
  );
}

function untilEnd(code: string): string {
  let depth = 0;
  for (const { 0: sign, index } of code.matchAll(/[();]/g)) {
    if (sign === ';') return code.slice(0, index);
    depth += sign === '(' ? 1 : -1;
    if (depth < 0) return code.slice(0, index);
  }
  return code;
}
