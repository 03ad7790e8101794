import { CUSTOMER } from '../fill-tenants.ts';
import { without } from '../same-responses.ts';
import { inTurn, type PreparedRequest, productsOf, type Row } from './row.ts';
import { pickId, type Shop } from './shop.ts';

export const post = (path: string, body: object): PreparedRequest => ({
  method: 'POST',
  path: `/api/v1${path}`,
  body: JSON.stringify(body),
});

const LINES = [0, 1, 2];
/** Of all shops together. */
const DISTINCT_ORDERS = 10_000;

/** The lines are in the order of the ids, in which the peers that write them with one statement have them. */
const orderOf = (ids: readonly number[]) => ({
  customer_id: CUSTOMER,
  items: ids.toSorted((a, b) => a - b).map((product_id) => ({ product_id, quantity: 1 })),
});
const orders = (path: string, shops: readonly Shop[]): PreparedRequest[] =>
  inTurn(shops, Math.ceil(DISTINCT_ORDERS / shops.length), (shop, turn) =>
    post(path, orderOf(LINES.map((line) => pickId(shop, LINES.length * turn + line)))),
  );

export const write = {
  load: 'closed loop',
  connections: 32,
  contestants: ['Tradepost', 'Fastify'],
} satisfies Partial<Row>;

export const withoutIdsAndTimes = (text: string): unknown =>
  without(JSON.parse(text), ['id', 'version', 'at', 'placed_at', 'created_at', 'updated_at']);

export const order = (shops: readonly Shop[]): Row => ({
  ...write,
  title: `Order of 3 lines, over ${productsOf(shops)} products`,
  contestants: ['Tradepost', 'Fastify', 'raw'],
  requests: orders('/orders', shops),
  comparable: withoutIdsAndTimes,
  pgbenchSpread: 19,
});

export const orderHot = (shops: readonly Shop[]): Row => ({
  ...order(shops),
  title: 'Order of 3 lines, always the same products',
  connections: 16,
  requests: inTurn(shops, 1, ({ firstProductId }) =>
    post('/orders', orderOf(LINES.map((n) => firstProductId + n))),
  ),
  pgbenchSpread: 1,
});

export const quote = (shops: readonly Shop[]): Row => ({
  ...write,
  title: 'Quote of 3 lines',
  requests: orders('/orders/quote', shops),
  comparable: withoutIdsAndTimes,
});
