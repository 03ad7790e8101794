import { digitsIn, digitsIssue, labelOf } from './masks.ts';
import { stateOfCode } from './states.ts';

const CITY_CODE = /^\d{7}$/;
/** As IBGE writes it, too, with a hyphen before the check digit. */
export const normalizeCityCode = digitsIn(CITY_CODE, labelOf('(?:c[óo]d(?:igo|\\.)? )?IBGE'));
/** What `cMun` of an NF-e is for a city in another country. */
const ABROAD = '9999999';
/** IBGE gave these nine cities a check digit that its own rule doesn't give. The manual of the NF-e lists them as valid. */
const WITHOUT_CHECK_DIGIT = '2201919 2201988 2202251 2611533 3117836 3152131 4305871 5203939 5203962'.split(
  ' ',
);

/** Modulo 10: the digits are weighted 1, 2, 1, 2, 1, 2, and the digits of the products are added up. */
function hasCheckDigit(code: string): boolean {
  const sum = [...code.slice(0, -1)]
    .map((digit, index) => Number(digit) * (1 + (index % 2)))
    .reduce((total, product) => total + (product > 9 ? product - 9 : product), 0);
  return (sum + Number(code.at(-1))) % 10 === 0;
}

/** What is wrong with IBGE's code of a city (state 2, number 4, check digit 1), for an issue; undefined if nothing is. */
export function cityCodeIssue(text: string): string | undefined {
  if (!CITY_CODE.test(text))
    return digitsIssue(text, 'must be the IBGE code of a city: exactly 7 digits', CITY_CODE);
  if (text === ABROAD)
    return 'is what an NF-e has for a city abroad: leave it out, with the country it is in';
  if (!stateOfCode(text)) return `begins with the state code ${text.slice(0, 2)}, which no state has`;
  if (text.slice(2, 6) === '0000') return 'must be the IBGE code of a city, not of a state';
  return hasCheckDigit(text) || WITHOUT_CHECK_DIGIT.includes(text)
    ? undefined
    : "ends with a digit that isn't the check digit of the others";
}
