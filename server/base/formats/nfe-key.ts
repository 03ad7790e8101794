import { DECIMAL_ISSUE, isDecimal, labelOf } from './masks.ts';
import { stateOfCode } from './states.ts';
import { isCnpj, isCpf } from './tax-id.ts';
import { withPlainBlanks } from './visible-text.ts';

/**
 * State 2, year and month 4, CNPJ 14, model 2, series 3, number 9, form of issue 1, code 8, check digit 1 (MOC 7.0, Visão
 * Geral, 2.2.6). Since July 2026 a CNPJ has letters (Nota Técnica Conjunta 2025.001).
 */
const ACCESS_KEY =
  /^(?<state>\d{2})(?<year>\d{2})(?<month>\d{2})(?<issuer>[0-9A-Z]{12}\d{2})(?<model>\d{2})(?<series>\d{3})(?<number>\d{9})\d{10}$/;
const LENGTH = 44;
/** As printed, in groups of four, or as the XML has it in `Id`. */
const PRINTED = /^(?:NFe|CFe)?([0-9A-Z]{44})$/i;

const LABEL = labelOf('chave(?: de acesso)?');

const ungrouped = (text: string): string => text.replace(LABEL, '').replaceAll(/[\s.\p{Dash}]/gu, '');

/** Without blanks, in capitals. */
export const normalizeAccessKey = (text: string): string =>
  (isDecimal(text) ? undefined : PRINTED.exec(ungrouped(text))?.[1]?.toUpperCase()) ?? withPlainBlanks(text);
/** In a CF-e (59) the place of series and number holds the serial number of the SAT device. */
const NFE_MODELS = ['55', '65'];
const MODELS = [...NFE_MODELS, '59'];
/** Keys have two digits of the year. The first NF-e was issued in 2006. */
const CENTURY = 2000;
const FIRST_YEAR = 6;

/** The check digit is modulo 11 with the weights 2 to 9 from the right. A letter counts as its ASCII code minus 48. */
function hasCheckDigit(key: string): boolean {
  const sum = [...key.slice(0, -1)]
    .reverse()
    .reduce((total, character, index) => total + (character.charCodeAt(0) - 48) * (2 + (index % 8)), 0);
  const remainder = sum % 11;
  return Number(key.at(-1)) === (remainder < 2 ? 0 : 11 - remainder);
}

/** A farmer without a CNPJ issues with a CPF, which follows three zeros (Notas Técnicas 2018.001 and 2023.002). */
const isIssuer = (text: string): boolean => isCnpj(text) || (text.startsWith('000') && isCpf(text.slice(3)));

/**
 * What is wrong with an access key, for an issue; undefined if nothing is. The order is that of the key, with the check digit
 * last: it's wrong after every other mistake, too. The issuer's CNPJ or CPF isn't quoted.
 */
export function accessKeyIssue(text: string): string | undefined {
  if (isDecimal(text)) return DECIMAL_ISSUE;
  const { length } = [...ungrouped(text)];
  if (length !== LENGTH) return `must be an access key of ${LENGTH} characters; it has ${length}`;
  const { state, year, month, issuer, model } = ACCESS_KEY.exec(text)?.groups ?? {};
  if (state === undefined)
    return 'must be an access key: digits, and capital letters only in the CNPJ (characters 7 to 18)';
  if (!stateOfCode(state)) return `has the state code ${state} (characters 1 and 2), which no state has`;
  if (Number(year) < FIRST_YEAR)
    return `has the year ${year} (characters 3 and 4); the first NF-e was issued in ${CENTURY + FIRST_YEAR}`;
  if (!(Number(month) >= 1 && Number(month) <= 12))
    return `has the month ${month} (characters 5 and 6); it must be 01 to 12`;
  if (!isIssuer(issuer!))
    return 'has neither a valid CNPJ nor three zeros and a valid CPF in characters 7 to 20; one of their digits is wrong';
  if (!MODELS.includes(model!))
    return `has the model ${model} (characters 21 and 22); it must be 55 (NF-e), 65 (NFC-e) or 59 (CF-e)`;
  return hasCheckDigit(text) ? undefined : "ends with a digit that isn't the check digit of the others";
}

/** When the month that an access key names began, in UTC. */
export function monthOfAccessKeyMs(key: string): number {
  const { year, month } = ACCESS_KEY.exec(key)?.groups ?? {};
  return Date.UTC(CENTURY + Number(year), Number(month) - 1);
}

/** The number and series that the access key of an NF-e or NFC-e names, without leading zeros. */
export function numbersInAccessKey(key: string): { number: string; series: string } | null {
  const { model = '', number, series } = ACCESS_KEY.exec(key)?.groups ?? {};
  return NFE_MODELS.includes(model)
    ? { number: String(Number(number)), series: String(Number(series)) }
    : null;
}
