// A spreadsheet takes a cell for a formula that begins with =, +, - or @, and in some languages their full-width forms
// (OWASP, CSV injection). It passes over blanks, quotes and invisible characters before them. And it may see more cells
// than we wrote: where the decimal sign is a comma it splits at `;`, and then our quotes mean nothing to it, as they are
// in the middle of its cells, and a line break begins a row.

/** What may separate cells or rows, whatever we quote. */
const SEPARATOR = /([;\t\r\n\v\f\u0085\u2028\u2029])/;
const FORMULA = /^[\s"\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u;
/** Most texts have none of these and are done. */
const SUSPECT = /[=+\-@＝＋－＠]|^[\t\r\n]/;
const NEEDS_QUOTES = /[",;\t\r\n\v\f\u0085\u2028\u2029]/;

/** A `'` in front of all that a spreadsheet could take for the beginning of a formula. */
export function escapeFormulas(text: string): string {
  if (!SUSPECT.test(text)) return text;
  const escaped = text
    .split(SEPARATOR)
    .map((part) => (FORMULA.test(part) ? `'${part}` : part))
    .join('');
  return /^[\t\r\n]/.test(escaped) ? `'${escaped}` : escaped;
}

/** JSON without a separator: it begins with a bracket, so that no formula can begin in it. */
export const jsonCell = (value: object): string =>
  JSON.stringify(value).replaceAll(
    /[;\u0085\u2028\u2029]/g,
    (separator) => `\\u${separator.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** RFC 4180 */
export const quoteCell = (text: string): string =>
  NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
