import { withPlainBlanks } from './visible-text.ts';

/** What a spreadsheet shows for a long number: `7,891E+12`. */
const EXPONENT = /^\s*\d(?:[.,]\d+)?E[+-]\d+\s*$/i;
/**
 * What a spreadsheet or pandas makes of a code that it reads as a number: `1310100.0` of 01310-100. Its dot is none of a mask: these end in a
 * hyphen and digits, or in a group of three.
 */
const DECIMAL = /(?<![\d./\p{Dash}])\d+\.\d{1,2}\s*$/u;
export const isDecimal = (text: string): boolean => DECIMAL.test(text) || EXPONENT.test(text);
export const DECIMAL_ISSUE =
  'is written as a number with decimals, as spreadsheets do: send its digits as a text, with the zeros before them';

/** Where dashes are hyphens, and blanks are in between. Either may stand anywhere: they change no digit. */
const BLANKS_AND_DASHES = /[\s\p{Dash}]/gu;

/** What people write before digits, `CEP: 01310-100` or `NCM nº 8471.30.12`: the name of the field, and marks. */
export const labelOf = (...names: readonly string[]): RegExp =>
  new RegExp(`^\\s*(?:${names.join('|')})(?![a-z])[\\s.:=\\p{Dash}]*(?:n[.º°o\\s:]+)?(?=\\d)`, 'iu');

/** The digits of what has the form, in which dots are only where its mask has them. Another text stays, with plain blanks. */
export const digitsIn =
  (form: RegExp, label?: RegExp) =>
  (text: string): string => {
    const bare = label ? text.replace(label, '') : text;
    const dotted = bare.replaceAll(BLANKS_AND_DASHES, '');
    return form.test(dotted) ? dotted.replaceAll('.', '') : withPlainBlanks(bare);
  };

/** More than anybody types for a code, with its label: what is wrong with it isn't a digit. */
const TYPED_CHARACTERS = 200;

/** What is wrong with digits: the rule, with how many came, since those before may have been zeros, or with what is between them. */
export function digitsIssue(text: string, rule: string, form: RegExp): string {
  if (text.length > TYPED_CHARACTERS) return rule;
  if (isDecimal(text)) return `${DECIMAL_ISSUE}. It ${rule}`;
  const digits = text.replaceAll(/\D/g, '');
  const [other] = /[^\d\s.\p{Dash}]/u.exec(text) ?? [];
  if (digits === '') return rule;
  if (/^0+$/.test(digits)) return `${rule}; it has only zeros`;
  if (other) return `${rule}; it has ${JSON.stringify(other)}`;
  return form.test(digits)
    ? `${rule}; their number is right, but ${JSON.stringify(/\D/.exec(text)?.[0] ?? '')} is where none belongs`
    : `${rule}; it has ${digits.length}`;
}
