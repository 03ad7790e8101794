import { ApiProblem, type ValidationIssue } from '../../../base/problems/api-problem.ts';
import type { Transaction } from '../../../db/querier.ts';
import { buildOrder, reservationsOf } from '../rules/build-order.ts';
import type { PricedLine } from '../rules/price-lines.ts';
import type { StoredOrder } from '../store.ts';
import { insertOrder } from './insert-order.ts';
import type { Shortage } from './new-order.ts';
import { orderDetails } from './order-details.ts';
import { computeQuote, type PricingCall, type Quote, quoteOf, readContext } from './quote.ts';
import { type LockedLimits, lockUsageLimits } from './usage-limits.ts';
import type { OrderRequest } from './with-customer.ts';

/** Places an order: computes it, reserves its stock and writes it. Throws the problem that refuses it. */
export async function placeOrder(
  tx: Transaction,
  call: PricingCall,
  body: OrderRequest,
): Promise<StoredOrder> {
  const details = orderDetails(body);
  const quote = await computeWithLimits(tx, call, body);
  const placed = await insertOrder(
    tx,
    buildOrder(call.caller, body, quote, details),
    reservationsOf(quote.lines),
  );
  if (Array.isArray(placed)) throw insufficientStock(quote.lines, placed);
  return placed;
}

/**
 * Computes the order, and locks what it may use up before that is read. Most orders have no coupon and no promotion that can
 * run out; a first reading without locks tells, and is then the only one.
 */
async function computeWithLimits(tx: Transaction, call: PricingCall, body: OrderRequest): Promise<Quote> {
  const couponCode = body.coupon_code ?? null;
  if (couponCode === null) {
    const reads = tx.reads ?? tx;
    const context = await readContext(reads, call.caller, body);
    if (!context.promotions.some(({ can_run_out }) => can_run_out))
      return quoteOf(reads, call, body, context, NO_LIMITS);
  }
  return computeQuote(tx, call, body, await lockUsageLimits(tx, call.caller.tenantId, couponCode));
}

const NO_LIMITS: LockedLimits = { coupon_id: null, promotion_ids: [] };

/** An issue for each line of a product that is short, with the order's quantity of it and what is available. */
export function insufficientStock(lines: readonly PricedLine[], shortages: readonly Shortage[]): ApiProblem {
  const available = new Map(shortages.map((shortage) => [shortage.productId, shortage.available]));
  const requested = new Map(reservationsOf(lines).map(({ productId, quantity }) => [productId, quantity]));
  const errors = lines.flatMap(({ product }, index): ValidationIssue[] => {
    const left = available.get(product.id);
    if (left === undefined) return [];
    return [
      {
        pointer: `#/items/${index}/quantity`,
        code: 'insufficient_stock',
        detail: `${left} available of ${product.sku}`,
        product_id: product.id,
        requested: Number(requested.get(product.id)),
        available: Number(left),
      },
    ];
  });
  const products = shortages.length === 1 ? '1 product has' : `${shortages.length} products have`;
  return new ApiProblem('insufficient_stock', `${products} too little stock; see errors.`, { errors });
}
