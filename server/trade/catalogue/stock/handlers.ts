import type { Caller } from '../../../accounts/api-keys/caller.ts';
import type { NoFields, Schemas } from '../../../base/contract.ts';
import type { JsonText } from '../../../base/json.ts';
import { invalidReferences, notFound } from '../../../base/problems/api-problem.ts';
import type { Transaction } from '../../../db/querier.ts';
import { type Handler, locationOf } from '../../resources/handler.ts';
import type { CheckBody } from '../../resources/upsert.ts';
import { findReferencedProducts } from '../products/find-referenced.ts';
import { referenceIssue } from '../rules/reference.ts';
import { adjustmentRefusal } from './refusal.ts';
import { runAdjustmentBatch } from './run-batch.ts';
import { adjustBalance, findMovement } from './store.ts';

type Body = Schemas['StockAdjustmentCreate'];

export const adjustStock: Handler<'adjustStock'> = async ({ caller, path, body }, reply, tx) => {
  const adjusted = await adjust(tx, caller, path.product_id, body);
  if (!adjusted) throw notFound('product', 'product_id');
  return reply(201, adjusted.document, adjusted.headers);
};

export const getStockMovement: Handler<'getStockMovement'> = async ({ caller, path }, reply, db) => {
  const found = await findMovement(db, caller.tenantId, path.stock_movement_id);
  if (!found) throw notFound('stock movement', 'stock_movement_id');
  return reply(200, found.document);
};

export const createStockAdjustment: Handler<'createStockAdjustment'> = async (call, reply, tx) => {
  const { product_id, sku, external_id, ...body } = call.body;
  const [product] = await findReferencedProducts(tx, call.caller.tenantId, [call.body]);
  const adjusted = product && (await adjust(tx, call.caller, product.id, body));
  if (!adjusted) throw invalidReferences([referenceIssue('#', { product_id, sku, external_id })]);
  return reply(201, adjusted.document, adjusted.headers);
};

export const batchStockAdjustments =
  (checkBody: CheckBody): Handler<'batchStockAdjustments'> =>
  async ({ caller, requestId, body }, reply, tx) => {
    const { items, ...unread } = body;
    unread satisfies NoFields;
    return reply(200, await runAdjustmentBatch(tx, { caller, requestId, items }, checkBody));
  };

interface Adjusted {
  readonly document: JsonText<Schemas['StockAdjustment']>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Undefined if there is no such product. */
async function adjust(
  tx: Transaction,
  caller: Caller,
  productId: number,
  body: Body,
): Promise<Adjusted | undefined> {
  const { mode, quantity, reason, reference = null, expected_on_hand = null, ...unread } = body;
  unread satisfies NoFields;
  const adjusted = await adjustBalance(tx, {
    expectedOnHand: expected_on_hand,
    actor: caller.actor,
    ...{ tenantId: caller.tenantId, productId, mode, quantity, reason, reference },
  });
  if (!adjusted) return undefined;
  const { movement, balance, onHand } = adjusted;
  if (movement === null || balance === null) throw adjustmentRefusal(productId, body, Number(onHand));
  const { id } = JSON.parse(movement) as Schemas['StockMovement'];
  return {
    document: `{"movement":${movement},"balance":${balance}}` as JsonText<Schemas['StockAdjustment']>,
    headers: locationOf('getStockMovement', { stock_movement_id: id }),
  };
}
