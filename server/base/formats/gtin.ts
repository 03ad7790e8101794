import { digitsIn, digitsIssue, labelOf } from './masks.ts';

const GTIN = /^(\d{8}|\d{12,14})$/;
/** What an NF-e has for a product without one. */
const NONE = /^\s*sem\s*(?:gtin|c?ean)\s*$/i;

const bareGtin = digitsIn(GTIN, labelOf('(?:GTIN|C?EAN)(?:-?(?:8|1[2-4])(?!\\d))?'));

/** Without blanks and hyphens, as on a label; null for `SEM GTIN` and `SEM EAN`. */
export function normalizeGtin(text: string): string | null {
  return NONE.test(text) ? null : bareGtin(text);
}

/**
 * What is wrong with a GTIN-8, -12, -13 or -14, for an issue; undefined if nothing is. The check digit is that of the GS1
 * General Specifications, 7.9: weights 3 and 1 from the right.
 */
export function gtinIssue(text: string): string | undefined {
  if (!GTIN.test(text)) return digitsIssue(text, 'must be a GTIN: exactly 8, 12, 13 or 14 digits', GTIN);
  if (/^0+$/.test(text)) return 'must be the GTIN of a product, not zeros only';
  const digits = [...text].map(Number).reverse();
  const sum = digits.reduce((total, digit, index) => total + digit * (index % 2 === 1 ? 3 : 1), 0);
  return sum % 10 === 0 ? undefined : "ends with a digit that isn't the check digit of the others";
}
