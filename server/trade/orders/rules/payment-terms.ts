import type { Schemas } from '../../../base/contract.ts';
import { centsText, toCents } from '../../../base/money.ts';
import { problemAt } from '../../../base/problems/api-problem.ts';
import type { Totals } from './totals.ts';

type Terms = readonly Pick<Schemas['PaymentTermInput'], 'amount'>[];

/** Refuses payment terms whose sum isn't the order's total. An order without terms has nothing to add up. */
export function requireTermsAddUp({ total }: Pick<Totals, 'total'>, terms: Terms): void {
  const sum = terms.reduce((cents, { amount }) => cents + toCents(amount), 0n);
  if (terms.length === 0 || sum === total) return;
  throw problemAt(
    'total_mismatch',
    '/payment_terms',
    `the total is ${centsText(total)}`,
    `The payment terms add up to ${centsText(sum)}, not to the total of ${centsText(total)}.`,
    { total: Number(centsText(total)), expected_total: Number(centsText(sum)) },
  );
}
