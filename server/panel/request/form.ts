import { PanelError } from '../kit/panel-error.ts';
import type { Site } from '../session/site.ts';

/** The fields of a form or a query, as text. */
export interface Form {
  /** The first value, without blanks around it. Empty if the field is missing. */
  text(name: string): string;
  /** The first value as it was typed. A password may begin or end with a blank. */
  raw(name: string): string;
  /** All values of checkboxes with this name. */
  all(name: string): readonly string[];
  has(name: string): boolean;
  /** Every field in its order, for a form that is shown again as it was. */
  entries(): readonly (readonly [name: string, value: string])[];
  /** `a=1&b=2`, to build links that keep the filters. */
  toString(): string;
}

/** PostgreSQL's text can't contain it. */
const NUL = '\u0000';

/** Reads `application/x-www-form-urlencoded` text. */
export function readForm(text: string): Form {
  const params = new URLSearchParams(text);
  for (const [name, value] of params)
    if (name.includes(NUL) || value.includes(NUL)) throw new PanelError(400, 'malformed');
  return {
    text: (name) => (params.get(name) ?? '').trim(),
    raw: (name) => params.get(name) ?? '',
    all: (name) => params.getAll(name),
    has: (name) => params.has(name),
    entries: () => [...params],
    toString: () => params.toString(),
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isUuid = (text: string | undefined): text is string => text !== undefined && UUID.test(text);

const POSITION = /^(2[01]\d{2}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([\w-]{1,36})$/;

/** Where a list continues: the time and the id of the last row before, as `positionText` wrote them into a link. */
export function readPosition(text: string): { readonly at: string; readonly id: string } | undefined {
  const [, at, id] = POSITION.exec(text) ?? [];
  return at && id && isTime(at) ? { at, id } : undefined;
}

/** PostgreSQL would refuse February 30th. */
const isTime = (iso: string): boolean =>
  !Number.isNaN(Date.parse(iso)) && new Date(iso).toISOString() === iso;

export const positionText = (at: string, id: string | number): string => `${at}_${id}`;

/** A path with what is given of a query. */
export function linkTo(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const text = new URLSearchParams(given).toString();
  return text === '' ? path : `${path}?${text}`;
}

/** PostgreSQL's largest integer. */
const MAX_ID = 2_147_483_647;

/** An id from a path or a form. Undefined when it can't be one, which the pages show like an unknown id. */
export function readId(text: string | undefined): number | undefined {
  if (text === undefined || !/^[1-9]\d{0,9}$/.test(text)) return undefined;
  return Number(text) <= MAX_ID ? Number(text) : undefined;
}

/** Only a path of ours, in ASCII: another site's address would make us a redirector. A query as URLSearchParams writes it. */
const OWN_PATH = /^(\/panel|\/console)(\/[\w-][\w.-]*)*\/?(\?[\w=&%.:+*-]*)?$/;

/** The path to go back to, or the site's start if it isn't one of the site's. */
export const ownPath = (path: string, { path: own }: Pick<Site, 'path'>): string =>
  OWN_PATH.exec(path)?.[1] === own ? path : own;
