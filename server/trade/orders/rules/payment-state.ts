import type { Schemas } from '../../../base/contract.ts';
import { toCents } from '../../../base/money.ts';

type Order = Schemas['Order'];
type Settled = Pick<Order, 'total' | 'paid_total' | 'refunded_total'>;
/** The fields that follow from a Pending order's total and its money. */
type SettlementField = 'paid_at' | 'payment_status' | 'refund_due';

/** The fields that change with the total. Their values are computed where the order is written. */
export function settlementChanges(order: Settled, total: number): SettlementField[] {
  const [before, after] = [settlementOf(order), settlementOf({ ...order, total })];
  return (Object.keys(before) as SettlementField[]).filter((field) => before[field] !== after[field]);
}

/** Enough of each field to tell whether it changes. The total only changes while the order is Pending. */
function settlementOf(order: Settled): Readonly<Record<SettlementField, unknown>> {
  const [total, paid, refunded] = [order.total, order.paid_total, order.refunded_total].map(toCents) as [
    bigint,
    bigint,
    bigint,
  ];
  const isPaid = paid >= total;
  const due = paid - refunded - total;
  return {
    paid_at: isPaid,
    // An order with refunds has a status that the total doesn't change.
    payment_status: refunded > 0n || isPaid,
    refund_due: due > 0n ? due : 0n,
  };
}
