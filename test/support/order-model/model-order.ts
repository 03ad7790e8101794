import type { OrderStatus } from '../trade.ts';
import type { CartPrice, ModelLine } from './cart.ts';

/** What the customer asked for. */
export interface Wish {
  readonly customer: number;
  readonly lines: readonly ModelLine[];
  /** The coupon that the order names, redeemed or not. */
  readonly coupon: number | null;
}

/** What is computed when an order is placed or changed. */
export interface Content extends Wish, CartPrice {
  /** By product. */
  readonly halves: readonly number[];
}

interface Payment {
  readonly cents: number;
  readonly reference: string | null;
  voided: boolean;
}
interface Refund {
  readonly cents: number;
  readonly reference: string | null;
  /** The index of the payment that it names. */
  readonly payment: number | null;
}

export interface ModelOrder {
  status: OrderStatus;
  content: Content;
  /** Whether it was paid at any time. */
  confirmed: boolean;
  /** What of the refunds gave back too much, as the service says: surplus-properties.test.ts proves its rule. */
  surplus: number;
  readonly payments: Payment[];
  readonly refunds: Refund[];
  /** In half units, by line. */
  returned: number[];
}

const sum = (entries: readonly { readonly cents: number }[]): number =>
  entries.reduce((total, { cents }) => total + cents, 0);

export const placed = (content: Content): ModelOrder => ({
  ...{ status: 'Pending', content, confirmed: false, surplus: 0, payments: [], refunds: [] },
  returned: content.lines.map(() => 0),
});
export const paidOf = ({ payments }: ModelOrder): number => sum(payments.filter(({ voided }) => !voided));
/** What counts towards the total. */
export const settledOf = (order: ModelOrder): number => paidOf(order) - order.surplus;
export const refundedOf = ({ refunds }: ModelOrder): number => sum(refunds);
/** What the refunds that name a payment paid back of it. */
export const refundedOfPayment = ({ refunds }: ModelOrder, payment: number): number =>
  sum(refunds.filter((refund) => refund.payment === payment));

/** The event of an order that is paid for the first time. */
export function confirm(order: ModelOrder): string[] {
  if (order.confirmed || settledOf(order) < order.content.total) return [];
  order.confirmed = true;
  return ['order.payment_confirmed'];
}
