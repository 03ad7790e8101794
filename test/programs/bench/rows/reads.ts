import { without } from '../same-responses.ts';
import { inTurn, type PreparedRequest, productsOf, type Row } from './row.ts';
import type { Shop } from './shop.ts';

const get = (path: string): PreparedRequest => ({ method: 'GET', path: `/api/v1${path}` });
/** Cursors differ in their form. */
const withoutCursor = (text: string): unknown => without(JSON.parse(text), ['next_cursor']);

const read = {
  load: 'closed loop',
  connections: 32,
  contestants: ['Tradepost', 'Fastify', 'raw'],
} satisfies Partial<Row>;

export const list = (shops: readonly Shop[]): Row => ({
  ...read,
  title: 'List 20 products with stock',
  requests: inTurn(shops, 1, () => get('/products?limit=20')),
  comparable: withoutCursor,
});

export const getOne = (shops: readonly Shop[]): Row => ({
  ...read,
  title: `Get one product with stock, any of ${productsOf(shops)}`,
  requests: inTurn(shops, shops[0]!.products, (shop, turn) => get(`/products/${shop.firstProductId + turn}`)),
  comparable: (text) => JSON.parse(text),
});

const PAGE = 100;

export const feed = (shops: readonly Shop[]): Row => ({
  ...read,
  title: `Feed page of ${PAGE} events`,
  requests: inTurn(shops, 1, () => get(`/events?limit=${PAGE}`)),
  comparable: withoutCursor,
});

export const csv = (shops: readonly Shop[]): Row => ({
  ...read,
  load: 'download',
  title: `CSV of ${productsOf(shops)} products with stock`,
  connections: 1,
  requests: inTurn(shops, 1, () => get('/exports/products?format=csv')),
  comparable: (text) => text.replaceAll('\r\n', '\n'),
});
