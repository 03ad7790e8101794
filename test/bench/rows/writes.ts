import { without } from '../same-responses.ts';
import { type Catalogue, times } from './products.ts';
import type { PreparedRequest, Row } from './row.ts';

const post = (path: string, body: object): PreparedRequest => ({
  method: 'POST',
  path: `/api/v1${path}`,
  body: JSON.stringify(body),
});

const CUSTOMER = 1;
const HOT = [1, 2, 3];
/** More than any run sells. */
const PLENTY = 1_000_000_000;
/** The first product of an order in candidates/order.pgbench.sql is a multiple of it, and the others are 20 and 40 after it. */
const PGBENCH_STEP = 60;

const orderOf = (ids: readonly number[]) => ({
  customer_id: CUSTOMER,
  items: ids.map((product_id) => ({ product_id, quantity: 1 })),
});
const spread = (path: string, { pick }: Catalogue): PreparedRequest[] =>
  times(5_000, (n) => post(path, orderOf([pick(3 * n), pick(3 * n + 1), pick(3 * n + 2)])));

const order = {
  connections: 16,
  contestants: ['Tradepost', 'Fastify'],
  comparable: (text) => without(JSON.parse(text), ['id', 'at', 'placed_at', 'created_at', 'updated_at']),
  prepare: async (client, tenantId) => {
    await client.query(
      `INSERT INTO customers (tenant_id, id, type, name, addresses, tags, status, metadata)
       VALUES ($1, $2, 'company', 'Bench', '[]', '[]', 'active', '{}') ON CONFLICT DO NOTHING`,
      [tenantId, CUSTOMER],
    );
    await client.query('UPDATE stock_balances SET on_hand = $2 WHERE tenant_id = $1', [tenantId, PLENTY]);
    await client.query('VACUUM (ANALYZE) stock_balances');
  },
} satisfies Partial<Row>;

export const orderSpread = (catalogue: Catalogue): Row => ({
  ...order,
  name: 'order',
  title: `Order of 3 lines, over ${catalogue.size} products`,
  requests: spread('/orders', catalogue),
  pgbenchSpread: Math.floor(catalogue.size / PGBENCH_STEP) - 1,
});

export const orderHot: Row = {
  ...order,
  name: 'order-hot',
  title: 'Order of 3 lines, always the same products',
  requests: [post('/orders', orderOf(HOT))],
  pgbenchSpread: 0,
};

export const quote = (catalogue: Catalogue): Row => ({
  ...order,
  name: 'quote',
  title: 'Quote of 3 lines',
  connections: 32,
  requests: spread('/orders/quote', catalogue),
});

const ROWS = 100;
const BATCHES = 100;

const productRow = ({ pick }: Catalogue, n: number) => ({
  external_id: n % 2 === 0 ? `ERP-${pick(n)}` : `NEW-@-${n}`,
  name: `Café torrado em grãos ${n}`,
  ...(n % 2 === 0 ? {} : { sku: `NEW-@-${n}` }),
  description: 'Torra clara, em grãos, lote @',
  price: n + 0.9,
  brand: 'Serra Alta',
  ncm: '09012100',
  weight_kg: 0.25,
  metadata: { lot: '@' },
});

export const batch = (catalogue: Catalogue): Row => ({
  name: 'batch',
  title: `Batch of ${ROWS} product upserts, half of them new`,
  connections: 4,
  contestants: ['Tradepost', 'Fastify'],
  requests: times(BATCHES, (b) =>
    post('/products/batch', { items: times(ROWS, (n) => productRow(catalogue, b * ROWS + n)) }),
  ),
  comparable: (text) => without(JSON.parse(text), ['id', 'version', 'created_at', 'updated_at']),
});

/** In the order of the ids, so that a peer that locks row by row has no deadlocks. */
const stockRows = ({ pick }: Catalogue, b: number) =>
  times(ROWS, (n) => pick(b * ROWS + n))
    .sort((a, b) => a - b)
    .map((id) => ({ sku: `CAF-${id}`, mode: 'delta', quantity: 1, reason: 'count' }));

export const stockBatch = (catalogue: Catalogue): Row => ({
  name: 'stock-batch',
  title: `Batch of ${ROWS} stock adjustments`,
  connections: 4,
  contestants: ['Tradepost', 'Fastify'],
  requests: times(BATCHES, (b) => post('/stock-adjustments/batch', { items: stockRows(catalogue, b) })),
  comparable: (text, index) => beforeOthers(without(JSON.parse(text), ['updated_at']), index),
});

/** Each contestant before has added 1 to every balance. */
function beforeOthers(body: unknown, others: number): unknown {
  const { results } = body as { results: { data: { on_hand: number; available: number } }[] };
  for (const { data } of results) {
    data.on_hand -= others;
    data.available -= others;
  }
  return body;
}
