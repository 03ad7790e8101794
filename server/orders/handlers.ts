import { ApiProblem, type ValidationIssue } from '../errors.ts';
import type { Handler } from '../handler.ts';
import { createdHeaders } from '../resources/resource.ts';
import { findAvailable } from '../stock/store.ts';
import { amountsOf, buildOrder, reservationsOf } from './build-order.ts';
import { placeOrder, type Shortage } from './place-order.ts';
import type { PricedLine } from './price-lines.ts';
import { computeQuote } from './quote.ts';
import { orderResource } from './store.ts';
import { lockUsageLimits } from './usage-limits.ts';

export const createOrder: Handler<'createOrder'> = async ({ caller, body }, reply, tx) => {
  await lockUsageLimits(tx, caller.tenantId, body.coupon_code ?? null);
  const quote = await computeQuote(tx, caller, body);
  const placed = await placeOrder(tx, buildOrder(caller, body, quote));
  if (Array.isArray(placed)) throw insufficientStock(quote.lines, placed);
  return reply(201, placed.document, createdHeaders(orderResource, placed));
};

/** One fault for each line of a product that falls short, with what the order has of it and what is available. */
function insufficientStock(lines: readonly PricedLine[], shortages: readonly Shortage[]): ApiProblem {
  const available = new Map(shortages.map((shortage) => [shortage.productId, shortage.available]));
  const requested = new Map(reservationsOf(lines).map(({ productId, quantity }) => [productId, quantity]));
  const errors = lines.flatMap(({ product }, index): ValidationIssue[] => {
    const rest = available.get(product.id);
    if (rest === undefined) return [];
    return [
      {
        pointer: `#/items/${index}/quantity`,
        code: 'insufficient_stock',
        detail: `${rest} available of ${product.sku}`,
        product_id: product.id,
        requested: Number(requested.get(product.id)),
        available: Number(rest),
      },
    ];
  });
  return new ApiProblem('insufficient_stock', `${shortages.length} of the products fall short; see errors.`, {
    errors,
  });
}

export const quoteOrder: Handler<'quoteOrder'> = async ({ caller, body }, reply, tx) => {
  const quote = await computeQuote(tx, caller, body);
  const reservations = reservationsOf(quote.lines).filter(({ backorder }) => !backorder);
  const balances = await findAvailable(
    tx,
    caller.tenantId,
    reservations.map(({ productId }) => productId),
  );
  const available = reservations.every(
    ({ productId, quantity }) => Number(balances.get(productId) ?? 0) >= Number(quantity),
  );
  return reply(200, { ...amountsOf(caller, body, quote), available });
};
