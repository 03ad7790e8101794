import type { Caller } from '../../../accounts/api-keys/caller.ts';
import type { Schemas } from '../../../base/contract.ts';
import type { Transaction } from '../../../db/querier.ts';
import { actorOf } from '../../catalogue/rules/actor.ts';
import { insufficientStock } from '../place/place-order.ts';
import { computeQuote, type QuoteRequest } from '../place/quote.ts';
import { type Amounts, amountsOf, reservationsOf, usesOf } from '../rules/build-order.ts';
import { lockChange } from './lock-change.ts';
import { moveReservations } from './move-reservations.ts';
import { moveUses } from './move-uses.ts';

/**
 * Computes a locked Pending order anew, with the prices, promotions and coupons of now, and moves what it uses and what it
 * has reserved. Throws the problem that refuses it. The order's row isn't written yet.
 */
export async function recomputeOrder(
  tx: Transaction,
  caller: Caller,
  order: Pick<Schemas['Order'], 'id' | 'customer_id'>,
  request: QuoteRequest,
): Promise<Amounts> {
  const { tenantId } = caller;
  const { customer_id } = request;
  const { locked, held } = await lockChange(tx, tenantId, order.id, request.coupon_code ?? null);
  const isSameCustomer = customer_id === order.customer_id;
  const changing = { orderId: order.id, promotionIds: isSameCustomer ? held.promotionIds : [] };
  const quote = await computeQuote(tx, caller, request, { ...locked, changing });
  await moveUses(tx, order.id, { ...usesOf(quote), tenant_id: tenantId, customer_id }, held);
  const shortages = await moveReservations(tx, {
    ...{ tenantId, orderId: order.id, actor: actorOf(caller) },
    ...{ reserved: held.reserved, wanted: reservationsOf(quote.lines) },
  });
  if (shortages.length > 0) throw insufficientStock(quote.lines, shortages);
  return amountsOf(caller, request, quote);
}
