import { ApiProblem } from '../service-rules.js';
import { type Fields, NotKnown } from './table.ts';

const SORTS = ['id', 'updated_at'];

/** What a list can be asked for, beside its sort and its pages: whether a row has what the filter wants. */
export type Filters = Readonly<Record<string, (row: Fields, wanted: never) => boolean>>;

export interface Listing {
  /** Its operation, of which a cursor is. */
  readonly operation: string;
  readonly rows: readonly Fields[];
  readonly filters: Filters;
  /** The field that tells rows apart, in the order of the others. */
  readonly id?: string;
  /** The fields that it can be sorted by, first the default. */
  readonly sorts?: readonly string[];
}

const OF_PAGES = ['limit', 'cursor', 'sort', 'include_deleted', 'format', 'dialect', 'formulas'];

export const equals =
  (field: string) =>
  (row: Fields, wanted: unknown): boolean =>
    row[field] === wanted;

export const oneOf =
  (field: string) =>
  (row: Fields, wanted: unknown): boolean =>
    [wanted].flat().includes(row[field]);

const since =
  (field: string) =>
  (row: Fields, wanted: string): boolean =>
    Date.parse(row[field] as string) >= Date.parse(wanted);

export const before =
  (field: string) =>
  (row: Fields, wanted: string): boolean =>
    Date.parse(row[field] as string) < Date.parse(wanted);

/** Of every list that has them. */
export const COMMON: Filters = { updated_since: since('updated_at'), external_id: equals('external_id') };

type Place = readonly [sort: string, key: unknown, id: unknown];

/** The rows that the query selects, in its order. */
function selected(
  { rows, filters, id = 'id', sorts = SORTS }: Listing,
  query: Fields,
): { row: Fields; place: Place }[] {
  const { sort = sorts[0]!, include_deleted = false } = query as { sort?: string; include_deleted?: boolean };
  const field = sort.replace('-', '');
  if (!sorts.includes(field))
    throw new NotKnown(`It doesn't sort by ${field}, only by ${sorts.join(' and ')}.`);
  const wanted = Object.entries(query).filter(([name]) => !OF_PAGES.includes(name));
  const unknown = wanted.find(([name]) => !Object.hasOwn(filters, name));
  if (unknown)
    throw new NotKnown(
      `It doesn't know the parameter ${unknown[0]}. It has ${Object.keys(filters).join(', ')}.`,
    );
  const found = rows
    .filter((row) => include_deleted || !row.deleted_at)
    .filter((row) => wanted.every(([name, value]) => filters[name]!(row, value as never)))
    .map((row) => ({ row, place: [sort, row[field], row[id]] as const }));
  const direction = sort.startsWith('-') ? -1 : 1;
  return found.sort((one, other) => direction * compare(one.place, other.place));
}

const compare = ([, a, idOfA]: Place, [, b, idOfB]: Place): number =>
  a === b ? Math.sign((idOfA as number) - (idOfB as number)) : (a as never) < (b as never) ? -1 : 1;

/** A page of a list. */
export function pageOf(listing: Listing, query: Fields): object {
  const { limit = 50, cursor } = query as { limit?: number; cursor?: string };
  const rows = selected(listing, query);
  const from =
    cursor === undefined
      ? undefined
      : placeOf(cursor, listing.operation, String(query.sort ?? (listing.sorts ?? SORTS)[0]));
  const direction = from?.[0].startsWith('-') ? -1 : 1;
  const rest = from ? rows.filter(({ place }) => direction * compare(place, from) > 0) : rows;
  const page = rest.slice(0, limit);
  const has_more = rest.length > limit;
  const next_cursor = has_more ? cursorOf([listing.operation, ...page.at(-1)!.place]) : null;
  return { data: page.map(({ row }) => row), page: { next_cursor, has_more } };
}

/** A whole list, as NDJSON. */
export function exportOf(listing: Listing, query: Fields): string {
  if (query.format !== 'ndjson') throw new NotKnown('It exports NDJSON, and no CSV.');
  if (query.fields !== undefined) throw new NotKnown("It doesn't choose fields.");
  return selected(listing, query)
    .map(({ row }) => `${JSON.stringify(row)}\n`)
    .join('');
}

export const cursorOf = (place: readonly unknown[]): string =>
  btoa(encodeURIComponent(JSON.stringify(place)));

export function readCursor(cursor: string): unknown[] {
  try {
    return JSON.parse(decodeURIComponent(atob(cursor)));
  } catch {
    throw invalidCursor('is not valid for this list');
  }
}

function placeOf(cursor: string, list: string, sort: string): Place {
  const [of, ...place] = readCursor(cursor);
  if (of !== list) throw invalidCursor('is not valid for this list');
  if (place[0] !== sort) throw invalidCursor(`was created with sort=${place[0]}, not ${sort}`);
  return place as unknown as Place;
}

export const invalidCursor = (why: string): ApiProblem =>
  new ApiProblem('invalid_cursor', `The cursor ${why}. Start again without a cursor.`, {
    errors: [{ parameter: 'cursor', code: 'invalid_cursor', detail: why }],
  });
