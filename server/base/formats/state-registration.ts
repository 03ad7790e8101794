import { isValidIe } from '@brazilian-utils/brazilian-utils/is-valid-ie';
import type { Schemas } from '../contract.ts';
import { invalidRequest } from '../problems/api-problem.ts';
import { isRecentRegistration } from './recent-registrations.ts';
import { withoutMask } from './tax-id.ts';

type StateRegistration = NonNullable<Schemas['StateRegistration']>;

const EXEMPT = 'ISENTO';
/** Digits, in São Paulo with a P in front for a farmer. All states have 8 to 14, and none issues zeros only. */
const NUMBER = /^(?!0+$)P?\d{8,14}$/;

/** The library ignores other characters. A stored registration has none, so its form is checked first. */
export const isStateRegistration = ({ state, number }: StateRegistration): boolean =>
  NUMBER.test(number) &&
  (isValidIe({ value: number, stateCode: state }) || isRecentRegistration(state, number));

/** The registration in its stored form: without punctuation, or `ISENTO`. A 400 if the state can't have issued it. */
export function normalizeStateRegistration(
  registration: Schemas['StateRegistration'],
): Schemas['StateRegistration'] {
  if (registration === null) return null;
  const { state } = registration;
  const number = withoutMask(registration.number);
  if (number === EXEMPT || isStateRegistration({ state, number })) return { state, number };
  const detail = `is not a valid state registration of ${state}: its length, its first digits or its check digit is wrong`;
  throw invalidRequest([{ pointer: '#/state_registration/number', code: 'format', detail }]);
}
