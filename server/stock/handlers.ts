import type { NoFields, Schemas } from '../contract.ts';
import { ApiProblem, invalidRequest, notFound } from '../errors.ts';
import type { Handler, JsonText } from '../handler.ts';
import { actorOf } from './actor.ts';
import { adjustBalance } from './store.ts';

type Body = Schemas['StockAdjustmentCreate'];

export const adjustStock: Handler<'adjustStock'> = async ({ caller, path, body }, reply, tx) => {
  const {
    mode,
    quantity,
    reason,
    reference = null,
    expected_on_hand: expectedOnHand = null,
    ...unread
  } = body;
  unread satisfies NoFields;
  if (mode === 'set' && quantity < 0)
    throw invalidRequest([
      { pointer: '#/quantity', code: 'minimum', detail: 'must be at least 0 with mode set' },
    ]);
  const adjusted = await adjustBalance(tx, {
    mode,
    quantity,
    reason,
    tenantId: caller.tenantId,
    productId: path.product_id,
    reference,
    expectedOnHand,
    actor: actorOf(caller),
  });
  if (!adjusted) throw notFound('product', 'product_id');
  if (adjusted.movement === null || adjusted.balance === null)
    throw adjustmentProblem(path.product_id, body, Number(adjusted.onHand));
  const { movement, balance } = adjusted;
  return reply(201, `{"movement":${movement},"balance":${balance}}` as JsonText<Schemas['StockAdjustment']>);
};

function adjustmentProblem(product_id: number, body: Body, on_hand: number): ApiProblem {
  const { quantity, expected_on_hand: expected } = body;
  const detail = `${on_hand} is on hand`;
  const problem = (code: 'stale_stock' | 'insufficient_stock', pointer: string, sentence: string) =>
    new ApiProblem(code, sentence, { errors: [{ pointer, code, detail, product_id, on_hand }] });
  if (expected !== undefined && expected !== on_hand)
    return problem('stale_stock', '#/expected_on_hand', `${detail}, not ${expected}.`);
  const outcome = `adding ${quantity} would make it negative or exceed the maximum`;
  return problem('insufficient_stock', '#/quantity', `${detail}; ${outcome}.`);
}
