import { isDeepStrictEqual } from 'node:util';
import type { NoFields, Schemas } from '../contract.ts';
import { invalidRequest, type ValidationIssue } from '../problems/api-problem.ts';
import { stateOfPostalCode } from './postal-codes.ts';
import { findState, stateOfCode } from './states.ts';

type Address = Schemas['Address'];

/** Correios has assigned none that begins with 00; 00000-000 is what forms send when nobody knows it. */
const CEP = /^(?!00)\d{5}-?\d{3}$/;

interface Checked {
  readonly address: Address;
  readonly issues: readonly ValidationIssue[];
}

/**
 * The addresses in the form in which they are stored, or a 400 that points at what is wrong in them. One that is already
 * stored is kept as it is: it may be from before Brazilian addresses were checked, and a sync sends it again.
 */
export function normalizeAddresses(
  addresses: readonly Address[],
  stored: readonly Address[],
  pointer: string,
): Address[] {
  const checked = addresses
    .map(complete)
    .map((address, index) =>
      stored.some((other) => isDeepStrictEqual(other, address))
        ? { address, issues: [] }
        : check(address, `${pointer}/${index}`),
    );
  return accepted(checked);
}

/** The same for an order's shipping address. */
export function normalizeAddress(given: Address, stored: Address | null, pointer: string): Address {
  const address = complete(given);
  if (isDeepStrictEqual(address, stored)) return address;
  return accepted([check(address, pointer)])[0]!;
}

/** With every key of an address, in the contract's order. */
function complete({ street, city, country, ...rest }: Address): Address {
  const { label = null, number = null, complement = null, district = null, ...more } = rest;
  const { city_code = null, state = null, postal_code = null, ...unread } = more;
  unread satisfies NoFields;
  return { label, street, number, complement, district, city, city_code, state, postal_code, country };
}

function accepted(checked: readonly Checked[]): Address[] {
  const issues = checked.flatMap((result) => result.issues);
  if (issues.length > 0) throw invalidRequest(issues);
  return checked.map(({ address }) => address);
}

function check(address: Address, pointer: string): Checked {
  if (address.country !== 'BR') return { address, issues: cityAbroad(address, pointer) };
  const { state, postal_code } = address;
  const normalized = {
    ...address,
    ...(isFilled(state) && { state: findState(state)?.abbreviation ?? state }),
    ...(isFilled(postal_code) && { postal_code: postal_code.trim().replace(/^(\d{5})(\d{3})$/, '$1-$2') }),
  };
  return { address: normalized, issues: issuesOf(normalized, pointer) };
}

/** Forms send empty texts for what wasn't filled in. */
const isFilled = (text: string | null | undefined): text is string => text != null && text.trim() !== '';

function issuesOf(address: Address, pointer: string): ValidationIssue[] {
  const { state, postal_code } = address;
  const issues: ValidationIssue[] = [];
  if (isFilled(state) && !findState(state))
    issues.push({
      pointer: `${pointer}/state`,
      code: 'enum',
      detail: 'must be a state of Brazil, such as PR',
    });
  if (isFilled(postal_code) && !CEP.test(postal_code))
    issues.push({
      pointer: `${pointer}/postal_code`,
      code: 'pattern',
      detail: 'must be a CEP of 8 digits, such as 80020-310; none begins with 00',
    });
  return [...issues, ...contradictions(address, pointer)];
}

/** The state, the CEP and the city's code each name a state. The two codes are compared with the state, or with each other. */
function contradictions({ state, postal_code, city_code }: Address, pointer: string): ValidationIssue[] {
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

function cityAbroad({ city_code }: Address, pointer: string): ValidationIssue[] {
  if (city_code == null) return [];
  const detail = 'only an address in the country BR has one';
  return [{ pointer: `${pointer}/city_code`, code: 'city_code', detail }];
}
