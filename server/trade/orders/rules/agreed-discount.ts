import { centsText } from '../../../base/money.ts';
import { invalidRequest } from '../../../base/problems/api-problem.ts';
import { shareOf } from '../../pricing/rules/apply.ts';

/** The lines' shares of the order's agreed discount. Refuses one that is more than what other discounts have left of them. */
export function shareAgreedDiscount(
  cents: bigint,
  lines: readonly { readonly productId: number }[],
  remaining: readonly bigint[],
): bigint[] {
  const left = remaining.reduce((sum, each) => sum + each, 0n);
  if (cents <= left) return shareOf(cents, lines, remaining);
  const detail = `must be at most ${centsText(left)}, what is left of the lines`;
  throw invalidRequest([{ pointer: '#/agreed_discount', code: 'maximum', detail }]);
}
