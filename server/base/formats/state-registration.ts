import { isValidIe } from '@brazilian-utils/brazilian-utils/is-valid-ie';
import type { Schemas } from '../contract.ts';
import type { ValidationIssue } from '../problems/api-problem.ts';
import type { Sound } from '../problems/sound-body.ts';
import { DECIMAL_ISSUE, isDecimal, labelOf } from './masks.ts';
import { isRecentRegistration } from './recent-registrations.ts';
import { bareId } from './tax-id.ts';
import { invisibleIn } from './visible-text.ts';

type StateRegistration = NonNullable<Schemas['StateRegistration']>;

const LABEL = labelOf('I\\.?E', 'insc(?:ri[çc][ãa]o|\\.)? est(?:adual|\\.)?');
const EXEMPT = 'ISENTO';
/** Of a company, which is feminine. */
const EXEMPT_COMPANY = 'ISENTA';
/** Digits, in São Paulo with a P in front for a farmer. All states have 8 to 14, and none issues zeros only. */
const NUMBER = /^(?!0+$)P?\d{8,14}$/;

/** The library ignores other characters. A stored registration has none, so its form is checked first. */
export const isStateRegistration = ({ state, number }: StateRegistration): boolean =>
  NUMBER.test(number) &&
  (isValidIe({ value: number, stateCode: state }) || isRecentRegistration(state, number));

/** The registration in its stored form: without punctuation, or `ISENTO`. */
export function normalizeStateRegistration({ state, number }: StateRegistration): StateRegistration {
  const bare = bareId(number.replace(LABEL, ''));
  return { state, number: bare === EXEMPT_COMPANY ? EXEMPT : bare };
}

/** A number that the state can't have issued. */
export function stateRegistrationIssues(
  registration: Sound<Schemas['StateRegistration']> | undefined,
): ValidationIssue[] {
  const { state, number } = registration ?? {};
  if (state === undefined || number === undefined) return [];
  const kept = normalizeStateRegistration({ state, number });
  if (kept.number === EXEMPT || isStateRegistration(kept)) return [];
  const rule = `is not a valid state registration of ${state}: its length, its first digits or its check digit is wrong`;
  const detail = invisibleIn(number) ?? (isDecimal(number) ? DECIMAL_ISSUE : rule);
  return [{ pointer: '#/state_registration/number', code: 'format', detail }];
}
