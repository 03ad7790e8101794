import type { Schemas } from '../../../base/contract.ts';
import { ApiProblem } from '../../../base/problems/api-problem.ts';
import { MAX_STOCK } from './level.ts';

export type AdjustmentBody = Pick<Schemas['StockAdjustmentCreate'], 'quantity' | 'expected_on_hand'>;

/** Why the adjustment of a balance was refused. */
export function adjustmentRefusal(product_id: number, body: AdjustmentBody, on_hand: number): ApiProblem {
  const { quantity, expected_on_hand: expected } = body;
  const detail = `${on_hand} is on hand`;
  const problem = (code: 'stale_stock' | 'insufficient_stock', pointer: string, sentence: string) =>
    new ApiProblem(code, sentence, { errors: [{ pointer, code, detail, product_id, on_hand }] });
  if (expected !== undefined && expected !== on_hand)
    return problem('stale_stock', '#/expected_on_hand', `${detail}, not ${expected}.`);
  const outcome = quantity < 0 ? 'negative' : `more than ${MAX_STOCK}`;
  return problem(
    'insufficient_stock',
    '#/quantity',
    `${detail}; adding ${quantity} would make it ${outcome}.`,
  );
}
