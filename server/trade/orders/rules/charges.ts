import type { NoFields, Schemas } from '../../../base/contract.ts';
import { toCents } from '../../../base/money.ts';
import {
  invalidRequest,
  MAX_VALIDATION_ISSUES,
  type ValidationIssue,
} from '../../../base/problems/api-problem.ts';

type Charges = readonly Pick<Schemas['ChargeInput'], 'amount' | 'item'>[];

/** As an order shows it. */
export function toCharge({
  type,
  amount,
  description = null,
  item = null,
  ...unread
}: Schemas['ChargeInput']): Schemas['Charge'] {
  unread satisfies NoFields;
  return { type, amount, description, item };
}

export const chargesCents = (charges: Charges): bigint =>
  charges.reduce((sum, { amount }) => sum + toCents(amount), 0n);

/** Refuses charges of lines that the order doesn't have. */
export function requireChargedLines(charges: Charges, lines: number): void {
  const issues = charges.flatMap(({ item }, index): ValidationIssue[] =>
    item == null || item < lines
      ? []
      : [
          {
            pointer: `#/charges/${index}/item`,
            code: 'maximum',
            detail: `must be at most ${lines - 1}, the index of the last of the order's items`,
          },
        ],
  );
  if (issues.length > 0) throw invalidRequest(issues.slice(0, MAX_VALIDATION_ISSUES));
}
