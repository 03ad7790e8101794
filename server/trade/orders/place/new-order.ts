import type { StoredOrder } from '../store.ts';

/**
 * The columns of an order that its request decides, with their types: a statement that writes orders takes its list from here. Changes
 * write all but `placed_at`.
 */
export const ORDER_COLUMNS = {
  customer_id: 'int',
  external_id: 'text',
  currency: 'text',
  price_table_id: 'int',
  coupon_code: 'text',
  items: 'json',
  discounts: 'json',
  subtotal: 'numeric',
  discount_total: 'numeric',
  shipping_amount: 'numeric',
  total: 'numeric',
  agreed_discount: 'numeric',
  charges: 'json',
  charges_total: 'numeric',
  shipping: 'json',
  channel: 'text',
  salesperson: 'json',
  fiscal_document: 'json',
  payment_terms: 'json',
  notes: 'text',
  placed_at: 'timestamptz',
  metadata: 'json',
} as const;
/** Those that follow from what happens to it afterwards. Only an imported order has them from the beginning. */
export const RECORDED_COLUMNS = {
  status: 'text',
  allowed_transitions: 'json',
  status_history: 'json',
  paid_total: 'numeric',
  paid_at: 'timestamptz',
  payment_confirmed: 'boolean',
  payments: 'json',
  refunded_total: 'numeric',
  refunds: 'json',
  returns: 'json',
  delivery_attempts: 'json',
  references_digest: 'text',
  skips_stock: 'boolean',
} as const;
type Columns = typeof ORDER_COLUMNS;
export type OrderColumn = keyof Columns;

/** Amounts are decimal text; what is JSON is its text. */
export type OrderRow = {
  readonly [Column in OrderColumn]: (Columns[Column] extends 'int' ? number : string) | null;
};

/** A computed order, ready to be written. */
export interface NewOrder extends OrderRow {
  readonly tenant_id: number;
  readonly customer_id: number;
  /** The coupon to redeem: null if the order has none, or if it takes nothing off. `coupon_code` is shown, redeemed or not. */
  readonly coupon_id: number | null;
  /** What the redeemed coupon takes off. */
  readonly coupon_discount: string | null;
  /** The promotions to count as used. */
  readonly promotion_ids: readonly number[];
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
