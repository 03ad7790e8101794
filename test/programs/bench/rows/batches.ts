import { without } from '../same-responses.ts';
import { post, withoutIdsAndTimes, write } from './orders.ts';
import { inTurn, type PreparedRequest, type Row } from './row.ts';
import { pickNumber, type Shop, times } from './shop.ts';

const ROWS = 100;
/** Of all shops together. */
const BATCHES = 1000;

const productRow = (shop: Shop, n: number) => ({
  external_id: n % 2 === 0 ? `ERP-${pickNumber(shop, n)}` : `NEW-@-${n}`,
  name: `Café torrado em grãos ${n}`,
  ...(n % 2 === 0 ? {} : { sku: `NEW-@-${n}` }),
  description: 'Torra clara, em grãos, lote @',
  price: n + 0.9,
  brand: 'Serra Alta',
  ncm: '09012100',
  weight_kg: 0.25,
  metadata: { lot: '@' },
});

const batches = (
  shops: readonly Shop[],
  path: string,
  item: (shop: Shop, n: number) => object,
): PreparedRequest[] =>
  inTurn(shops, Math.ceil(BATCHES / shops.length), (shop, turn) =>
    post(path, { items: times(ROWS, (n) => item(shop, turn * ROWS + n)) }),
  );

export const batch = (shops: readonly Shop[]): Row => ({
  ...write,
  title: `Batch of ${ROWS} product upserts, half of them new`,
  requests: batches(shops, '/products/batch', productRow),
  comparable: withoutIdsAndTimes,
});

/** In the order of the ids, so that a peer that locks row by row has no deadlocks. */
const adjustment = ({ products }: Shop, n: number) => ({
  sku: `CAF-${(n % products) + 1}`,
  mode: 'delta',
  quantity: 1,
  reason: 'count',
});

export const stockBatch = (shops: readonly Shop[]): Row => ({
  ...write,
  title: `Batch of ${ROWS} stock adjustments`,
  requests: batches(shops, '/stock-adjustments/batch', adjustment),
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
