import { isDeepStrictEqual } from 'node:util';
import type { NoFields, Schemas } from '../contract.ts';
import type { ValidationIssue } from '../problems/api-problem.ts';
import type { Sound } from '../problems/sound-body.ts';
import { digitsIn, digitsIssue, labelOf } from './masks.ts';
import { stateOfPostalCode } from './postal-codes.ts';
import { findState, stateOfCode } from './states.ts';
import { emptyIfBlank, invisibleIn } from './visible-text.ts';

type Address = Schemas['Address'];

/** Correios has assigned none that begins with 00; 00000-000 is what forms send when nobody knows it. */
const CEP = /^(?!00)\d{5}-?\d{3}$/;
const MASKED_CEP = /^\d\d\.?\d{3}\.?\d{3}$/;
const bareCep = digitsIn(MASKED_CEP, labelOf('C\\.?E\\.?P'));

/**
 * The address in the form in which it is stored. One that is already stored is kept as it is: it may be from before Brazilian addresses
 * were checked, and a sync sends it again.
 */
export function normalizeAddress(given: Address, stored: readonly Address[]): Address {
  const address = complete(given);
  return isStored(address, stored) ? address : normalized(address);
}

/** What is wrong in an address, unless it is already stored. */
export function addressIssues(
  address: Sound<Address> | null | undefined,
  stored: readonly Address[],
  pointer: string,
): ValidationIssue[] {
  if (address == null || address.country === undefined) return [];
  if (stored.length > 0 && isStored(complete(address as Address), stored)) return [];
  return address.country === 'BR' ? issuesOf(normalized(address), pointer) : cityAbroad(address, pointer);
}

const isStored = (address: Address, stored: readonly Address[]): boolean =>
  stored.some((other) => isDeepStrictEqual(complete(withoutBlanks(other)), address));

/** Blanks were kept before they counted as empty. */
const withoutBlanks = (address: Address): Address =>
  JSON.parse(JSON.stringify(address), (_, member) =>
    typeof member === 'string' ? emptyIfBlank(member) : member,
  );

/** With every key of an address and no other, in the contract's order. */
function complete({ street, city, country, ...rest }: Address): Address {
  const { label = null, number = null, complement = null, district = null, ...more } = rest;
  const { city_code = null, state = null, postal_code = null, ...unread } = more;
  unread satisfies NoFields;
  return { label, street, number, complement, district, city, city_code, state, postal_code, country };
}

function normalized<Given extends Sound<Address>>(address: Given): Given {
  const { country, state, postal_code } = address;
  if (country !== 'BR') return address;
  return {
    ...address,
    ...(isFilled(state) && { state: findState(state)?.abbreviation ?? state }),
    ...(isFilled(postal_code) && { postal_code: hyphenated(postal_code) }),
  };
}

/** A CEP with its hyphen, from any form of it: `01310100`, `01.310-100`. */
function hyphenated(postalCode: string): string {
  const digits = bareCep(postalCode);
  return /^\d{8}$/.test(digits) ? `${digits.slice(0, 5)}-${digits.slice(5)}` : digits;
}

/** Forms send empty texts for what wasn't filled in. */
const isFilled = (text: string | null | undefined): text is string => text != null && text.trim() !== '';

function issuesOf(address: Sound<Address>, pointer: string): ValidationIssue[] {
  const { state, postal_code } = address;
  const issues: ValidationIssue[] = [];
  if (isFilled(state) && !findState(state))
    issues.push({
      pointer: `${pointer}/state`,
      code: 'enum',
      detail: invisibleIn(state) ?? 'must be a state of Brazil, such as PR',
    });
  if (isFilled(postal_code) && !CEP.test(postal_code))
    issues.push({
      pointer: `${pointer}/postal_code`,
      code: 'pattern',
      detail:
        invisibleIn(postal_code) ??
        digitsIssue(
          postal_code,
          'must be a CEP of 8 digits, such as 80020-310, and none begins with 00',
          CEP,
        ),
    });
  return [...issues, ...contradictions(address, pointer)];
}

/** The state, the CEP and the city's code each name a state. The two codes are compared with the state, or with each other. */
function contradictions(
  { state, postal_code, city_code }: Sound<Address>,
  pointer: string,
): ValidationIssue[] {
  const named = isFilled(state) ? findState(state) : undefined;
  const ofCity = city_code == null ? undefined : stateOfCode(city_code);
  const ofCep = isFilled(postal_code) && CEP.test(postal_code) ? stateOfPostalCode(postal_code) : undefined;
  const issues: ValidationIssue[] = [];
  if (named && ofCity && ofCity !== named)
    issues.push({
      pointer: `${pointer}/city_code`,
      code: 'city_code',
      detail: `is the code of a city in ${ofCity.abbreviation}, not in ${named.abbreviation}`,
    });
  const expected = named ?? (isFilled(state) ? undefined : ofCity);
  if (expected && ofCep && ofCep !== expected)
    issues.push({
      pointer: `${pointer}/postal_code`,
      code: 'postal_code',
      detail: `is a CEP of ${ofCep.abbreviation}, not of ${expected.abbreviation}${named ? '' : ', where the city_code is'}`,
    });
  return issues;
}

function cityAbroad({ city_code }: Sound<Address>, pointer: string): ValidationIssue[] {
  if (city_code == null) return [];
  const detail = 'only an address in the country BR has one: leave it out';
  return [{ pointer: `${pointer}/city_code`, code: 'city_code', detail }];
}
