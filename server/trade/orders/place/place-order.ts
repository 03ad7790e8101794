import { ApiProblem, type ValidationIssue } from '../../../base/problems/api-problem.ts';
import { causeValues } from '../../../db/event-cause.ts';
import { RetryTransactionError } from '../../../db/pool/retry-transaction-error.ts';
import type { Transaction } from '../../../db/querier.ts';
import { buildOrder, reservationsOf } from '../rules/build-order.ts';
import { orderDetails } from '../rules/order-details.ts';
import type { PricedLine } from '../rules/price-lines.ts';
import type { StoredOrder } from '../store.ts';
import { insertWithUses } from './insert-order-sql.ts';
import { orderOnce, plainOrder, stockOf, TRANSITIONS } from './insert-plain-orders.ts';
import type { InsertedRow, NewOrder, Reservation, Shortage } from './new-order.ts';
import type { OrderRequest } from './order-references.ts';
import { computeQuote, type PricingCall, type Quote, quoteOf, readContext } from './quote.ts';
import { lockUsageLimits } from './usage-limits.ts';

/** Places an order: computes it, reserves its stock and writes it. Throws the problem that refuses it. */
export async function placeOrder(
  tx: Transaction,
  call: PricingCall,
  body: OrderRequest,
): Promise<StoredOrder> {
  const details = orderDetails(body);
  const quote = await computeWithLimits(tx, call, body);
  const order = buildOrder(call.caller, body, quote, details);
  const rows = await insert(tx, order, reservationsOf(quote.lines));
  const [placed] = rows;
  if (!placed) throw new RetryTransactionError('A product was deleted while the order was computed.');
  if (placed.document === null) throw insufficientStock(quote.lines, rows);
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
      return quoteOf(reads, call, body, context);
  }
  return computeQuote(tx, call, body, await lockUsageLimits(tx, call.caller.tenantId, couponCode));
}

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

/**
 * Reserves the stock of the whole order, counts its coupon and promotions as used, and writes it with its event, all in
 * one statement. If any product is short, nothing is written, and the rows are the shortages. Without uses there is nothing left to
 * undo: the statement writes the whole order or nothing, so it may be the final one.
 */
async function insert(
  tx: Transaction,
  order: NewOrder,
  reservations: readonly Reservation[],
): Promise<InsertedRow[]> {
  const { coupon_id, coupon_discount, promotion_ids, ...row } = order;
  if (coupon_id !== null || promotion_ids.length > 0) return insertCounted(tx, order, reservations);
  const final = tx.finalOnce ?? tx.final;
  const plain = { row, reservations, cause: causeValues(final?.cause), once: tx.finalOnce };
  const write = plain.once ? orderOnce : plainOrder;
  return (await final?.grouped?.(write, plain)) ?? write.one(final ?? tx, plain);
}

async function insertCounted(
  tx: Transaction,
  order: NewOrder,
  reservations: readonly Reservation[],
): Promise<InsertedRow[]> {
  const values = { allowed_transitions: TRANSITIONS, ...order, ...stockOf(reservations) };
  const rows = await insertWithUses<InsertedRow & { readonly uses: number }>(tx, values);
  const counted = new Set(order.promotion_ids).size + (order.coupon_id === null ? 0 : 1);
  if (rows[0] && rows[0].document !== null && rows[0].uses !== counted)
    throw new RetryTransactionError('A promotion got a usage limit while the order was computed.');
  return rows;
}
