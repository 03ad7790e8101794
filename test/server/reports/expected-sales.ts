// The contract's sentences about GET /reports/sales, computed from the orders that the API shows: in whole cents and
// thousandths, with the days of Intl. Nothing here knows the service's SQL.
import type { Order } from '../../support/trade.ts';

export interface Asked {
  readonly start_date: string;
  readonly end_date: string;
  readonly time_zone: string;
}

const sum = (values: readonly number[], unit: number): number =>
  values.reduce((total, value) => total + Math.round(value * unit), 0) / unit;
const money = (values: readonly number[]): number => sum(values, 100);
const quantity = (values: readonly number[]): number => sum(values, 1_000);

export function dayOf(time: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' },
  });
  return format.format(new Date(time));
}

/** The orders that a report is about. */
export const counted = (orders: readonly Order[], { start_date, end_date, time_zone }: Asked): Order[] =>
  orders.filter((order) => {
    const day = dayOf(order.placed_at, time_zone);
    return order.status !== 'Canceled' && start_date <= day && day <= end_date;
  });

export const orderSums = (orders: readonly Order[]) => ({
  orders: orders.length,
  subtotal: money(orders.map((order) => order.subtotal)),
  discount_total: money(orders.map((order) => order.discount_total)),
  shipping_amount: money(orders.map((order) => order.shipping_amount)),
  total: money(orders.map((order) => order.total)),
  refunded_total: money(orders.map((order) => order.refunded_total)),
  charges_total: money(orders.map((order) => order.charges_total)),
});

export function lineSums(orders: readonly Order[], isWanted = (_productId: number): boolean => true) {
  const linesOf = (order: Order) => order.items.filter((line) => isWanted(line.product_id));
  const lines = orders.flatMap(linesOf);
  return {
    orders: orders.filter((order) => linesOf(order).length > 0).length,
    quantity: quantity(lines.map((line) => line.quantity)),
    returned_quantity: quantity(lines.map((line) => line.returned_quantity)),
    subtotal: money(lines.map((line) => line.subtotal)),
    discount_total: money(lines.map((line) => line.discount)),
    total: money(lines.map((line) => line.total)),
  };
}

/** The orders by what `key` says of each, the largest total first. */
export function grouped<Key extends string | number | null>(
  orders: readonly Order[],
  key: (order: Order) => Key,
): { readonly key: Key; readonly sums: ReturnType<typeof orderSums> }[] {
  const keys = [...new Set(orders.map(key))];
  const rows = keys.map((one) => ({
    key: one,
    sums: orderSums(orders.filter((order) => key(order) === one)),
  }));
  return rows.toSorted((a, b) => b.sums.total - a.sums.total);
}

/** The same by product. */
export function byProduct(orders: readonly Order[]): { id: number; sums: ReturnType<typeof lineSums> }[] {
  const ids = [...new Set(orders.flatMap((order) => order.items.map((line) => line.product_id)))];
  const rows = ids.map((id) => ({ id, sums: lineSums(orders, (productId) => productId === id) }));
  return rows.toSorted((a, b) => b.sums.total - a.sums.total);
}
