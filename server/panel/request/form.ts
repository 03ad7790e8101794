import { PanelError } from '../kit/panel-error.ts';

/** The fields of a form or a query, as text. */
export interface Form {
  /** The first value, without blanks around it. Empty if the field is missing. */
  text(name: string): string;
  /** The first value as it was typed. A password may begin or end with a blank. */
  raw(name: string): string;
  /** All values of checkboxes with this name. */
  all(name: string): readonly string[];
  has(name: string): boolean;
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
    toString: () => params.toString(),
  };
}

/** PostgreSQL's largest integer. */
const MAX_ID = 2_147_483_647;

/** An id from a path or a form. Undefined when it can't be one, which the pages show like an unknown id. */
export function readId(text: string | undefined): number | undefined {
  if (text === undefined || !/^[1-9]\d{0,9}$/.test(text)) return undefined;
  return Number(text) <= MAX_ID ? Number(text) : undefined;
}
