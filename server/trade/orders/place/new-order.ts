import type { StoredOrder } from '../store.ts';

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

/** A row of the statements that insert orders: the order, or a product that is short. */
export interface InsertedRow extends StoredOrder, Shortage {}
