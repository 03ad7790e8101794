import { without } from '../same-responses.ts';
import { type Catalogue, times } from './products.ts';
import type { PreparedRequest, Row } from './row.ts';

const CONNECTIONS = 32;
const get = (path: string): PreparedRequest => ({ method: 'GET', path: `/api/v1${path}` });
/** Cursors differ in their form. */
const withoutCursor = (text: string): unknown => without(JSON.parse(text), ['next_cursor']);

export const list = ({ size }: Catalogue): Row => ({
  name: 'list',
  title: `List 20 of ${size} products with stock`,
  connections: CONNECTIONS,
  contestants: ['Tradepost', 'Fastify', 'raw', 'Express'],
  requests: [get('/products?limit=20')],
  comparable: withoutCursor,
});

export const getOne = ({ pick }: Catalogue): Row => ({
  name: 'get',
  title: 'Get one product with stock, any of 1000',
  connections: CONNECTIONS,
  contestants: ['Tradepost', 'Fastify', 'raw'],
  requests: times(1000, (n) => get(`/products/${pick(n)}`)),
  comparable: (text) => JSON.parse(text),
});

const EVENTS = 10_000;
const PAGE = 100;
const DATA = `'{"product_id":' || id || ',"sku":' || to_json(sku) || ',"product":' || document || '}'`;

/** As the first readers would: that takes longer than a short round, and the row is about reading. */
const NUMBER_EVENTS = `WITH last AS (
    SELECT coalesce(max(feed_position), 0) AS position FROM events WHERE tenant_id = $1
  ), fresh AS (
    SELECT event_id, row_number() OVER (ORDER BY position) AS n FROM events WHERE tenant_id = $1 AND feed_position IS NULL
  ), ended AS (
    INSERT INTO feed_ends (tenant_id, position) SELECT $1, position + (SELECT count(*) FROM fresh) FROM last
    ON CONFLICT (tenant_id) DO UPDATE SET position = excluded.position
  )
  UPDATE events e SET feed_position = last.position + fresh.n FROM fresh, last
  WHERE e.tenant_id = $1 AND e.event_id = fresh.event_id`;

export const feed: Row = {
  name: 'feed',
  title: `Feed page of ${PAGE} events`,
  connections: CONNECTIONS,
  contestants: ['Tradepost', 'Fastify', 'raw'],
  requests: [get(`/events?limit=${PAGE}`)],
  comparable: withoutCursor,
  prepare: async (client, tenantId) => {
    await client.query(
      `SELECT emit_event($1, 'product.created', ${DATA}) FROM products WHERE tenant_id = $1 AND id <= ${EVENTS}`,
      [tenantId],
    );
    await client.query(NUMBER_EVENTS, [tenantId]);
    await client.query('VACUUM (ANALYZE) events');
  },
};

export const csv = ({ size }: Catalogue): Row => ({
  name: 'csv',
  title: `CSV of ${size} products with stock`,
  connections: 1,
  contestants: ['Tradepost', 'Fastify', 'raw'],
  requests: [get('/exports/products?format=csv')],
  comparable: (text) => text.replaceAll('\r\n', '\n'),
  isDownload: true,
});
