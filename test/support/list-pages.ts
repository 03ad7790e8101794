import type { Operation } from '../../server/base/contract.ts';
import { LARGE } from './large-shop-rows.ts';
import { type FilterCase, pathOf, reversed, sortsOf } from './list-cases.ts';
import type { QueryPlanEnvironment } from './query-plan-environment.ts';
import type { RecordedQuery } from './query-recorder.ts';

export const PAGE = 20; // rows

export interface ListBody {
  readonly data: readonly Record<string, unknown>[];
  readonly page: { readonly next_cursor: string | null };
}

/** A page and the statement that read it, which is the call's last. */
export async function readPage(
  environment: QueryPlanEnvironment,
  list: Operation,
  query: object,
): Promise<ListBody & { asked: RecordedQuery }> {
  const whole = { limit: PAGE, ...query };
  const { body, asked } = await environment.call<ListBody>(list.id, { path: pathOf(list), query: whole });
  return { ...body, asked: asked.at(-1)! };
}

/** The cursor after row 1 000 × 20 in this order, or undefined if there are fewer rows. */
async function deepCursor(
  { context }: QueryPlanEnvironment,
  { text, values, parameters }: RecordedQuery,
  sort: string,
): Promise<string | undefined> {
  const skipping = text.replace(/LIMIT \d+\s*\) AS page/, `) AS page OFFSET ${1_000 * PAGE - 1}`);
  if (skipping === text) throw new Error(`Could not add an OFFSET to ${text}`);
  const [row] = await context.db.query<{ key: string | null; id: number }>(
    skipping,
    values.with(parameters.indexOf('rows'), 1),
  );
  return row && context.cursors.encode('', LARGE, { sort, value: row.key, id: String(row.id) });
}

/** The first page, the second, the 1 001st with `hasDeep`, and the last, as far as they exist. */
export async function pagesOf(
  environment: QueryPlanEnvironment,
  list: Operation,
  sort: string,
  { query }: FilterCase,
  hasDeep: boolean,
): Promise<[string, RecordedQuery][]> {
  const first = await readPage(environment, list, { ...query, sort });
  const pages: [string, RecordedQuery][] = [['first page', first.asked]];
  const continued = async (name: string, cursor: string): Promise<void> => {
    pages.push([name, (await readPage(environment, list, { ...query, sort, cursor })).asked]);
  };
  const next = first.page.next_cursor;
  if (next) await continued('second page', next);
  // The feed has only one direction, and its own statement.
  if (!sortsOf(list).includes(reversed(sort))) return pages;
  const deep = hasDeep && (await deepCursor(environment, first.asked, sort));
  if (deep) await continued('page 1 001', deep);
  const back = (await readPage(environment, list, { ...query, sort: reversed(sort) })).page.next_cursor;
  if (back) await continued('last page', back);
  return pages;
}
