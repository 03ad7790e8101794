import type { Statement } from '../querier.ts';
import type { NamedStatement } from './statement.ts';

/** What is sent in place of a statement. */
export interface ClusterForm extends Statement {
  /** How many ids it takes as a last parameter, and of which sequence. The machine that inserts has none that everybody shares. */
  readonly ids?: { readonly sequence: string; countOf(values: readonly unknown[]): number } | undefined;
}

const forms = new WeakMap<Statement, ClusterForm>();

/** A statement in the form in which Citus sends it to its tenant's machine as a whole. See docs/decisions/citus.md. */
export function clusterForm(statement: Statement): ClusterForm {
  const known = forms.get(statement);
  if (known) return known;
  const tenant = (statement as Partial<NamedStatement>).parameters?.indexOf('tenant_id') ?? -1;
  const { text, ids } = insertsByFunction(statement.text);
  const atMachine = tenant === -1 ? text : atTenant(text, `$${tenant + 1}::int`);
  const form = { ...statement, name: statement.name, text: atMachine, ids };
  forms.set(statement, form);
  return form;
}

/** What only locks, or hides its tenant from PostgreSQL's planner, doesn't tell Citus of a tenant. */
const LOCKS_ONLY = /^\s*SELECT\b[^;]*\bpg_(try_)?advisory_xact_lock/;
const HIDDEN_TENANT = /\(SELECT (\$\d+)::int\)/g;

function atTenant(text: string, tenant: string): string {
  if (!LOCKS_ONLY.test(text))
    return text.replace(HIDDEN_TENANT, (hidden, value) => (`${value}::int` === tenant ? tenant : hidden));
  return `SELECT locked.* FROM (${text}) AS locked, (SELECT count(*) FROM feed_ends WHERE tenant_id = ${tenant}) AS at_tenant`;
}

const INSERT = /(\w+) AS (?:MATERIALIZED )?\(\s*INSERT INTO (\w+)(?: AS (\w+))?\s*\(\s*(tenant_id\b[^)]*)\)/g;
const TEXT_OR_COMMENT = /'[^']*'|--[^\n]*/g;

/**
 * The statement without INSERT in its CTEs: with one, Citus runs part after part, and hands their rows to all machines. A function has the
 * rows, and inserts them (migrate/cluster-functions.ts). They go by JSON, which keeps what our columns can hold; a clause ON CONFLICT
 * goes as it stands, so it can have no parameters.
 */
function insertsByFunction(statement: string): Pick<ClusterForm, 'text' | 'ids'> {
  const text = statement.replace(TEXT_OR_COMMENT, (token) => (token.startsWith('-') ? '' : token));
  const masked = text.replace(TEXT_OR_COMMENT, (token) => '_'.repeat(token.length));
  const inserts = [...masked.matchAll(INSERT)].map((found) => insertOf(text, masked, found));
  if (inserts.length === 0) return { text: statement };
  const main = endOfWith(masked);
  if (!/^\s*SELECT\b/.test(masked.slice(main))) return { text: statement };
  const pieces = inserts.map(({ from, call }, i) => text.slice(inserts[i - 1]?.to ?? 0, from) + call);
  const ctes = pieces.join('') + text.slice(inserts.at(-1)!.to, main);
  const counts = inserts.map(({ name }) => `(SELECT count(*) FROM ${name}) >= 0`);
  // PostgreSQL runs each CTE that writes, and of those that call a function only what is asked for its rows.
  const result = `result AS MATERIALIZED (${text.slice(main)}) SELECT result.* FROM result WHERE ${counts.join(' AND ')}`;
  return { text: `${ctes}, ${result}`, ids: inserts.find(({ ids }) => ids)?.ids };
}

interface Insert {
  readonly name: string;
  /** Where the text of the INSERT begins and ends. */
  readonly from: number;
  readonly to: number;
  /** What stands in its place. */
  readonly call: string;
  readonly ids: ClusterForm['ids'];
}

/** Their ids fit into 4 bytes, and are given out by the coordinator. Others have UUIDs, or what their machine makes of its clock. */
const HAVE_IDS = [
  'categories',
  'coupons',
  'customer_erasures',
  'customers',
  'orders',
  'price_tables',
  'products',
  'promotions',
];
const ROWS_IN_JSON = /json_\w+_recordset\((?:NULL::\w+, )?\$(\d+)::json\)/;

/** Rows come in a parameter with JSON, or it's one of several parameters. */
function idsOf(table: string, select: string): ClusterForm['ids'] {
  if (!HAVE_IDS.includes(table)) return undefined;
  const parameter = Number(ROWS_IN_JSON.exec(select)?.[1]);
  const countOf = (values: readonly unknown[]) =>
    parameter ? (JSON.parse(values[parameter - 1] as string) as unknown[]).length : 1;
  return { sequence: `${table}_id_seq`, countOf };
}

function insertOf(text: string, masked: string, found: RegExpExecArray): Insert {
  const [begin, name, table, alias = table, columns] = found;
  const source = found.index + begin.length;
  const to = endOf(masked, source);
  const [select, conflict, returning] = partsOf(text, masked, source, to);
  if (/\$\d/.test(conflict)) throw new Error(`What ${name} does on conflict can have no parameters.`);
  const rows = `(SELECT json_agg(r) FROM (${select}) AS r (${columns}))`;
  const ids = idsOf(table!, select);
  const last = Math.max(...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  return {
    name: name!,
    from: found.index + begin.indexOf('INSERT'),
    to,
    call: `SELECT ${returning || '1 AS inserted'} FROM insert_rows(
      NULL::${table}, ${rows}, '${alias}', '${conflict.replaceAll("'", "''")}', ${ids ? `$${last + 1}::bigint[]` : 'NULL'}) AS ${alias}`,
    ids,
  };
}

/** What is inserted, the clause ON CONFLICT, and what is returned. */
function partsOf(text: string, masked: string, from: number, to: number): [string, string, string] {
  const within = masked.slice(from, to);
  const ends = [/ON CONFLICT/, /RETURNING/].map((word) => within.search(word));
  const [conflict, returning] = ends.map((end) => (end === -1 ? undefined : from + end));
  return [
    text.slice(from, conflict ?? returning ?? to),
    text.slice(conflict ?? to, returning ?? to),
    text.slice(returning ?? to, to).replace('RETURNING', ''),
  ];
}

/** Where the parenthesis ends whose inside has this place. */
function endOf(masked: string, from: number): number {
  for (let depth = 1, at = from; ; at += 1) {
    if (masked[at] === '(') depth += 1;
    if (masked[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
}

/** Where the statement begins that the CTEs are for: behind a parenthesis that neither a comma nor AS follows. */
function endOfWith(masked: string): number {
  let at = masked.indexOf('(');
  for (;;) {
    at = endOf(masked, at + 1) + 1;
    if (!/^\s*(,|AS\b)/.test(masked.slice(at))) return at;
    at = masked.indexOf('(', at);
  }
}
