import type { Schemas } from '../../../base/contract.ts';
import { ApiProblem, invalidRequest, type ValidationIssue } from '../../../base/problems/api-problem.ts';
import type { Transaction } from '../../../db/querier.ts';
import { releaseUses } from '../place/usage-limits.ts';
import { leftOfLines, quantitiesByProduct } from '../rules/returned-quantities.ts';
import { allowedTransitions, canTransition, type OrderStatus, stockEffectOf } from '../rules/status.ts';
import type { StoredOrder } from '../store.ts';
import { writeTransition } from './lifecycle-store.ts';
import { moveStock, type RefusedMove } from './move-stock.ts';

export interface TransitionRequest {
  readonly tenantId: number;
  readonly order: Schemas['Order'];
  readonly to: OrderStatus;
  readonly reason: string | null;
  readonly restock: boolean;
  readonly actor: string;
  readonly deliveredAt: string | null;
}

/** Moves a locked order to another status, with all its effects. Throws the problem that forbids it. */
export async function transitionOrder(tx: Transaction, request: TransitionRequest): Promise<StoredOrder> {
  const { tenantId, order, to, actor } = request;
  const { id, status: from } = order;
  if (!canTransition(from, to)) throw invalidTransition(from, to);
  const effect = stockEffectOf(from, to, request.restock);
  // Locks come in the same order as for a new order: coupon, promotions, balances.
  if (from === 'Pending' && to === 'Canceled') await releaseUses(tx, tenantId, id);
  const returned = effect === 'return' ? quantitiesByProduct(leftOfLines(order)) : null;
  const refused = effect ? await moveStock(tx, { tenantId, id }, effect, actor, returned) : [];
  if (refused.length > 0) throw insufficientOnHand(order, refused, effect === 'return');
  return writeTransition(tx, {
    tenantId,
    id,
    from,
    to,
    reason: request.reason,
    actor,
    deliveredAt: request.deliveredAt,
  });
}

/** To cancel an order in transit, the request has to say why, and what happens to the stock. */
export function requireCancellationFields(order: Schemas['Order'], body: Schemas['OrderStatusSet']): void {
  if (order.status !== 'In_Transit' || body.status !== 'Canceled') return;
  const missing = (['reason', 'restock'] as const).filter((name) => body[name] == null);
  if (missing.length === 0) return;
  const detail = 'is required to cancel an order that is In_Transit';
  throw invalidRequest(missing.map((name) => ({ pointer: `#/${name}`, code: 'required', detail })));
}

export function invalidTransition(
  from: OrderStatus,
  to: OrderStatus,
  { pointer, detail }: { readonly pointer: string; readonly detail?: string } = { pointer: '#/status' },
): ApiProblem {
  const allowed = allowedTransitions(from);
  const options =
    allowed.length > 0 ? `can change to ${allowed.join(' or ')}, not to ${to}` : 'cannot change any more';
  const sentence = detail ?? `The order is ${from}. Its status ${options}.`;
  return new ApiProblem('invalid_status_transition', sentence, {
    errors: [{ pointer, code: 'invalid_status_transition', detail: `cannot follow ${from}` }],
    members: { allowed: [...allowed] },
  });
}

/** A backorder can't ship before its stock has come in. And no more can come back than a balance can hold. */
export function insufficientOnHand(
  { items }: Schemas['Order'],
  refused: readonly RefusedMove[],
  comesBack: boolean,
): ApiProblem {
  const skuOf = (id: number): string => items.find(({ product_id }) => product_id === id)?.sku ?? String(id);
  const errors = refused.map(
    ({ productId, requested, onHand }): ValidationIssue => ({
      pointer: comesBack ? '#/restock' : '#/status',
      code: 'insufficient_stock',
      detail: `${onHand} on hand of ${skuOf(productId)}`,
      product_id: productId,
      requested: Number(requested),
      on_hand: Number(onHand),
    }),
  );
  const products = refused.length === 1 ? '1 product' : `${refused.length} products`;
  const detail = comesBack
    ? `The stock of ${products} would exceed the maximum; see errors.`
    : `Too little of ${products} is on hand; see errors.`;
  return new ApiProblem('insufficient_stock', detail, { errors });
}
