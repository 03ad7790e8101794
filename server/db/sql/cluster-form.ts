import type { Statement } from '../querier.ts';
import type { NamedStatement } from './statement.ts';

const forms = new WeakMap<Statement, Statement>();

/** A statement in the form in which Citus sends it to its tenant's machine as a whole. See docs/decisions/citus.md. */
export function clusterForm(statement: Statement): Statement {
  const known = forms.get(statement);
  if (known) return known;
  const tenant = (statement as Partial<NamedStatement>).parameters?.indexOf('tenant_id') ?? -1;
  const text = atTenant(insertsByFunction(statement.text), `$${tenant + 1}::int`);
  const form = text === statement.text ? statement : { ...statement, name: statement.name, text };
  forms.set(statement, form);
  return form;
}

/** What only locks, or hides its tenant from PostgreSQL's planner, doesn't tell Citus of a tenant. */
const LOCKS_ONLY = /^\s*SELECT\b[^;]*\bpg_(try_)?advisory_xact_lock/;
const HIDDEN_TENANT = /\(SELECT (\$\d+)::int\)/g;

function atTenant(text: string, tenant: string): string {
  if (tenant === '$0::int') return text;
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
function insertsByFunction(statement: string): string {
  const text = statement.replace(TEXT_OR_COMMENT, (token) => (token.startsWith('-') ? '' : token));
  const masked = text.replace(TEXT_OR_COMMENT, (token) => '_'.repeat(token.length));
  const inserts = [...masked.matchAll(INSERT)].map((found) => insertOf(text, masked, found));
  if (inserts.length === 0) return statement;
  const main = endOfWith(masked);
  if (!/^\s*SELECT\b/.test(masked.slice(main))) return statement;
  const pieces = inserts.map(({ from, call }, i) => text.slice(inserts[i - 1]?.to ?? 0, from) + call);
  const ctes = pieces.join('') + text.slice(inserts.at(-1)!.to, main);
  const counts = inserts.map(({ name }) => `(SELECT count(*) FROM ${name}) >= 0`);
  // PostgreSQL runs each CTE that writes, and of those that call a function only what is asked for its rows.
  return `${ctes}, result AS MATERIALIZED (${text.slice(main)}) SELECT result.* FROM result WHERE ${counts.join(' AND ')}`;
}

interface Insert {
  readonly name: string;
  /** Where the text of the INSERT begins and ends. */
  readonly from: number;
  readonly to: number;
  /** What stands in its place. */
  readonly call: string;
}

function insertOf(text: string, masked: string, found: RegExpExecArray): Insert {
  const [begin, name, table, alias = table, columns] = found;
  const source = found.index + begin.length;
  const to = endOf(masked, source);
  const [select, conflict, returning] = partsOf(text, masked, source, to);
  if (/\$\d/.test(conflict)) throw new Error(`What ${name} does on conflict can have no parameters.`);
  const rows = `(SELECT json_agg(r) FROM (${select}) AS r (${columns}))`;
  return {
    name: name!,
    from: found.index + begin.indexOf('INSERT'),
    to,
    call: `SELECT ${returning || '1 AS inserted'} FROM insert_rows(NULL::${table}, ${rows}, '${alias}', '${conflict.replaceAll("'", "''")}') AS ${alias}`,
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
