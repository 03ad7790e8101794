// A spreadsheet treats a cell as a formula if it begins with =, +, - or @, in some locales also with their full-width
// forms (OWASP, CSV injection). It skips blanks, quotes and invisible characters before them. It may also see more cells
// than we wrote: where the decimal sign is a comma it splits at `;`. Our quotes are then in the middle of a cell and mean
// nothing, and a line break starts a new row.

/** What may separate cells or rows, whether or not it is inside quotes. */
const SEPARATOR = /([;\t\r\n\v\f\u0085\u2028\u2029])/;
const FORMULA = /^[\s"\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u;
/** It has digits and what stands between them, so nothing that a spreadsheet could call. */
const NUMBER_OR_PHONE = /^ *[+-][ (]*\d[\d .,()/-]*%? *$/;
/** A quick test: most texts contain none of these and need no escaping. */
const SUSPECT = /[=+\-@＝＋－＠]|^[\t\r\n]/;
const NEEDS_QUOTES = /[",;\t\r\n\v\f\u0085\u2028\u2029]/;

/** Puts a `'` before everything that a spreadsheet could take for the beginning of a formula, apart from numbers and phones. */
export function escapeFormulas(text: string): string {
  if (!SUSPECT.test(text)) return text;
  const escaped = text
    .split(SEPARATOR)
    .map((part) => (FORMULA.test(part) && !NUMBER_OR_PHONE.test(part) ? `'${part}` : part))
    .join('');
  return /^[\t\r\n]/.test(escaped) ? `'${escaped}` : escaped;
}

/** JSON with its separators escaped. It begins with a bracket, so no formula can begin in it. */
export const jsonCell = (value: object): string =>
  JSON.stringify(value).replaceAll(
    /[;\u0085\u2028\u2029]/g,
    (separator) => `\\u${separator.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** RFC 4180 */
export const quoteCell = (text: string): string =>
  NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Begins with no formula and has nothing that separates: most texts, found so in a quarter of the time. */
const PLAIN = /^[0-9A-Za-z][^",;\t\r\n\v\f\u0085\u2028\u2029]*$/;

export const textCell = (text: string): string => (PLAIN.test(text) ? text : quoteCell(escapeFormulas(text)));
