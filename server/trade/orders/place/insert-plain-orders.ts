import { microText, toMicro } from '../../../base/money.ts';
import type { causeValues } from '../../../db/event-cause.ts';
import type { FinalStatementOnce, GroupableWrite } from '../../../db/querier.ts';
import { createdHeaders } from '../../resources/handler.ts';
import { allowedTransitions } from '../rules/status.ts';
import { orderResource } from '../store.ts';
import { insertOnce, insertWithoutUses } from './insert-order-sql.ts';
import { insertSeveral, insertSeveralOnce } from './insert-orders-sql.ts';
import {
  type InsertedRow,
  type NewOrder,
  ORDER_COLUMNS,
  type OrderColumn,
  type Reservation,
} from './new-order.ts';

/** An order that uses no coupon and no promotions: several of them can be written together. */
export interface PlainOrder {
  readonly row: Omit<NewOrder, 'coupon_id' | 'coupon_discount' | 'promotion_ids'>;
  readonly reservations: readonly Reservation[];
  readonly cause: ReturnType<typeof causeValues>;
  readonly once: Pick<FinalStatementOnce, 'key' | 'fingerprint'> | undefined;
}

type Write = GroupableWrite<PlainOrder, InsertedRow>;
/** In characters of text: the lines are most of it. */
const size: Write['size'] = ({ row }) =>
  Object.values(row).reduce((sum: number, value) => sum + (typeof value === 'string' ? value.length : 0), 0);

export const TRANSITIONS = JSON.stringify(allowedTransitions('Pending'));
/** The headers of the response that is stored: the statement fills in the id. */
const HEADERS = JSON.stringify(createdHeaders(orderResource)({ id: '{id}', version: 1 }));

export const stockOf = (reservations: readonly Reservation[]) => ({
  product_ids: reservations.map(({ productId }) => productId),
  quantities: reservations.map(({ quantity }) => quantity),
  backorders: reservations.map(({ allowBackorder }) => allowBackorder),
});

const valuesOfOne = ({ row, reservations, cause }: PlainOrder) => ({
  allowed_transitions: TRANSITIONS,
  ...row,
  ...stockOf(reservations),
  ...cause,
});

export const plainOrder: Write = {
  name: 'orders',
  size,
  one: (db, order) => insertWithoutUses<InsertedRow>(db, valuesOfOne(order)),
  several: (db, orders) => insertSeveral<InsertedRow>(db, valuesOf(orders)),
};

export const orderOnce: Write = {
  name: 'orders once',
  size,
  one: (db, order) => {
    const { key, fingerprint } = order.once!;
    return insertOnce<InsertedRow>(db, { key, fingerprint, headers: HEADERS, ...valuesOfOne(order) });
  },
  several: (db, orders) =>
    insertSeveralOnce<InsertedRow>(db, {
      keys: orders.map(({ once }) => once!.key),
      fingerprints: orders.map(({ once }) => `\\x${once!.fingerprint.toString('hex')}`),
      headers: HEADERS,
      ...valuesOf(orders),
    }),
};

const valuesOf = (orders: readonly PlainOrder[]) => ({
  tenant_id: orders[0]!.row.tenant_id,
  orders: `[${orders.map(({ row }) => rowJson(row)).join(',')}]`,
  allowed_transitions: TRANSITIONS,
  actors: orders.map(({ row }) => row.actor),
  request_ids: orders.map(({ cause }) => cause.request_id),
  traceparents: orders.map(({ cause }) => cause.traceparent),
  ...stockOfAll(orders),
});

/** The row as JSON. Columns that are JSON text stay as they are. */
export function rowJson(row: PlainOrder['row']): string {
  const members = Object.entries(row).map(
    ([name, value]) =>
      `"${name}":${ORDER_COLUMNS[name as OrderColumn] === 'json' ? value : JSON.stringify(value)}`,
  );
  return `{${members.join(',')}}`;
}

/** The stock that all orders reserve together, and each order's part of it, with the sum so far of its product. */
function stockOfAll(orders: readonly PlainOrder[]) {
  const totals = new Map<number, { micro: bigint; allowBackorder: boolean }>();
  const entries: { n: number; product_id: number; quantity: string; so_far: string }[] = [];
  for (const [index, { reservations }] of orders.entries())
    for (const { productId, quantity, allowBackorder } of reservations) {
      const total = totals.get(productId) ?? { micro: 0n, allowBackorder: true };
      total.micro += toMicro(quantity);
      total.allowBackorder &&= allowBackorder;
      totals.set(productId, total);
      entries.push({ n: index + 1, product_id: productId, quantity, so_far: microText(total.micro) });
    }
  const reservations = [...totals].map(([productId, { micro, allowBackorder }]) => ({
    productId,
    quantity: microText(micro),
    allowBackorder,
  }));
  return { entries: JSON.stringify(entries), ...stockOf(reservations) };
}
