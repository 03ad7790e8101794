import type { Context } from '../context.ts';
import type { Schemas } from '../contract.ts';
import { listPage } from '../db/listing.ts';
import { type ApiProblem, invalidRequest, notFound, problemAt } from '../errors.ts';
import type { Handler, JsonText } from '../handler.ts';
import { actorOf } from './actor.ts';
import { type Adjusted, adjustBalance, balanceList, movementList } from './store.ts';

type Body = Schemas['StockAdjustmentCreate'];

export const listStock =
  ({ cursors }: Context): Handler<'listStock'> =>
  async ({ caller, query }, reply, db) =>
    reply(200, await listPage(db, { spec: balanceList, cursors, tenantId: caller.tenantId, query }));

export const listStockMovements =
  ({ cursors }: Context): Handler<'listStockMovements'> =>
  async ({ caller, query }, reply, db) =>
    reply(200, await listPage(db, { spec: movementList, cursors, tenantId: caller.tenantId, query }));

export const adjustStock: Handler<'adjustStock'> = async ({ caller, path, body }, reply, tx) => {
  if (body.mode === 'set' && body.quantity < 0)
    throw invalidRequest([{ pointer: '#/quantity', code: 'minimum', detail: 'must be >= 0 with mode set' }]);
  const adjusted = await adjustBalance(tx, {
    ...body,
    tenantId: caller.tenantId,
    productId: path.product_id,
    reference: body.reference ?? null,
    expectedOnHand: body.expected_on_hand ?? null,
    actor: actorOf(caller),
  });
  if (!adjusted) throw notFound('product', 'product_id');
  if (adjusted.movement === null || adjusted.balance === null) throw refusal(body, adjusted);
  const { movement, balance } = adjusted;
  return reply(201, `{"movement":${movement},"balance":${balance}}` as JsonText<Schemas['StockAdjustment']>);
};

function refusal({ quantity, expected_on_hand: expected }: Body, { onHand }: Adjusted): ApiProblem {
  if (expected !== undefined && expected !== Number(onHand))
    return problemAt(
      'stale_stock',
      '/expected_on_hand',
      `${onHand} is on hand`,
      `${onHand} is on hand, not ${expected}.`,
    );
  const detail = `${onHand} is on hand; adding ${quantity} leaves less than nothing or more than can be kept.`;
  return problemAt('insufficient_stock', '/quantity', `${onHand} is on hand`, detail);
}
