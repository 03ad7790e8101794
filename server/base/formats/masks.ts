import { withPlainBlanks } from './visible-text.ts';

/**
 * What a spreadsheet or pandas makes of a code that it reads as a number: `1310100.0` of 01310-100. Its dot is none of a mask: these end in a
 * hyphen and digits, or in a group of three.
 */
const DECIMAL = /(?<![\d./\p{Dash}])\d+\.\d{1,2}\s*$/u;
export const isDecimal = (text: string): boolean => DECIMAL.test(text);
export const DECIMAL_ISSUE =
  'is written as a number with decimals, as spreadsheets do: send its digits as a text, with the zeros before them';

/** Where dashes are hyphens, and blanks are in between. Either may stand anywhere: they change no digit. */
const BLANKS_AND_DASHES = /[\s\p{Dash}]/gu;

/** The digits of what has the form, in which dots are only where its mask has them. Another text stays, with plain blanks. */
export const digitsIn =
  (form: RegExp) =>
  (text: string): string => {
    const dotted = text.replaceAll(BLANKS_AND_DASHES, '');
    return form.test(dotted) ? dotted.replaceAll('.', '') : withPlainBlanks(text);
  };

/** What is wrong with digits: the rule, with how many came, since those before may have been zeros. */
export function digitsIssue(text: string, rule: string): string {
  if (isDecimal(text)) return DECIMAL_ISSUE;
  const digits = text.replaceAll(/[\s.\p{Dash}]/gu, '');
  return /^\d+$/.test(digits) ? `${rule}; it has ${digits.length}` : rule;
}
