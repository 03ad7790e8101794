import { normalizePhone } from '../../base/formats/phone.ts';
import { taxIdForms } from '../../base/formats/tax-id.ts';
import type { Querier } from '../../db/querier.ts';
import { compile } from '../../db/sql/statement.ts';
import { columnsOf, ID, NAMED_KINDS, type Named, type NamedKind, SOURCES } from './named.ts';

export interface Found extends Named {
  /** An id, a code or the whole name is what was asked for, not only the beginnings of words. */
  readonly exact: boolean;
}

export interface Wanted {
  readonly text: string;
  /** The text as a number of ours. */
  readonly id?: number | undefined;
}

/** Rows that one condition finds at most. Those that fit best are chosen among them. */
export const MAX_READ = 50;
/** Nothing that has a name is longer. */
export const MAX_TEXT = 254;

/** The text's words, as a query for what begins with them. NULL, which finds nothing, if it has none. */
const QUERY = `(SELECT string_agg('''' || word || ''':*', ' & ')
  FROM unnest(search_words(:tenant_id::integer, :words::text)) AS word)::tsquery`;

/** One statement for a kind. */
function searchOf(kind: NamedKind) {
  const { table, exact, words, whole } = SOURCES[kind];
  const found = (condition: string, isExact: string): string =>
    `(SELECT ${columnsOf(kind)}, coalesce(${isExact}, false) AS exact
      FROM ${table} WHERE tenant_id = :tenant_id AND ${condition} LIMIT ${MAX_READ})`;
  const byWords = words === undefined ? [] : [found(`${words} @@ ${QUERY}`, whole ?? 'false')];
  return compile([...exact.map((condition) => found(condition, 'true')), ...byWords].join(' UNION ALL '));
}

const SEARCHES = NAMED_KINDS.map(searchOf);

/** What a text may mean, best first. A phone number is looked for as it is stored. */
export async function findNamed(db: Querier, tenantId: number, wanted: Wanted): Promise<Found[]> {
  const text = wanted.text.slice(0, MAX_TEXT);
  const phone = normalizePhone(text);
  const values: Readonly<Record<string, unknown>> = {
    tenant_id: tenantId,
    id: wanted.id ?? 0,
    text,
    tax_ids: taxIdForms(text),
    words: phone.startsWith('+') ? phone : text,
  };
  const found = new Map<string, Found>();
  for (const { text: sql, parameters } of SEARCHES) {
    const rows = await db.query<Found>(
      sql,
      parameters.map((name) => values[name]),
    );
    for (const row of rows.toSorted((a, b) => Number(a.exact) - Number(b.exact)))
      found.set(`${row.kind} ${row.id}`, row);
  }
  return [...found.values()].toSorted((a, b) => Number(b.exact) - Number(a.exact) || b.id - a.id);
}

const ONE = Object.fromEntries(
  NAMED_KINDS.map((kind) => [
    kind,
    compile(
      `SELECT ${columnsOf(kind)} FROM ${SOURCES[kind].table} WHERE tenant_id = :tenant_id AND ${ID} LIMIT 1`,
    ),
  ]),
) as Readonly<Record<NamedKind, ReturnType<typeof compile>>>;

/** A row by its id, the deleted ones too. */
export async function namedById(
  db: Querier,
  tenant_id: number,
  kind: NamedKind,
  id: number,
): Promise<Named | undefined> {
  const { text, parameters } = ONE[kind];
  const values: Readonly<Record<string, number>> = { tenant_id, id };
  return (
    await db.query<Named>(
      text,
      parameters.map((name) => values[name]),
    )
  )[0];
}
