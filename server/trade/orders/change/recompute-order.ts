import type { Schemas } from '../../../base/contract.ts';
import type { Transaction } from '../../../db/querier.ts';
import { insufficientStock } from '../place/place-order.ts';
import { computeQuote, type PricingCall, type QuoteRequest } from '../place/quote.ts';
import { type Amounts, amountsOf, reservationsOf, usesOf } from '../rules/build-order.ts';
import { sumByProduct } from '../rules/resolve-lines.ts';
import { lockChange } from './lock-change.ts';
import { moveReservations } from './move-reservations.ts';
import { moveUses } from './move-uses.ts';

/**
 * Computes a locked Pending order anew, with the prices, promotions and coupons of now, and moves what it uses and what it
 * has reserved. Throws the problem that refuses it. The order's row isn't written yet.
 */
export async function recomputeOrder(
  tx: Transaction,
  call: PricingCall,
  order: Pick<Schemas['Order'], 'id' | 'customer_id' | 'price_table_id' | 'items'>,
  request: QuoteRequest,
): Promise<Amounts> {
  const { caller } = call;
  const { tenantId } = caller;
  const { customer_id } = request;
  const { locked, held } = await lockChange(tx, tenantId, order.id, request.coupon_code ?? null);
  const isSameCustomer = customer_id === order.customer_id;
  const changing = {
    orderId: order.id,
    customerId: isSameCustomer ? customer_id : null,
    priceTableId: request.price_table_id === order.price_table_id ? order.price_table_id : null,
    quantities: sumByProduct(order.items),
    promotionIds: isSameCustomer ? held.promotionIds : [],
  };
  const quote = await computeQuote(tx, call, request, { ...locked, changing });
  await moveUses(tx, order.id, { ...usesOf(quote), tenant_id: tenantId, customer_id }, held);
  const shortages = await moveReservations(tx, {
    ...{ tenantId, orderId: order.id, actor: caller.actor },
    ...{ reserved: held.reserved, wanted: held.skipsStock ? [] : reservationsOf(quote.lines) },
  });
  if (shortages.length > 0) throw insufficientStock(quote.lines, shortages);
  const amounts = amountsOf(caller, request, quote);
  return { ...amounts, items: amounts.items.map(asSold(order.items)) };
}

/** A line keeps the SKU and the name that it was sold with: the next change may name it by them, too. */
function asSold(lines: Schemas['Order']['items']): (item: Schemas['OrderItem']) => Schemas['OrderItem'] {
  const shown = new Map(lines.map(({ product_id, sku, name }) => [product_id, { sku, name }]));
  return (item) => ({ ...item, ...shown.get(item.product_id) });
}
