import type { Schemas } from '../../../base/contract.ts';
import { ApiProblem } from '../../../base/problems/api-problem.ts';

export type AdjustmentBody = Pick<Schemas['StockAdjustmentCreate'], 'quantity' | 'expected_on_hand'>;

/** Why the adjustment of a balance was refused. */
export function adjustmentRefusal(product_id: number, body: AdjustmentBody, on_hand: number): ApiProblem {
  const { quantity, expected_on_hand: expected } = body;
  const detail = `${on_hand} is on hand`;
  const problem = (code: 'stale_stock' | 'insufficient_stock', pointer: string, sentence: string) =>
    new ApiProblem(code, sentence, { errors: [{ pointer, code, detail, product_id, on_hand }] });
  if (expected !== undefined && expected !== on_hand)
    return problem('stale_stock', '#/expected_on_hand', `${detail}, not ${expected}.`);
  const outcome = `adding ${quantity} would make it negative or exceed the maximum`;
  return problem('insufficient_stock', '#/quantity', `${detail}; ${outcome}.`);
}
