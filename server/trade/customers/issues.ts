import type { Schemas } from '../../base/contract.ts';
import { addressIssues } from '../../base/formats/normalize-addresses.ts';
import { stateRegistrationIssues } from '../../base/formats/state-registration.ts';
import { taxIdIssues } from '../../base/formats/tax-id.ts';
import type { ValidationIssue } from '../../base/problems/api-problem.ts';
import type { Sound } from '../../base/problems/sound-body.ts';

/** What the schema can't say of a customer that has these addresses so far. */
export const customerIssues = (
  customer: Sound<Schemas['CustomerUpdate']>,
  stored: readonly Schemas['Address'][],
): ValidationIssue[] => [
  ...(customer.addresses ?? []).flatMap((address, index) =>
    addressIssues(address, stored, `#/addresses/${index}`),
  ),
  ...stateRegistrationIssues(customer.state_registration),
  ...taxIdIssues(customer),
];
