import {
  CENTS_DECIMALS,
  decimalsOf,
  KEPT_DIGITS,
  PRICE_DECIMALS,
  QUANTITY_DECIMALS,
  significantDigits,
} from '../money.ts';
import { cityCodeIssue, normalizeCityCode } from './city-code.ts';
import { countryIssue, normalizeCountry } from './countries.ts';
import { dateIssue, dateTimeIssue, momentIssue, normalizeDateTime } from './date-time.ts';
import { emailIssue } from './email.ts';
import { gtinIssue, normalizeGtin } from './gtin.ts';
import { digitsIn, digitsIssue, isDecimal, labelOf } from './masks.ts';
import { accessKeyIssue, normalizeAccessKey } from './nfe-key.ts';
import { normalizePhone, phoneIssue } from './phone.ts';
import { findState } from './states.ts';
import {
  emptyIfBlank,
  invisibleIn,
  invisibleIssue,
  lostIssue,
  nameIssue,
  trimmed,
  withPlainBlanks,
} from './visible-text.ts';
import { normalizeUrl, urlIssue } from './web-url.ts';

/** What people type, beside what is stored: docs/decisions/what-people-type.md. */
interface TextFormat {
  /** The text in its stored form, or null for none. A text that isn't of the format stays as it is. */
  readonly normalize?: (text: string) => string | null;
  /** What is wrong with a normalized text, for an issue; undefined if nothing is. */
  readonly issue?: (text: string) => string | undefined;
  /** An empty text isn't null, where null is allowed: it's refused, or was always taken, and rows have it. */
  readonly keepsEmpty?: true;
}

/** What an NF-e has for a service, which has none. Older systems fill it up, with masks of their own. */
const NO_NCM = /^(?:00|0{8})$/;
const NCM_LABEL = labelOf('NCM(?:/SH)?');
const hasNoNcm = (text: string): boolean =>
  !isDecimal(text) && NO_NCM.test(text.replace(NCM_LABEL, '').replaceAll(/[\s.\p{Dash}]/gu, ''));
/** A chapter or a heading of it, whose dot isn't that of a number with decimals. */
const PART_OF_NCM = /^\d\d(?:\d\d)?\.\d\d$/;
const NCM = /^(?:\d{8}|\d\d\.?\d\d\.\d\d\.?\d\d)$/;
const CEST = /^(?!0[0.]*$)(?:\d{7}|\d\d\.\d{3}\.?\d\d)$/;
/** Alone or in groups of three, as a DANFE has it. A hyphen is none of its mask: in `567-1` a series follows. */
const DOCUMENT_NUMBER = /^(?!0[0. ]*$)(?:\d{1,15}|\d{1,3}(?:[. ]\d{3}){1,4})$/;

const DOCUMENT_LABEL = labelOf('n[º°o]?', 'n[uú]mero', 'nota(?: fiscal)?', 'nfc?-?e?');
const WITH_SERIES = /^\d[\d.]*\s*[-/]\s*\w{1,3}$/;

function documentNumberIssue(text: string): string | undefined {
  if (DOCUMENT_NUMBER.test(text)) return undefined;
  const rule = 'must be 1 to 15 digits, alone or in groups of three such as 000.000.567';
  return WITH_SERIES.test(text)
    ? `${rule}; if a series follows the number, send it as series`
    : digitsIssue(text, rule, DOCUMENT_NUMBER);
}

function normalizeDocumentNumber(text: string): string {
  const plain = withPlainBlanks(text.replace(DOCUMENT_LABEL, ''));
  return DOCUMENT_NUMBER.test(plain) ? plain.replaceAll(/[. ]/g, '') : plain;
}

const digits = (form: RegExp, label: RegExp, rule: string): Omit<Required<TextFormat>, 'keepsEmpty'> => ({
  normalize: digitsIn(form, label),
  issue: (text) => (form.test(text) ? undefined : digitsIssue(text, rule, form)),
});
const NCM_RULE = 'must be an NCM of exactly 8 digits, such as 0901.21.00';
const ncm = digits(NCM, NCM_LABEL, NCM_RULE);
const ncmIssue = (text: string): string | undefined =>
  PART_OF_NCM.test(text) ? `${NCM_RULE}; it has ${text.length - 1}` : ncm.issue(text);
const cest = digits(CEST, labelOf('CEST'), 'must be a CEST of exactly 7 digits, such as 17.096.00');
const NO_CEST = /^\s*sem\s*cest\s*$/i;

export const textFormats = {
  'access-key': { normalize: normalizeAccessKey, issue: accessKeyIssue },
  cest: { normalize: (text) => (NO_CEST.test(text) ? null : cest.normalize(text)), issue: cest.issue },
  country: { normalize: normalizeCountry, issue: countryIssue },
  date: { issue: dateIssue },
  'date-time': { normalize: normalizeDateTime, issue: dateTimeIssue },
  'document-number': { normalize: normalizeDocumentNumber, issue: documentNumberIssue },
  email: { normalize: (text) => trimmed(text).replace(/^mailto:\s*/i, ''), issue: emailIssue },
  /** A row's own. It says which row is meant: rows without one would be made anew each night, or overwrite one another. */
  'external-id': { normalize: emptyIfBlank, issue: invisibleIssue, keepsEmpty: true },
  /** The external id of another row, as it is there. */
  'external-reference': {},
  gtin: { normalize: normalizeGtin, issue: gtinIssue },
  'ibge-city-code': { normalize: normalizeCityCode, issue: cityCodeIssue },
  /** A name that something has or hasn't. */
  label: { normalize: withPlainBlanks, issue: nameIssue },
  name: { normalize: withPlainBlanks, issue: nameIssue, keepsEmpty: true },
  ncm: { normalize: (text) => (hasNoNcm(text) ? null : ncm.normalize(text)), issue: ncmIssue },
  phone: { normalize: normalizePhone, issue: phoneIssue },
  /** Lines for people, as they are, and any text without a format. */
  prose: { issue: lostIssue },
  /** Of a payment or a refund. One of blanks only is empty, which is none. */
  reference: { normalize: (text) => withPlainBlanks(text).trim(), issue: invisibleIssue, keepsEmpty: true },
  sku: { normalize: withPlainBlanks, issue: invisibleIssue },
  /** Of a product that exists, perhaps with a SKU from before invisible characters were refused. */
  'sku-reference': { normalize: withPlainBlanks },
  state: { normalize: (text) => findState(text)?.abbreviation ?? text },
  /** Its kind decides what it may be. */
  'tax-id': { normalize: withPlainBlanks, issue: invisibleIn },
  trimmed: { normalize: withPlainBlanks, issue: invisibleIn },
  uri: { normalize: normalizeUrl, issue: urlIssue },
} satisfies Record<string, TextFormat>;

export const textFormat = (name: string | undefined): TextFormat | undefined =>
  name !== undefined && Object.hasOwn(textFormats, name)
    ? textFormats[name as keyof typeof textFormats]
    : undefined;

const validatorOf = ({ issue }: TextFormat) => ({
  type: 'string' as const,
  validate: (text: string) => issue?.(text) === undefined,
});
const isPrice = (price: number): boolean =>
  decimalsOf(price) <= PRICE_DECIMALS && significantDigits(String(price)).length <= KEPT_DIGITS;

/** Of the times in a query, which `date-time` is for a body. */
export const TIME_OF_FILTER = 'time-of-filter';

/** The formats of the contract. Each one it uses must be here: the validator ignores unknown formats. */
export const formats = {
  money: { type: 'number' as const, validate: (n: number) => decimalsOf(n) <= CENTS_DECIMALS },
  quantity: { type: 'number' as const, validate: (n: number) => decimalsOf(n) <= QUANTITY_DECIMALS },
  price: { type: 'number' as const, validate: isPrice },
  [TIME_OF_FILTER]: validatorOf({ issue: momentIssue }),
  ...(Object.fromEntries(
    Object.entries(textFormats).map(([name, format]) => [name, validatorOf(format)]),
  ) as Record<keyof typeof textFormats, ReturnType<typeof validatorOf>>),
};
