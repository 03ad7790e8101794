import { batch } from '../bench/rows/batches.ts';
import { order } from '../bench/rows/orders.ts';
import { times } from '../bench/rows/shop.ts';
import { ORDERS_PER_CUSTOMER } from './fill-orders.ts';
import { get, type Requests } from './requests.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** See report-database.ts: one of a tenant. */
const REPORTS_AT_ONCE = 1;
/** Different ones, as many as a round may ask for before it begins again. */
const DISTINCT = 500;

export interface FilledShop {
  readonly products: number;
  /** The ids of the filled orders are without gaps. */
  readonly firstOrderId: number;
  readonly orders: number;
  readonly filledAt: Date;
}

const page = (title: string, ...queries: readonly string[]): Requests => ({
  title,
  requests: queries.map((query) => get(`/orders?limit=20${query}`)),
});

/** What is asked of a shop with few and of one with many orders. Those that write come last. */
export function orderRequests({ products, firstOrderId, orders, filledAt }: FilledShop): Requests[] {
  const hourAgo = new Date(filledAt.getTime() - HOUR_MS).toISOString();
  const yesterday = new Date(filledAt.getTime() - DAY_MS).toISOString().slice(0, 10);
  const report = (group: string): Requests => ({
    title: `report of a day by ${group}`,
    requests: [
      get(`/reports/sales?start_date=${yesterday}&end_date=${yesterday}&time_zone=UTC&group_by=${group}`),
    ],
    connections: REPORTS_AT_ONCE,
  });
  const anyOrder = (n: number): number => firstOrderId + Math.floor((n * orders) / DISTINCT);
  const shops = [{ products, firstProductId: 1 }];
  return [
    { title: 'get an order', requests: times(DISTINCT, (n) => get(`/orders/${anyOrder(n)}`)) },
    page('list 20 orders', ''),
    page('list 20 by status', '&status=Pending'),
    page(
      'list 20 of a customer',
      ...times(Math.min(DISTINCT, orders / ORDERS_PER_CUSTOMER), (n) => `&customer_id=${n + 1}`),
    ),
    page('list 20 by updated_since', `&updated_since=${hourAgo}`),
    page('the same, sorted by updated_at', `&updated_since=${hourAgo}&sort=updated_at`),
    report('day'),
    report('product'),
    { title: 'place an order of 3 lines', requests: order(shops).requests },
    { title: 'batch of 100 product upserts', requests: batch(shops).requests, connections: 4 },
  ];
}
