import { stateOfCode } from '../addresses/states.ts';

/**
 * State 2, year and month 4, CNPJ 14, model 2, series 3, number 9, form of issue 1, code 8, check digit 1 (MOC 7.0, Visão
 * Geral, 2.2.6). Since July 2026 a CNPJ has letters (Nota Técnica Conjunta 2025.001).
 */
const ACCESS_KEY =
  /^\d{4}(?:0[1-9]|1[0-2])[0-9A-Z]{12}\d{2}(?<model>55|59|65)(?<series>\d{3})(?<number>\d{9})\d{10}$/;
/** In a CF-e (59) the place of series and number holds the serial number of the SAT device. */
const NFE_MODELS = ['55', '65'];

/** The check digit is modulo 11 with the weights 2 to 9 from the right. A letter counts as its ASCII code minus 48. */
function hasCheckDigit(key: string): boolean {
  const sum = [...key.slice(0, -1)]
    .reverse()
    .reduce((total, character, index) => total + (character.charCodeAt(0) - 48) * (2 + (index % 8)), 0);
  const remainder = sum % 11;
  return Number(key.at(-1)) === (remainder < 2 ? 0 : 11 - remainder);
}

export function isAccessKey(text: string): boolean {
  return ACCESS_KEY.test(text) && stateOfCode(text) !== undefined && hasCheckDigit(text);
}

/** The number and series that the access key of an NF-e or NFC-e names, without leading zeros. */
export function numbersInAccessKey(key: string): { number: string; series: string } | null {
  const { model = '', number, series } = ACCESS_KEY.exec(key)?.groups ?? {};
  return NFE_MODELS.includes(model)
    ? { number: String(Number(number)), series: String(Number(series)) }
    : null;
}
