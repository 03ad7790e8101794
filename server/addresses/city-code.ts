import { stateOfCode } from './states.ts';

const CITY_CODE = /^\d{7}$/;
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

/** IBGE's code of a city: state 2, number 4, check digit 1. */
export const isCityCode = (text: string): boolean =>
  CITY_CODE.test(text) &&
  stateOfCode(text) !== undefined &&
  text.slice(2, 6) !== '0000' &&
  (hasCheckDigit(text) || WITHOUT_CHECK_DIGIT.includes(text));
