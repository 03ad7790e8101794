import { DECIMAL_ISSUE, isDecimal } from './masks.ts';

/** The area codes (DDD) of Brazil, by their first digit: Anatel's Resolução 749/2022. */
const AREA_CODES = /^(1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])/;
/** The calling codes that countries and services have: ITU-T E.164, annex. North America's is followed by 10 digits. */
const CALLING_CODE =
  /^(?:1(?=[2-9]\d{9}$)|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|21[12368]|2[2-46]\d|25[0-8]|29[01789]|35\d|37[0-8]|38[0-35-79]|42[013]|50\d|59\d|67[02-9]|68[0-35-9]|69[0-2]|80[08]|85[02356]|87[08]|88[0-368]|96[0-8]|97[0-79]|99[2-68])/;
/** Not reachable from abroad, so E.164 has none of them: 0800, 0300 … and 3003-, 4004-. */
const NATIONAL_ONLY = /^(?:0?[3589]00\d{6,7}|[34]00\d{5})$/;
const SEPARATORS = /[\s().\p{Dash}]|\p{Default_Ignorable_Code_Point}/gu;
/** What stands before a number in address books, and the end of a list of one. */
const LABEL =
  /^\s*(?:(?:tel(?:efone)?|fone|cel(?:ular)?|fixo|fax|whats(?:\s?app)?|zap|phone)[\s.:/]*(?:n[.º°o\s:]+)?)+(?=[\s(+]*[\dx*])/i;
/** "+44 (0)20": the 0 is for calls inside the country. */
const TRUNK_ABROAD = /^(\s*(?:\+|00)[\d\s]+)\(0\)/;
/** Where the two digits of a carrier belong: "(0xx11)", "(0**11)". */
const ANY_CARRIER = /^(\+?55)?0?(?:xx|\*\*)(?=\d)/i;
const FORM = /^\+?\d*$/;
/** What stands between two numbers. */
const SEVERAL = /\d\D{0,5}(?:[/,;|&]|\b(?:e|ou|or|and)\b)\D{0,12}\d/i;
/** Longer than any number is with a trunk prefix and the code of the country: two without a mark between them. */
const TWO_NUMBERS = /^\+?\d{16,}$/;
/** What forms put where the area code is missing. */
const NO_AREA_CODE = /^\s*\(0{2,}\)/;
/**
 * After `00`, what may be a number of Brazil: 8 digits, or 9 that begin with 9; a carrier (21, 31, 41) or 90 of a collect call before an
 * area code; an area code that is written like one.
 */
const DOUBTFUL = /^(?:\d{0,8}|9\d{8}|(?:[234]1|90)[1-9]\d9\d{8}|(?:[34]1[1-9]\d|(?:21|90)1[1-9])[2-5]\d{7})$/;
const DOUBTFUL_GROUPS = /^\s*00\s*(?:\([1-9]\d\)\s*9?\d{4}|[1-9]\d\s*9\d{4}-)\D?\d{4}\s*$/;
/** 0800 and its kin, also where an area code was put before it. No area code begins with their first two digits. */
const SERVICE = /^(?:\d\d)?0[3589]00/;
/** "(11)", "(011)", "(0xx11)", "(0**11)", "(+55 11)". */
const WRITTEN_AREA_CODE = /\((?:\+?55\s?|0?xx|0?\*\*|0)?\d\d\)/i;
/** The groups of a mobile number with its ninth digit, and only 3 digits in the last: "99999-999", "9 9999-999". */
const CUT_MOBILE = /9[^\d]?\d{4}\D+\d{3}\D*$/;
const DIGIT_MISSING =
  'is missing at least one digit after its area code (DDD): send it as (11) 99999-9999 or (11) 3333-4444';

type Phone = { readonly kept: string } | { readonly issue: string };

const kept = (text: string): Phone => ({ kept: text });
const issue = (text: string): Phone => ({ issue: text });

const noAreaCode = (digits: string): Phone =>
  issue(`has the area code (DDD) ${digits}, which Brazil doesn't have`);

/** A phone number as it's stored, or what is wrong with it. */
function readPhone(text: string): Phone {
  const compact = text
    .replace(LABEL, '')
    .replace(TRUNK_ABROAD, '$1')
    .replaceAll(SEPARATORS, '')
    .replace(/;$/, '')
    .replace(ANY_CARRIER, '$10');
  if (isDecimal(text)) return issue(DECIMAL_ISSUE);
  if (SEVERAL.test(text) || TWO_NUMBERS.test(compact)) return issue('must be one phone number, not several');
  if (!FORM.test(compact))
    return issue(
      'must be one phone number of digits, such as (11) 99999-9999, without words or an extension',
    );
  if (NO_AREA_CODE.test(text)) return noAreaCode('00');
  const [, prefix, digits = compact] = /^(\+|00)(.*)/.exec(compact) ?? [];
  if (prefix === '00' && !digits.startsWith('55') && (DOUBTFUL.test(digits) || DOUBTFUL_GROUPS.test(text)))
    return issue(
      'begins with 00 and may be a number of Brazil: send that as (11) 99999-9999, and one of another country with "+" and its code',
    );
  if (prefix) return international(digits, text);
  const withCountry = /^55\d{10,11}$/.test(withoutTrunk(compact));
  return ofBrazil(withCountry ? withoutTrunk(compact).slice(2) : compact, text);
}

function international(digits: string, text: string): Phone {
  if (digits.startsWith('55')) return ofBrazil(digits.slice(2), text);
  if (!CALLING_CODE.test(digits) || digits.length < 7)
    return issue(
      'must begin with the code of a country after "+", such as +55, and have all digits after it',
    );
  return digits.length > 15
    ? issue('must have at most 15 digits with the code of the country')
    : kept(`+${digits}`);
}

function ofBrazil(digits: string, text: string): Phone {
  if (NATIONAL_ONLY.test(digits)) return kept(digits.replace(/^(?=[3589]00\d{6})/, '0'));
  if (SERVICE.test(digits))
    return issue(
      'is a number such as 0800, which has no area code (DDD) before it, and 6 or 7 digits after it',
    );
  return digits.startsWith('00') ? noAreaCode('00') : nationalNumber(withoutTrunk(digits), text);
}

/** A call over a carrier begins with 0 and the carrier's two digits, a call over any with 0. */
const withoutTrunk = (digits: string): string => digits.replace(/^0(?:[1-9]\d(?=\d{10,11}$))?/, '');

function nationalNumber(number: string, text: string): Phone {
  if (number.length < 10 && WRITTEN_AREA_CODE.test(text)) return issue(DIGIT_MISSING);
  if (number.length === 8 || number.length === 9)
    return issue('has no area code (DDD): send it as (11) 99999-9999');
  if (number.length < 10)
    return issue('has too few digits: send it with its area code (DDD), as (11) 99999-9999');
  if (number.length > 11)
    return issue(
      'has too many digits for a number of Brazil; one of another country begins with "+" and its code',
    );
  if (!AREA_CODES.test(number)) return noAreaCode(number.slice(0, 2));
  return number.length === 11 ? mobile(number) : eightDigits(number, text);
}

const mobile = (number: string): Phone =>
  number[2] === '9'
    ? kept(`+55${number}`)
    : issue('has 9 digits after the area code, as mobile numbers have, but the first of them is not 9');

/** Landlines are E.164. Mobile numbers from before the ninth digit are kept as they were meant: nobody knows whether 9 is all they lack. */
function eightDigits(number: string, text: string): Phone {
  if (/^..[2-5]/.test(number)) return kept(`+55${number}`);
  if (/^..[01]/.test(number))
    return issue('has a number after the area code that begins with 0 or 1, which none does');
  return CUT_MOBILE.test(text) ? issue(DIGIT_MISSING) : kept(number);
}

/** E.164, or digits for what it can't say. A text that isn't a phone number stays as it is. */
export function normalizePhone(text: string): string {
  const phone = readPhone(text);
  return 'kept' in phone ? phone.kept : text;
}

/** What is wrong with a phone number, for an issue; undefined if nothing is. */
export function phoneIssue(text: string): string | undefined {
  const phone = readPhone(text);
  return 'issue' in phone ? phone.issue : undefined;
}
