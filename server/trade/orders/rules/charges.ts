import type { NoFields, Schemas } from '../../../base/contract.ts';
import { toCents } from '../../../base/money.ts';
import type { ValidationIssue } from '../../../base/problems/api-problem.ts';
import type { Sound } from '../../../base/problems/sound-body.ts';

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

/** Charges of lines that the order doesn't have. Without lines, that is what is wrong. */
export function chargedLineIssues(
  charges: Sound<Charges> | undefined,
  lines: readonly unknown[] | undefined,
): ValidationIssue[] {
  if (!charges || !lines?.length) return [];
  const detail = `must be at most ${lines.length - 1}, the index of the last of the order's items`;
  return charges.flatMap((charge, index): ValidationIssue[] =>
    (charge?.item ?? 0) < lines.length
      ? []
      : [{ pointer: `#/charges/${index}/item`, code: 'maximum', detail }],
  );
}
