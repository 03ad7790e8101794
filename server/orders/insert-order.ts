import { originValues } from '../db/origin.ts';
import type { FinalStatementOnce, Transaction } from '../db/querier.ts';
import { RetryTransactionError } from '../db/retry-transaction-error.ts';
import { createdHeaders } from '../resources/resource.ts';
import { insertOnce, insertWithoutUses, insertWithUses } from './insert-order-sql.ts';
import { allowedTransitions } from './status.ts';
import { orderResource, type StoredOrder } from './store.ts';

/** A computed order, ready to be written. Amounts are decimal text; items, discounts and the like are JSON text. */
export interface NewOrder {
  readonly tenant_id: number;
  readonly external_id: string | null;
  readonly customer_id: number;
  readonly currency: string;
  readonly price_table_id: number | null;
  /** The coupon to redeem: null if the order has none, or if it takes nothing off. */
  readonly coupon_id: number | null;
  /** The coupon to show, redeemed or not. */
  readonly coupon_code: string | null;
  /** What the redeemed coupon takes off. */
  readonly coupon_discount: string | null;
  /** The promotions to count as used. */
  readonly promotion_ids: readonly number[];
  readonly items: string;
  readonly discounts: string;
  readonly subtotal: string;
  readonly discount_total: string;
  readonly shipping_amount: string;
  readonly total: string;
  readonly shipping: string | null;
  readonly channel: string | null;
  readonly salesperson: string | null;
  readonly fiscal_document: string | null;
  readonly payment_terms: string;
  readonly notes: string | null;
  /** Null for now. */
  readonly placed_at: string | null;
  readonly metadata: string;
  readonly actor: string;
}

/** The stock to reserve of one product, over all lines of the order. */
export interface Reservation {
  readonly productId: number;
  readonly quantity: string;
  readonly allowBackorder: boolean;
}

/** A product with too little stock. */
export interface Shortage {
  readonly productId: number;
  readonly available: string;
}

interface Row extends StoredOrder, Shortage {
  readonly uses: number;
}

/**
 * Reserves the stock of the whole order, counts its coupon and promotions as used, and writes it with its event, all in
 * one statement. If any product is short, nothing is written and the shortages are returned.
 */
export async function insertOrder(
  tx: Transaction,
  order: NewOrder,
  reservations: readonly Reservation[],
): Promise<StoredOrder | Shortage[]> {
  const rows = await insert(tx, order, {
    allowed_transitions: JSON.stringify(allowedTransitions('Pending')),
    product_ids: reservations.map(({ productId }) => productId),
    quantities: reservations.map(({ quantity }) => quantity),
    backorders: reservations.map(({ allowBackorder }) => allowBackorder),
  });
  const [inserted] = rows;
  if (!inserted) throw new RetryTransactionError('A product was deleted while the order was computed.');
  if (inserted.document === null) return rows;
  if (inserted.uses !== new Set(order.promotion_ids).size + (order.coupon_id === null ? 0 : 1))
    throw new RetryTransactionError('A promotion got a usage limit while the order was computed.');
  return inserted;
}

/** Without uses there is nothing left to undo: the statement writes the whole order or nothing, so it may be the final one. */
function insert(tx: Transaction, order: NewOrder, common: object): Promise<Row[]> {
  const { coupon_id, coupon_discount, promotion_ids, ...row } = order;
  if (coupon_id !== null || promotion_ids.length > 0) return insertWithUses<Row>(tx, { ...order, ...common });
  const { finalOnce, final = tx } = tx;
  if (finalOnce) return insertOnce<Row>(finalOnce, { ...row, ...common, ...onceValues(finalOnce) });
  return insertWithoutUses<Row>(final, { ...row, ...common, ...originValues(tx.final?.origin) });
}

/** The headers of the response that is stored: the statement fills in the id. */
const HEADERS = JSON.stringify(createdHeaders(orderResource, { id: '{id}', version: 1 }));

const onceValues = ({ key, fingerprint, origin }: FinalStatementOnce) => ({
  ...originValues(origin),
  ...{ key, fingerprint, headers: HEADERS },
});
